"""Make coloured ink pale, so that black letters can be read below stamps and signatures."""

from PIL import ImageChops
from PIL.Image import Image, merge

# Channels of a pixel of 255 that differ by more are colour, not the tint of paper.
COLOURED = 40
# Coloured ink becomes a grey of this much at most: letters printed in red stay legible.
PALEST = 228


def with_pale_colours(picture: Image) -> Image:
    """Grey, coloured ink as light as its lightest channel; what is black stays black."""
    red, green, blue = picture.convert("RGB").split()
    lightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
    spread = ImageChops.subtract(lightest, darkest)
    grey = picture.convert("L")
    pale = ImageChops.lighter(lightest.point(lambda value: min(value, PALEST)), grey)
    grey.paste(pale, mask=spread.point(lambda value: 255 * (value > COLOURED)))
    return merge("RGB", (grey, grey, grey))
