# SPDX-License-Identifier: Apache-2.0
"""Tests the metadata of devices from Python: the program of the documentation, ids, errors."""
import re
import unittest
from pathlib import Path

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt

PAGE = Path(__file__).parents[2] / "resources" / "docs" / "devices.md"


def run_on(name, results, *feeds):
    with ngt.make_transformer_factory(name)() as transformer:
        computation = transformer.computation(results, *(x for x, _ in feeds))
        return computation(*(value for _, value in feeds))


class Devices(unittest.TestCase):
    def setUp(self):
        self.n, self.c = ng.make_axis(6, name="N"), ng.make_axis(4, name="C")
        self.x = ng.placeholder([self.c, self.n])
        self.values = np.linspace(-1, 1, 24).reshape(4, 6)

    def test_the_program_of_the_page(self):
        program, = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
        names = {}
        try:
            exec(compile(program, str(PAGE), "exec"), names)
        finally:
            ngt.set_transformer_factory(ngt.make_transformer_factory("cpu"))
        self.assertEqual(len(names["losses"]), 20)
        self.assertLess(names["losses"][-1], names["losses"][0] / 2)

    def test_ops_of_two_devices(self):
        w = ng.variable([self.c], initial_value=0.5)
        with ng.metadata(device="cpu", device_id=0):
            y = ng.tanh(self.x * 2)
        with ng.metadata(device="reference"):
            loss = ng.sum(y * w, out_axes=())
        results = [loss, y, ng.deriv(loss, w)]
        found = run_on("hetr", results, (self.x, self.values))
        for own, expected in zip(found, run_on("cpu", results, (self.x, self.values))):
            np.testing.assert_allclose(own, expected, rtol=1e-5, atol=1e-6)

    def test_devices_divide_an_axis(self):
        for ids in (("0", "1"), (0, 1, 2), "0,1"):
            with ng.metadata(device="cpu", device_id=ids, parallel=self.n):
                y = ng.sum(ng.tanh(self.x), out_axes=[self.c])
            found = run_on("hetr", y, (self.x, self.values))
            np.testing.assert_allclose(found, np.tanh(self.values).sum(1), rtol=1e-5, atol=1e-6)

    def test_unknown_devices_are_named(self):
        with ng.metadata(device="tpu"):
            y = self.x + 1
        with self.assertRaisesRegex(ValueError, "there is no device 'tpu'"):
            run_on("hetr", y, (self.x, self.values))
        np.testing.assert_allclose(run_on("cpu", y, (self.x, self.values)), self.values + 1,
                                   rtol=1e-6)

    def test_choices(self):
        self.assertIn("hetr", ngt.transformer_choices())


if __name__ == "__main__":
    unittest.main()
