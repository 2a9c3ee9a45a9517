"""The lesson's code does what the text says: NumPy's is run here, PyTorch's and JAX's by `make test-frameworks`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gelu_lab.lesson.errors import LessonError
from gelu_lab.lesson.markdown import render
from lesson_code import Snippet, snippets

OUTPUTS = json.loads((Path(__file__).parent.parent / "frameworks" / "outputs.json").read_text(encoding="utf-8"))

GROUP = """
```python numpy
print(1 < 2)
```

```output numpy
True
```

```python torch
pass
```

```python torch
print("another group")
```
"""


@pytest.mark.parametrize("snippet", snippets("numpy"), ids=str)
def test_code_for_numpy_prints_what_the_text_says(snippet: Snippet) -> None:
    assert snippet.run() == snippet.output


def test_code_for_pytorch_and_jax_printed_what_the_text_says() -> None:
    ran = {(each["library"], each["code"]): each["output"] for each in OUTPUTS["snippets"]}
    wanted = snippets("torch", "jax")
    assert {each.library for each in wanted} == {"torch", "jax"}
    for snippet in wanted:
        assert (snippet.library, snippet.code) in ran, f"{snippet} has changed: run make test-frameworks"
        assert ran[snippet.library, snippet.code] == snippet.output, str(snippet)
    assert len(ran) == len(wanted)


def test_code_stands_in_groups_with_a_panel_for_each_library() -> None:
    html = render(GROUP)
    assert html.count('<div class="gl-code">') == 2
    assert [html.count(f'data-library="{name}"') for name in ("numpy", "torch", "jax")] == [1, 2, 0]
    assert html.count("<div") == html.count("</div>") == 5
    assert "print(1 &lt; 2)\n</code>" in html
    assert "<samp>True\n</samp>" in html


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("```python\npass\n```", "numpy, torch, jax"),
        ("```ruby numpy\npass\n```", "python and output"),
        ("```python tensorflow\npass\n```", "tensorflow"),
        ("```output numpy\n1\n```", "right before it"),
        ("```python torch\npass\n```\n\n```output jax\n1\n```", "right before it"),
    ],
)
def test_bad_fences_are_named(text: str, part: str) -> None:
    with pytest.raises(LessonError, match=r"14-code\.md") as error:
        render(text, source="14-code.md")
    assert part in str(error.value)
