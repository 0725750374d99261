# SPDX-License-Identifier: Apache-2.0
"""Tests the HTML that notebooks show: well-formed, folded, self-contained and of limited size."""
import html
import os
import re
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from unittest import mock

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.documents import Document, save_document
from ngraph.util import program, web_view

VOID = {"meta", "input", "br", "img"}


class Parsed(HTMLParser):
    """Elements of a text; raises for an end tag that closes another element."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements = [], []
        self.feed(text)
        self.close()
        if self.open:
            raise AssertionError(f"not closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes another element")

    def attributes(self, tag):
        return [attributes for each, attributes in self.elements if each == tag]


def sample():
    """Return a training step: its cost, its update and its placeholder."""
    C, N = ng.make_axis(4, name="C"), ng.make_axis(8, name="N")
    x = ng.placeholder([C, N]).named("x")
    W = ng.variable([C - 1], initial_value=0.5).named("W")
    cost = ng.sum(ng.square(ng.dot(W, x) - 1), out_axes=())
    return cost, ng.assign(W, W - 0.1 * ng.deriv(cost, W)), x


class WebView(unittest.TestCase):
    def page(self, text):
        """Check a view, and return the page in its frame."""
        view = Parsed(text)
        folds = view.attributes("details")
        self.assertEqual(len(folds), 1)
        self.assertNotIn("open", folds[0])
        frames = view.attributes("iframe")
        self.assertEqual(len(frames), 1, text[-2000:])
        self.assertEqual(frames[0]["sandbox"], "allow-scripts")
        self.assertLess(len(text), web_view.MOST_BYTES * 1.2)
        page = frames[0]["srcdoc"]
        self.check_page(page)
        return page

    def check_page(self, page):
        elements = Parsed(page)
        for tag, attributes in elements.elements:
            self.assertNotIn(tag, ("link", "img", "iframe", "object"))
            self.assertFalse({"src", "href"} & set(attributes), (tag, attributes))
        policy = elements.attributes("meta")[1]["content"]
        self.assertTrue(policy.startswith("default-src 'none'"), policy)
        code = re.sub(r'<script id="data".*?</script>', "", page, flags=re.DOTALL)
        addresses = set(re.findall(r"https?://[^'\"\s]+", code))
        self.assertLessEqual(addresses, {"http://www.w3.org/2000/svg"})

    def test_computation(self):
        cost, update, x = sample()
        transformer = ngt.make_transformer()
        transformer.disabled_passes = {"fuse"}
        train = transformer.computation([cost, update], x)
        page = self.page(train._repr_html_())
        self.assertIn('"name":"W"', page)
        with mock.patch.object(web_view.subprocess, "run") as run:
            run.return_value = subprocess.CompletedProcess([], 1, stderr="stopped <here>\n")
            shown = train._repr_html_()
        words = run.call_args.args[0]
        self.assertEqual(words[4:], ["--transformer", "cpu", "--disable", "fuse"])
        self.assertIn("stopped &lt;here&gt;", shown)
        self.assertIn("Computation train", shown)

    def test_the_computation_still_runs(self):
        x = ng.placeholder(axes=())
        plus_one = ngt.make_transformer().computation(x + 1, x)
        self.page(plus_one._repr_html_())
        self.assertEqual(plus_one(4), 5)

    def test_op(self):
        cost, update, x = sample()
        text = cost._repr_html_()
        self.assertTrue(text.startswith("<svg "))
        self.page(text)
        self.page(update._repr_html_())
        self.page(x._repr_html_())
        self.page(ng.computation([cost], x)._repr_html_())

    def test_document(self):
        cost, update, x = sample()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kept & <b>.ngraph")
            document = save_document(path, {"train": ([cost, update], [x])}, title="</script><b>")
            self.assertIsInstance(document, Document)
            self.assertEqual(os.fspath(document), path)
            text = document._repr_html_()
            self.assertIn(html.escape("kept & <b>.ngraph"), text)
            self.page(text)
        self.assertIn("No such file", Document(path)._repr_html_())

    def test_a_path_may_look_like_an_option(self):
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            self.addCleanup(os.chdir, before)
            cost, update, x = sample()
            for path in ("--json", b"-bytes.ngraph"):
                document = save_document(path, {"train": ([cost, update], [x])})
                self.assertEqual(os.fspath(document), os.fsdecode(path))
                self.page(document._repr_html_())
            os.chdir(before)

    def test_large_graphs_have_no_page(self):
        x = ng.placeholder(axes=())
        y = x
        for _ in range(web_view.MOST_OPS):
            y = y + x
        text = y._repr_html_()
        self.assertEqual(Parsed(text).attributes("iframe"), [])
        self.assertIn("is not drawn", text)
        self.assertLess(len(text), 1000)

    def test_large_pages_are_not_kept(self):
        x = ng.placeholder(axes=())
        with mock.patch.object(web_view, "MOST_BYTES", 1000):
            self.assertIn("more than a notebook", (x + 1)._repr_html_())

    def test_large_values_are_not_written(self):
        W = ng.variable([ng.make_axis(1000)], initial_value=np.arange(1000))
        shown = {"a variable": W + 1, "a constant": ng.constant(np.arange(1000)) + 1}
        for what, op in shown.items():
            with self.subTest(what), mock.patch.object(web_view, "MOST_VALUES", 4003):
                with mock.patch.object(web_view._engine, "save_document") as save:
                    self.assertIn("constants and initial values", op._repr_html_())
                save.assert_not_called()
            with mock.patch.object(web_view, "MOST_VALUES", 4004):  # with the 1, 4 bytes each
                self.page(op._repr_html_())

    def test_without_a_temporary_folder(self):
        x = ng.placeholder(axes=())
        failing = mock.patch.object(web_view.tempfile, "TemporaryDirectory",
                                    side_effect=OSError(28, "No space left on device"))
        with failing:
            self.assertIn("No space left", (x + 1)._repr_html_())
            self.assertIn("No space left", Document("a.ngraph")._repr_html_())

    def test_without_the_program(self):
        x = ng.placeholder(axes=())
        with mock.patch.object(web_view, "program", lambda name: None):
            self.assertIn("needs the program ngraph", (x + 1)._repr_html_())

    def test_programs_of_the_path_are_not_started(self):
        with tempfile.TemporaryDirectory() as folder:
            other = os.path.join(folder, "another")
            with open(other, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n")
            os.chmod(other, 0o755)
            with mock.patch.dict(os.environ, PATH=folder):
                self.assertIsNone(program.program("another"))

    def test_the_command_line(self):
        run = subprocess.run([sys.executable, "-c", "from ngraph.util.program import main; main()",
                              "--version"], text=True, stdout=subprocess.PIPE, check=True)
        self.assertEqual(run.stdout.split()[0], "ngraph")
        self.assertEqual(program.program("ngraph"), os.environ["NGRAPH_CLI"])


if __name__ == "__main__":
    unittest.main()
