"""Pictures of PDF pages, drawn in a process of their own."""

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from documents.extraction.isolation import run_isolated
from documents.extraction.limits import Limits
from documents.extraction.types import ExtractionError

if TYPE_CHECKING:
    from PIL.Image import Image

# A page may claim any size; more pixels than this are not drawn.
MAX_PIXELS = 16_000_000
RENDER_LIMITS = Limits(seconds=30, memory_mb=1_536)


def render_page(
    path: Path | str, page: int, *, scale: float = 2.0, limits: Limits = RENDER_LIMITS
) -> bytes:
    """PNG of the 1-based page, `scale` pixels a point (less where the page is huge).

    Raises ExtractionError; an unknown page is damaged_file.
    """
    task = {"task": "render", "path": str(Path(path).resolve()), "page": page, "scale": scale}
    return run_isolated(task, limits=limits)


def picture(path: Path, page: int, *, scale: float) -> bytes:
    """Draw the page in this process."""
    import pypdfium2  # noqa: PLC0415 - only the worker process may load PDFium

    try:
        document = pypdfium2.PdfDocument(path)
        if not 1 <= page <= len(document):
            raise ExtractionError("damaged_file", f"no page {page}")
        image = draw(document[page - 1], scale=scale, pixels=MAX_PIXELS)
    except pypdfium2.PdfiumError as error:
        code = "encrypted" if "password" in str(error).lower() else "damaged_file"
        raise ExtractionError(code, str(error)) from error
    output = io.BytesIO()
    image.save(output, "PNG", optimize=False, compress_level=6)
    return output.getvalue()


def draw(page: Any, *, scale: float, pixels: int) -> "Image":
    """An open page, `scale` pixels a point, but no more than `pixels` in all.

    Raises ExtractionError (damaged_file).
    """
    width, height = page.get_size()
    if width <= 0 or height <= 0:
        raise ExtractionError("damaged_file", "page without size")
    fitting = min(scale, (pixels / (width * height)) ** 0.5)
    image: Image = page.render(scale=fitting).to_pil()
    return image
