"""RapidOCR: PP-OCRv6 small on onnxruntime, with the models that lie in its wheel."""

import math
from collections.abc import Iterator, Sequence
from importlib import metadata
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from documents.extraction.ocr.base import OcrUnavailable, Seen, SeenLine, SeenWord, Turn

if TYPE_CHECKING:
    from PIL.Image import Image

MODELS = {
    "Det": "PP-OCRv6_det_small.onnx",
    "Rec": "PP-OCRv6_rec_small.onnx",
}
# A box this much higher than wide holds letters that lie on their side.
UPRIGHT_ASPECT = 1.5
# So many of the longest lines tell whether the page stands on its head.
TRIED_LINES = 3
LEAST_UPRIGHT = 0.85
# A space is so many times the usual white between letters, that share of the line's height, and
# that share of the spaces which were read ("J UMLAH": the white behind J is a third of a space).
SPACE_TO_GAP = 2.2
SPACE_TO_HEIGHT = 0.17
SPACE_TO_SPACE = 0.6
LEAST_GAPS = 5


class RapidOcr:
    """Options: `max_side`, pixels of the longer side in which lines are looked for; `threads`."""

    name = "rapidocr"

    def __init__(self, *, max_side: int = 1_280, threads: int = 1) -> None:
        if problem := self.problem():
            raise OcrUnavailable(problem)
        from rapidocr import RapidOCR  # noqa: PLC0415 - loads onnxruntime and OpenCV

        self.version = metadata.version("rapidocr")
        self.engine: Any = RapidOCR(params=_parameters(max_side, threads))

    @staticmethod
    def problem(**options: Any) -> str:
        """Every model must lie in the wheel: nothing is ever fetched while reading."""
        for package in ("rapidocr", "onnxruntime"):
            if find_spec(package) is None:
                return f"the package {package} is not installed"
        folder = model_folder()
        missing = [name for name in MODELS.values() if not (folder / name).is_file()]
        return f"{folder} lacks {', '.join(missing)}" if missing else ""

    def recognise(self, picture: "Image") -> Seen:
        import numpy  # noqa: PLC0415 - with the rest of the heavy library

        pixels = numpy.ascontiguousarray(numpy.asarray(picture.convert("RGB"))[:, :, ::-1])
        boxes = self._boxes(pixels)
        if not len(boxes):
            return Seen(())
        crops = self.engine.crop_text_regions(pixels, boxes)
        if turned := self._turned(boxes, crops):
            return Seen((), turned)
        return Seen(tuple(_lines(boxes, crops, self.engine.recognize_txt(crops))))

    def _boxes(self, pixels: Any) -> Any:
        """Four corners of each line; they are looked for in a smaller picture than they are read
        from, which takes half the time and finds as much."""
        small, record = self.engine.preprocess_img(pixels)
        found = self.engine._load_det_model()(small).boxes
        if found is None:
            return ()
        ratio = record["preprocess"]["ratio_w"], record["preprocess"]["ratio_h"]
        return (found * ratio).astype("float32")

    def _turned(self, boxes: Any, crops: Sequence[Any]) -> Turn:
        """How most of the text stands; a crop that is higher than wide was laid down already.

        Letters on their head are read as nonsense of little certainty (0.55 to 0.75 against 0.98
        on scans of decrees, where the wheel's own classifier was wrong for every third line).
        """
        lengths = [max(crop.shape[:2]) for crop in crops]
        lying = [_height(box) > UPRIGHT_ASPECT * _width(box) for box in boxes]
        on_side = sum(n for n, lies in zip(lengths, lying, strict=True) if lies)
        sideways = on_side > 0.6 * sum(lengths)
        longest = sorted(range(len(crops)), key=lambda index: -lengths[index])
        tried = [crops[index] for index in longest if lying[index] == sideways][:TRIED_LINES]
        flipped = self._on_head(tried)
        if sideways:
            # Crops are laid down by a turn to the left.
            return 270 if flipped else 90
        return 180 if flipped else 0

    def _on_head(self, crops: Sequence[Any]) -> bool:
        import numpy  # noqa: PLC0415

        upright = sum(self.engine.recognize_txt(list(crops)).scores) / len(crops)
        if upright > LEAST_UPRIGHT:
            return False
        turned = [numpy.ascontiguousarray(crop[::-1, ::-1]) for crop in crops]
        on_head = sum(self.engine.recognize_txt(turned).scores) / len(crops)
        return bool(on_head > upright + 0.1)


def model_folder() -> Path:
    spec = find_spec("rapidocr")
    locations = spec.submodule_search_locations if spec else None
    return Path(next(iter(locations or ["."]))) / "models"


