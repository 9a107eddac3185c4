"""Pages and files of predictions."""

from __future__ import annotations

import html
import json
import os
import tempfile
from contextlib import contextmanager
from typing import Any, Iterator, Mapping


class Page:
    """An HTML page that notebooks show."""

    def __init__(self, text: str) -> None:
        self.html = text

    def save(self, path: str | os.PathLike[str]) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="600"></iframe>'


def _line(key: object, answer: Any) -> str:
    if isinstance(answer, Mapping):
        return json.dumps(dict(answer))
    return json.dumps(answer) if key is None else json.dumps({"id": key, "answer": answer})


@contextmanager
def predictions_file(predictions: Any) -> Iterator[str]:
    """The path of a file of predictions; one that is written for the purpose is removed again."""
    if isinstance(predictions, (str, os.PathLike)):
        yield os.fspath(predictions)
        return
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        path = os.path.join(folder, "predictions.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            if isinstance(predictions, Mapping):
                lines = [_line(key, answer) for key, answer in predictions.items()]
            else:
                lines = [_line(None, answer) for answer in predictions]
            file.write("".join(line + "\n" for line in lines))
        yield path
