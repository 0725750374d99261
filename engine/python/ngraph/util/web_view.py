# SPDX-License-Identifier: Apache-2.0
"""Views of ops, computations and documents for notebooks: the page of `ngraph render`, folded."""
import os
import subprocess
import tempfile
from html import escape

from ngraph import _engine
from ngraph.util.picture import svg_of
from ngraph.util.program import program

MOST_OPS = 4000  # the page draws no larger graphs
MOST_BYTES = 8 << 20  # of a page: notebooks keep all of them
MOST_VALUES = 256 << 20  # bytes of constants and initial values, written to a temporary folder
_SECONDS = 120

# The page runs apart from the notebook: it can read and change nothing there.
_FRAME = ("<iframe sandbox='allow-scripts' style='width:100%;height:640px;border:0' "
          "title='Compiled graph' srcdoc='{}'></iframe>")


def _folded(title, content):
    return (f"<details class='ngraph'><summary>{escape(title)}</summary>"
            f"{content}</details>")


def _note(text):
    return f"<p>{escape(text)}</p>"


def _page(path, options):
    """Return the frame with the page of a document, or a note why there is none.

    Raises OSError where no temporary folder can be written.
    """
    command = program("ngraph")
    if command is None:
        return _note("The page needs the program ngraph, which this package was built without.")
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        words = [command, "render", os.path.abspath(path), page, *options]  # a path is no option
        try:
            made = subprocess.run(words, encoding="utf-8", errors="replace",
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return _note(f"The page was not ready after {_SECONDS} seconds. "
                         "Write it with: ngraph render FILE OUT.html")
        if made.returncode != 0:
            return _note(made.stderr.strip())
        if os.path.getsize(page) > MOST_BYTES:
            return _note(f"The page has {os.path.getsize(page) >> 20} MiB, more than a notebook "
                         "should keep. Write it with: ngraph render FILE OUT.html")
        with open(page, encoding="utf-8") as file:
            text = file.read()
    return _FRAME.format(text.replace("&", "&amp;").replace("'", "&#39;"))


def _page_of(results, parameters, title, options):
    """Return the title, and below it the page of a computation."""
    ops = _engine.ordered_ops(results)
    count = len(ops)
    title = f"{title}: {count} op{'s' if count != 1 else ''}"
    if count > MOST_OPS:
        return _folded(title, _note(f"A graph of more than {MOST_OPS} ops is not drawn."))
    values = sum(map(_engine.array_bytes, ops))
    if values > MOST_VALUES:
        return _folded(title, _note(f"A graph with {values >> 20} MiB of constants and initial "
                                    f"values, more than {MOST_VALUES >> 20}, is not drawn."))
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "shown.ngraph")
            _engine.save_document(path, {"shown": (results, parameters)}, "", title, "", "",
                                  os.path.join(os.getcwd(), ""))
            return _folded(title, _page(path, options))
    except (OSError, ValueError, NotImplementedError) as error:
        return _folded(title, _note(str(error)))


def html_of_op(op):
    """Return the op's graph as HTML: a small picture, and the folded page of the op, compiled."""
    if op.class_name == "ComputationOp":
        results = op.args[:op.attribute("results")]
        return _page_of(list(results), list(op.parameters), repr(op), [])
    picture = svg_of(op)
    return (picture or "") + _page_of([op], list(op.placeholders()), repr(op), [])


def html_of_computation(computation):
    """Return the folded page of a computation: its graph after each pass, kernels and buffers, as
    its transformer compiles them.
    """
    options = []
    transformer = computation.transformer
    if transformer is not None:
        options += ["--transformer", transformer.found_by]
        for name in sorted(transformer.disabled_passes):
            options += ["--disable", name]
        if transformer.pipeline:
            options += ["--pipeline", ",".join(transformer.pipeline)]
    return _page_of(list(computation.results), list(computation.parameters),
                    f"Computation {computation.name}", options)


def html_of_document(path):
    """Return the folded page of the computation that a document's plan runs, or of its first."""
    try:
        page = _page(path, [])
    except OSError as error:
        page = _note(str(error))
    return _folded(os.path.basename(path), page)
