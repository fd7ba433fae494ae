"""What stands before and after a place in a text."""

from documents.structure import patterns


class Surroundings:
    """Looks a few hundred characters around a place, so that reading stays linear."""

    def __init__(self, text: str) -> None:
        self.text = text

    def at_line_start(self, position: int) -> bool:
        begin = self.text.rfind("\n", max(0, position - 12), position) + 1
        if begin == 0 and position > 12:
            return False
        return not self.text[begin:position].strip(" \t#*_")

    def rest(self, position: int, limit: int = 300) -> str:
        end = self.text.find("\n", position, position + limit)
        return self.text[position : position + limit if end < 0 else end]

    def before(self, position: int, limit: int = 80) -> str:
        return self.text[max(0, position - limit) : position].rstrip()

    def after_sentence(self, position: int) -> bool:
        before = self.before(position)
        if not before or before[-1] in patterns.SENTENCE_END:
            return True
        last = before.rsplit(None, 1)[-1]
        return last.isupper() and len(last) > 2
