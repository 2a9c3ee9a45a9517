"""Takes the still picture of every figure, for places without scripts: `make stills` writes static/stills/NAME.png.

With names only those figures: `python tests/stills.py gate bell`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from gelu_lab import figures
from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
from browser_tools import frames, launch, watched

STILLS = Path(__file__).parents[1] / "static" / "stills"

# Twice as fine as a screen: the stills are printed.
LOOK: dict[str, Any] = {"viewport": {"width": 876, "height": 1000}, "color_scheme": "light", "device_scale_factor": 2}


def pack(path: Path) -> None:
    """Stores a picture with a palette: a third of the bytes, and no colour that anybody would miss."""
    with Image.open(path) as picture:
        packed = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    packed.save(path, optimize=True)


def main() -> None:
    """Writes the picture of each figure, as a reader with a light page sees it."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        for name in sys.argv[1:] or figures.NAMES:
            page = figures.build(name).save(Path(folder) / f"{name}.html")
            with watched(browser, **LOOK) as watching:
                figure = watching.open(page.as_uri(), figure=name)
                watching.page.add_style_tag(content=".gl-stage :is(.gl-row, .gl-button) { display: none !important }")
                frames(watching.page)
                figure.locator(".gl-stage").screenshot(path=STILLS / f"{name}.png", animations="disabled")
                watching.clean()
            pack(STILLS / f"{name}.png")
            print(f"{name}.png", (STILLS / f"{name}.png").stat().st_size)
        browser.close()


if __name__ == "__main__":
    main()
