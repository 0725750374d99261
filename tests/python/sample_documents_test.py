# SPDX-License-Identifier: Apache-2.0
"""Tests that the documents of sample_graphs are those that their programs write, and that a program
may write any computation as a document.

With NGRAPH_REWRITE_GOLDEN=1 the documents are written.
"""
import json
import os
import pathlib
import tempfile
import unittest

import numpy as np

import ngraph as ng
from ngraph.documents import save_document
from ngraph.frontends import neon
from examples import PROGRAMS, SAMPLES, WITHOUT_DOCUMENT, run

LARGEST = 1_500_000  # bytes of a document with its samples


class SampleDocuments(unittest.TestCase):
    def check(self, name):
        document = SAMPLES / f"{name}.ngraph"
        if os.environ.get("NGRAPH_REWRITE_GOLDEN"):
            with tempfile.TemporaryDirectory() as folder:
                run(name, "--document", os.path.relpath(document, SAMPLES.parent), folder=folder)
        with tempfile.TemporaryDirectory() as folder:
            written = pathlib.Path(folder, document.name)
            run(name, "--document", str(written), folder=folder)
            self.assertEqual(written.read_text().splitlines(), document.read_text().splitlines())
            size = document.stat().st_size
            samples = document.with_suffix(".npz")
            self.assertEqual(samples.exists(), written.with_suffix(".npz").exists())
            if samples.exists():
                size += samples.stat().st_size
                new, kept = np.load(written.with_suffix(".npz")), np.load(samples)
                self.assertEqual(sorted(new.files), sorted(kept.files))
                for array in kept.files:
                    np.testing.assert_allclose(new[array], kept[array], rtol=1e-5, atol=1e-6)
            self.assertLess(size, LARGEST)
            self.assertEqual([str(each) for each in pathlib.Path(folder).glob("*.safetensors")], [])
            scopes = {op["name" if "name" in op else "automatic"].rpartition("/")[0]
                      for op in json.loads(written.read_text())["ops"]
                      if "/" in op.get("name", op.get("automatic", ""))}
            self.assertGreater(len(scopes), 2)


for _name in PROGRAMS:
    if _name not in WITHOUT_DOCUMENT:
        setattr(SampleDocuments, f"test_{os.path.basename(_name)}",
                lambda self, name=_name: self.check(name))


class SaveDocument(unittest.TestCase):
    def test_computations_and_the_plan_are_written(self):
        x = ng.placeholder([ng.make_axis(3, name="C")]).named("x")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.ngraph")
            save_document(path, {"double": ([2 * x], [x])}, {
                "computation": "double", "epochs": 2, "batches": 1,
                "bindings": [{"placeholder": "x", "value": 1}]}, "A title", made_by="me")
            with open(path, encoding="utf-8") as file:
                written = json.load(file)
            self.assertEqual(written["computations"][0]["name"], "double")
            self.assertEqual(written["plan"]["epochs"], 2)
            self.assertEqual((written["title"], written["made_by"]), ("A title", "me"))
            with self.assertRaisesRegex(ValueError, "epoch"):
                save_document(path, {"double": ([2 * x], [x])}, {"computation": "double",
                                                                 "epoch": 2})

    def test_the_engine_draws_weights_of_documents(self):
        neon.draw_by_engine()
        try:
            x = ng.placeholder([ng.make_axis(50, name="C"), ng.make_axis(2, name="N")]).named("x")
            for init in (neon.GaussianInit(), neon.UniformInit(), neon.GlorotInit(),
                         neon.XavierInit(), neon.KaimingInit(), neon.ConstantInit(0.5)):
                y = neon.Linear(init, nout=40)(x)
                with tempfile.TemporaryDirectory() as folder:
                    save_document(os.path.join(folder, "a.ngraph"), {"y": ([y], [x])})
                    self.assertEqual(os.listdir(folder), ["a.ngraph"])
        finally:
            neon.draw_by_engine(False)


if __name__ == "__main__":
    unittest.main()
