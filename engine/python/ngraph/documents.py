# SPDX-License-Identifier: Apache-2.0
"""Writes computations as documents, which the workbench and `ngraph run` open and run."""
import json
import os
import sys

from ngraph import _engine
from ngraph.util.web_view import html_of_document

__all__ = ["Document", "save_document"]


class Document:
    """A document on disk, by its path. Notebooks show the graph of its computation, compiled."""

    def __init__(self, path):
        self.path = os.fsdecode(path)

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"Document({self.path!r})"

    def _repr_html_(self):
        return html_of_document(self.path)


def save_document(path, computations, plan=None, title="", description="", made_by=None):
    """Write computations as a document (.ngraph), replacing the file atomically. Returns the
    Document.

    Parameters
    ----------
    computations : dict
        By name, a list of results and a list of parameters (placeholders).
    plan : dict, optional
        What is run on which data, in the fields of a document's plan.
    made_by : str, optional
        The program, shown with the document. Default: the running one.
    """
    if made_by is None:
        made_by = sys.argv[0] if sys.argv else ""
    parts = {name: (list(results), list(parameters))
             for name, (results, parameters) in computations.items()}
    folder = os.path.join(os.getcwd(), "")  # source files below it get relative names
    _engine.save_document(os.fspath(path), parts, json.dumps(plan) if plan else "", title,
                          description, made_by, folder)
    return Document(path)
