"""The notebook of docs runs from top to bottom and says what it says there. UPDATE=1 writes what it says now."""

import os
import tempfile
import unittest
from pathlib import Path

import nbclient
import nbformat

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "fifteen_minutes.ipynb"


def said(cell):
    """What a cell put out, as text: streams, values and errors. Pictures and tables of HTML count by their text."""
    texts = []
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream" and output["name"] == "stdout":
            texts.append(output["text"])
        elif output["output_type"] == "error":
            texts.append(output["ename"])
        elif "data" in output:
            data = output["data"]
            texts.append(data.get("image/svg+xml") or data["text/plain"])
    return "".join(texts)


class Notebook(unittest.TestCase):
    def test_it_says_what_stands_there(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        wanted = [said(cell) for cell in notebook.cells]
        with tempfile.TemporaryDirectory() as folder:
            nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
        for cell in notebook.cells:  # clocks and what libraries warn of are no part of it
            cell["metadata"] = {}
            if "outputs" in cell:
                cell["outputs"] = [output for output in cell["outputs"] if output.get("name") != "stderr"]
        if os.environ.get("UPDATE"):
            nbformat.validate(notebook)
            nbformat.write(notebook, NOTEBOOK)
            return
        for cell, text in zip(notebook.cells, wanted):
            self.assertEqual(said(cell), text, cell["source"])
        self.assertGreater(sum(1 for text in wanted if text), 10)


if __name__ == "__main__":
    unittest.main()
