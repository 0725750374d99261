# SPDX-License-Identifier: Apache-2.0
"""Tests that the type stub matches the extension, and that the extension has every op."""
import ast
import importlib.util
import inspect
import pathlib
import unittest

import ngraph as ng
from ngraph import _engine

PYTHON = pathlib.Path(__file__).resolve().parents[2] / "engine" / "python"
STUB = pathlib.Path(_engine.__file__).parent / "_engine.pyi"  # absent in sanitizer builds
BUILDERS = STUB.parent / "builders.pyi"
AGAIN = "build ngraph_python again, which writes the stub"


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
        spec = importlib.util.spec_from_file_location("write_stubs",
                                                      PYTHON / "stubs/write_stubs.py")
        writer = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(writer)
        self.writer = writer
        self.live_functions, self.live_classes = parsed(writer.stub())
        self.text = STUB.read_text() if STUB.exists() else writer.stub()
        self.functions, self.classes = parsed(self.text)
        self.live_builders, _ = parsed(writer.builders_stub())
        self.public = {name for name in self.live_functions
                       if unwrapped(getattr(ng, name, None)) is getattr(_engine, name)}

    def test_functions(self):
        listed = {name: self.live_functions.get(name) for name in self.functions}
        self.assertEqual(self.functions, listed, AGAIN)
        self.assertGreater(len(self.public), 70)
        self.assertLessEqual(self.public, set(self.functions), AGAIN)

    def test_builders(self):
        text = BUILDERS.read_text() if BUILDERS.exists() else self.writer.builders_stub()
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
            listed = {key for key in bound if not key.startswith("_")}
            statics = {key for key in listed if isinstance(vars(held)[key], staticmethod)}
            self.assertLessEqual(listed - statics, methods, AGAIN)

    def test_neon_is_declared_member_by_member(self):
        neon, = [node for node in ast.parse(self.text).body
                 if isinstance(node, ast.ClassDef) and node.name == "neon"]
        listed = {node.name for node in neon.body
                  if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        held = {name for name, each in vars(_engine.neon).items()
                if not name.startswith("__") and callable(each)}
        self.assertEqual(listed, held, AGAIN)
        self.assertGreater(len(listed), 40)

    def test_functions_are_documented(self):
        bare = {name for name in self.public
                if "\n\n" not in (getattr(_engine, name).__doc__ or "").rstrip()}
        self.assertEqual(bare, set())


class EveryOp(unittest.TestCase):
    """The functions of the engine's op table are those of the package."""

    def test_it(self):
        names = {name for row in _engine.op_table() for name, _ in row["functions"]}
        self.assertGreater(len(names), 80)
        self.assertEqual(names, set(_engine.__all__))
        self.assertEqual(names - set(dir(ng)), set())
        self.assertLessEqual(names | {"Op", "computation"}, set(ng.__all__))

    def test_arguments_are_checked(self):
        x = ng.constant([1.0, 2.0])
        for wrong in (lambda: ng.add(x), lambda: ng.add(x, x, None, x), lambda: ng.exp(y=x),
                      lambda: ng.exp(x, x=x), lambda: ng.exp("x"), lambda: ng.safelog(x, "-50")):
            self.assertRaises(TypeError, wrong)
        self.assertEqual(ng.safelog(x).attribute("limit"), -50.0)
        self.assertEqual(ng.safelog(x, limit=-9).attribute("limit"), -9.0)


if __name__ == "__main__":
    unittest.main()