def _parameters(max_side: int, threads: int) -> dict[str, Any]:
    folder = model_folder()
    return {
        "Global.log_level": "error",
        "Global.max_side_len": max_side,
        "Global.return_word_box": True,
        "Global.use_cls": False,
        # Six lines at once are no faster on one thread and take 250 MB more.
        "Rec.rec_batch_num": 1,
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        **{f"{task}.model_path": str(folder / name) for task, name in MODELS.items()},
    }


def _width(box: Any) -> float:
    return float(((box[1] - box[0]) ** 2).sum() ** 0.5)


def _height(box: Any) -> float:
    return float(((box[3] - box[0]) ** 2).sum() ** 0.5)


def _lines(boxes: Any, crops: Sequence[Any], read: Any) -> Iterator[SeenLine]:
    """Lines with their words; a word lies between the columns of its first and last letter."""
    for box, crop, text, score, places in zip(
        boxes, crops, read.txts, read.scores, read.word_results, strict=True
    ):
        if not text.strip() or _height(box) > UPRIGHT_ASPECT * _width(box):
            continue
        columns = [column for word in places.word_cols for column in word]
        shares = [(column + 0.5) / places.line_txt_len for column in columns]
        words = tuple(_words(_spaced(text, shares, crop), shares, box))
        if words:
            yield SeenLine(words, float(score))


def _words(text: str, shares: Sequence[float], box: Any) -> Iterator[SeenWord]:
    """`shares` tells for each letter how far along the line its middle is."""
    half = _half_letter(shares)
    position = 0
    for word in text.split():
        inside = shares[position : position + len(word)]
        position += len(word)
        if not inside:
            continue
        start, end = max(0.0, inside[0] - half), min(1.0, inside[-1] + half)
        yield _placed(word, start, end, box)


def _spaced(text: str, shares: Sequence[float], crop: Any) -> str:
    """The text with the spaces that the recogniser leaves out of tight capitals.

    The white between two letters tells: between words it is a multiple of that within them.
    """
    gaps = _gaps(shares, crop)
    after = [""]
    for letter in text:
        if letter.isspace():
            after[-1] += " "
        else:
            after.append(letter)
    spaced = [part.endswith(" ") for part in after[1:]]
    least = _least_space(gaps, spaced, height=crop.shape[0])
    for index, gap in enumerate(gaps):
        before, behind = after[index + 1], after[index + 2][:1]
        # A space follows already, or there is none beside a sign or within "II".
        if gap >= least and before.isalpha() and behind.isalpha() and before + behind != "II":
            after[index + 1] += " "
    return "".join(after)


def _least_space(gaps: Sequence[int], spaced: Sequence[bool], *, height: int) -> float:
    """The white, in pixels, from which on it is a space; infinite where the line is too short."""
    inside = [gap for gap, space in zip(gaps, spaced, strict=False) if not space]
    between = [gap for gap, space in zip(gaps, spaced, strict=False) if space]
    if len(inside) < LEAST_GAPS:
        return math.inf
    least = max(SPACE_TO_GAP * median(inside) + 1, SPACE_TO_HEIGHT * height)
    return max(least, SPACE_TO_SPACE * median(between)) if between else least


def _gaps(shares: Sequence[float], crop: Any) -> list[int]:
    """The widest white, in pixels, between the middles of each two letters."""
    height, width = crop.shape[:2]
    middle = crop[height // 6 : height - height // 6].min(axis=2)
    inked = (middle < (int(middle.max()) + int(middle.min())) / 2).any(axis=0)
    gaps = []
    for left, right in pairwise(shares):
        widest = run = 0
        for dark in inked[int(left * width) : int(right * width) + 1]:
            run = 0 if dark else run + 1
            widest = max(widest, run)
        gaps.append(widest)
    return gaps


def _half_letter(shares: Sequence[float]) -> float:
    steps = sorted(b - a for a, b in pairwise(shares) if b > a)
    return steps[len(steps) // 2] / 2 if steps else 0.5


def _placed(word: str, start: float, end: float, box: Any) -> SeenWord:
    """The stretch of the line's four-cornered box as an upright box of the picture."""
    corners = [box[a] + share * (box[b] - box[a]) for share in (start, end) for a, b in _SIDES]
    across = [float(corner[0]) for corner in corners]
    down = [float(corner[1]) for corner in corners]
    return SeenWord(word, min(across), min(down), max(across), max(down))


_SIDES = ((0, 1), (3, 2))  # upper and lower edge, left to right
