# SPDX-License-Identifier: Apache-2.0
"""Tests that the type stub matches the extension, and that the extension has every op."""
import ast
import importlib.util
import inspect
import pathlib
import re
import unittest

import ngraph as ng
from ngraph import _engine

PYTHON = pathlib.Path(__file__).resolve().parents[2] / "engine" / "python"
AGAIN = "write it again: see engine/python/stubs/write_stubs.py"


def parsed(text):
    """Argument names by function, and method names by class."""
    functions, classes = {}, {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = [each.arg for each in node.args.args]
        elif isinstance(node, ast.ClassDef):
            classes[node.name] = {each.name for each in node.body
                                  if isinstance(each, ast.FunctionDef)}
    return functions, classes


def unwrapped(held):
    """The extension's function of a builder."""
    return inspect.unwrap(held) if inspect.isfunction(held) else held


class Stubs(unittest.TestCase):
    def setUp(self):
        spec = importlib.util.spec_from_file_location("write_stubs", PYTHON / "stubs/write_stubs.py")
        writer = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(writer)
        self.live_functions, self.live_classes = parsed(writer.stub())
        self.live_builders, _ = parsed(writer.builders_stub())
        text = (PYTHON / "ngraph" / "_engine.pyi").read_text()
        self.functions, self.classes = parsed(text)
        self.public = {name for name in self.live_functions
                       if unwrapped(getattr(ng, name, None)) is getattr(_engine, name)}

    def test_functions(self):
        told = {name: self.live_functions.get(name) for name in self.functions}
        self.assertEqual(self.functions, told, AGAIN)
        self.assertGreater(len(self.public), 70)
        self.assertLessEqual(self.public, set(self.functions), AGAIN)

    def test_builders(self):
        text = (PYTHON / "ngraph" / "op_graph" / "builders.pyi").read_text()
        self.assertEqual(parsed(text)[0], self.live_builders, AGAIN)
        keywords = {node.name: [each.arg for each in node.args.kwonlyargs]
                    for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
        self.assertEqual(keywords["sum"], ["name", "metadata"])

    def test_classes(self):
        self.assertLessEqual(set(self.classes), set(self.live_classes), AGAIN)
        for name, methods in self.classes.items():
            held = getattr(_engine, name)
            if inspect.ismodule(held):  # see test_neon_is_declared_member_by_member
                continue
            self.assertLessEqual(methods - {"__call__"}, set(dir(held)), AGAIN)
            bound = {key for key, value in vars(held).items()
                     if inspect.isroutine(value) and not inspect.isfunction(value)}
            told = {key for key in bound if not key.startswith("_")}
            statics = {key for key in told if isinstance(vars(held)[key], staticmethod)}
            self.assertLessEqual(told - statics, methods, AGAIN)

    def test_neon_is_declared_member_by_member(self):
        text = (PYTHON / "ngraph" / "_engine.pyi").read_text()
        neon, = [node for node in ast.parse(text).body
                 if isinstance(node, ast.ClassDef) and node.name == "neon"]
        told = {node.name for node in neon.body
                if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        held = {name for name, each in vars(_engine.neon).items()
                if not name.startswith("__") and callable(each)}
        self.assertEqual(told, held, AGAIN)
        self.assertGreater(len(told), 40)

    def test_functions_are_documented(self):
        bare = {name for name in self.public
                if "\n\n" not in (getattr(_engine, name).__doc__ or "").rstrip()}
        self.assertEqual(bare, set())


class EveryOp(unittest.TestCase):
    """Every op of the engine's table has a Python function or is created by the engine only."""

    OTHER_NAMES = {"map_roles": "rename_axes", "print": "print_value",
                   "computation": "make_computation"}
    MADE_BY_THE_ENGINE = {
        "convolution_filters", "convolution_inputs",
        "cross_entropy_binary_logits", "cross_entropy_multi_logits", "ctc_gradient", "fused",
        "kept_value", "lookuptable_gradient", "parameter", "pooling_chosen", "pooling_gradient",
        "replace_slice", "scan_parameter", "unslice"}

    def test_it(self):
        table = (PYTHON.parent / "ops" / "op_table.cpp").read_text()
        names = set(re.findall(r"&(\w+)_op\b", table))
        self.assertGreater(len(names), 80)
        self.assertLessEqual(self.MADE_BY_THE_ENGINE, names)
        missing = {name for name in names - self.MADE_BY_THE_ENGINE
                   if not hasattr(_engine, self.OTHER_NAMES.get(name, name))}
        self.assertEqual(missing, set())


if __name__ == "__main__":
    unittest.main()
