"""Takes the still picture of every figure, for places without scripts: `make stills` writes static/stills/NAME.png."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from gelu_lab import figures
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
from browser_tools import frames, launch, watched

STILLS = Path(__file__).parents[1] / "static" / "stills"


def main() -> None:
    """Writes the picture of each figure, as a reader with a light page sees it."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        for name in figures.NAMES:
            page = figures.build(name).save(Path(folder) / f"{name}.html")
            with watched(browser, viewport={"width": 876, "height": 1000}, color_scheme="light") as watching:
                figure = watching.open(page.as_uri(), figure=name)
                watching.page.add_style_tag(content=".gl-stage :is(.gl-row, .gl-button) { display: none !important }")
                frames(watching.page)
                figure.locator(".gl-stage").screenshot(path=STILLS / f"{name}.png", animations="disabled")
                watching.clean()
            print(f"{name}.png", (STILLS / f"{name}.png").stat().st_size)
        browser.close()


if __name__ == "__main__":
    main()
