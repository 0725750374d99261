# SPDX-License-Identifier: Apache-2.0
"""Tests arguments that all functions creating ops accept, op classes, and window errors."""
import unittest
import warnings

import numpy as np

import ngraph as ng
from ngraph.op_graph.convolution import bprop_conv, update_conv
from ngraph.op_graph.pooling import BpropPoolOp

C, D = ng.make_axis(2, name="C"), ng.make_axis(3, name="D")


class NamesAndMetadata(unittest.TestCase):
    def test_storage(self):
        for make in (ng.variable, ng.placeholder, ng.persistent_tensor, ng.temporary):
            op = make([C], name="kept", metadata={"role": "weight", "level": 2})
            self.assertTrue(op.name.startswith("kept"))
            self.assertEqual(dict(op.metadata), {"role": "weight", "level": 2})
        self.assertEqual(ng.constant(3, metadata={"role": "limit"}).metadata["role"], "limit")

    def test_every_builder(self):
        x = ng.placeholder([C, D])
        for op in (ng.sum(x, out_axes=(), name="op"), ng.exp(x, name="op"),
                   ng.add(x, 1, name="op"), ng.tensor_slice(x, [0, slice(None)], name="op"),
                   ng.sequential([x + 1], name="op"), ng.softmax(x, name="op"),
                   ng.map_roles(x, {"C": "K"}, name="op"), ng.Add(x, 1, name="op")):
            self.assertTrue(op.name.startswith("op"), op)

    def test_an_op_that_is_returned_unchanged_keeps_its_name(self):
        x = ng.placeholder([C, D]).named("x_of_reorder")
        self.assertIs(ng.axes_with_order(x, [C, D], name="other", metadata={"a": 1}), x)
        self.assertEqual((x.name, dict(x.metadata)), ("x_of_reorder", {}))

    def test_open_metadata_takes_precedence(self):
        with ng.metadata(device="0"):
            op = ng.constant(1, metadata={"device": "1", "part": "a"})
        self.assertEqual(dict(op.metadata), {"device": "0", "part": "a"})

    def test_metadata_must_be_a_dict(self):
        with self.assertRaises(ValueError):
            ng.constant(1, metadata="weight")


class UnknownKeywords(unittest.TestCase):
    def test_reductions_ignore_them_with_a_warning(self):
        x = ng.placeholder([C, D])
        for reduce in (ng.sum, ng.max, ng.mean, ng.squared_L2, ng.argmax):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                self.assertEqual(reduce(x, out_axis=()).axes, reduce(x).axes)
            self.assertIn("out_axis", str(caught[0].message))
            self.assertEqual(caught[0].filename, __file__)

    def test_other_functions_refuse_them(self):
        with self.assertRaises(TypeError):
            ng.exp(ng.placeholder([C]), axis=0)


class Classes(unittest.TestCase):
    def test_families(self):
        x = ng.placeholder([C, D])
        self.assertIsInstance(x + 1, ng.TensorOp)
        self.assertNotIsInstance(ng.doall([]), ng.TensorOp)
        self.assertIsInstance(x[0], ng.IndexOp)
        self.assertIsInstance(ng.doall([]), ng.ControlBlockOp)
        self.assertNotIsInstance(x + 1, ng.ControlBlockOp)
        self.assertEqual((ng.default_dtype(), ng.default_int_dtype(np.int8)), (np.float32, np.int8))
        self.assertIsInstance(ng.constant(2), ng.LiteralScalarOp)
        self.assertEqual(float(ng.LiteralScalarOp(scalar=2.5).const), 2.5)
        for kind in (ng.AssignOneDOp, ng.ReadOp, ng.ReturnOp, ng.DotLowDimension):
            self.assertNotIsInstance(x + 1, kind)

    def test_subclasses_are_declared_and_refuse_to_create(self):
        class Mine(ng.TensorOp):
            pass
        self.assertNotIsInstance(ng.constant(1), Mine)
        with self.assertRaisesRegex(TypeError, "Mine"):
            Mine()

    def test_assign_by_keywords(self):
        v = ng.variable([], initial_value=1)
        with ng.testing.executor(ng.sequential([ng.AssignOp(tensor=v, val=4), v])) as run:
            self.assertEqual(float(run()), 4)

    def test_lists_of_ops(self):
        x, one = ng.as_ops([ng.placeholder([C]), 1])
        self.assertTrue(x.is_placeholder and one.is_constant)
        self.assertEqual([each.shape for each in ng.tensor_descriptions([x])], [(2,)])


def window_graph():
    image = ng.make_axes([ng.make_axis(n, name=name) for name, n in zip("CDHWN", (2, 1, 4, 4, 3))])
    filters = ng.make_axes([image[0]] + [ng.make_axis(n, name=name)
                                         for name, n in zip("TRSK", (1, 3, 3, 5))])
    out = ng.make_axes([filters[4]] + [ng.make_axis(n, name=name)
                                       for name, n in zip("MPQ", (1, 2, 2))] + [image[4]])
    parameters = {f"{what}_{axis}": int(what != "pad") for what in ("pad", "str", "dil")
                  for axis in "dhw"}
    return parameters, ng.placeholder(image), ng.placeholder(filters), out


class Windows(unittest.TestCase):
    def text_of(self, function, *args):
        with self.assertRaises(ValueError) as caught:
            function(*args)
        return str(caught.exception)

    def test_texts_of_convolution(self):
        parameters, x, f, out = window_graph()
        four = ng.placeholder(x.axes[:-1])
        self.assertEqual(self.text_of(ng.convolution, parameters, four, f, {}),
                         "convolution input shape must be length 5, found 4")
        self.assertEqual(self.text_of(ng.deconvolution, parameters, x, four, {}),
                         "convolution filter shape must be length 5, found 4")
        del parameters["pad_w"]
        self.assertEqual(self.text_of(ng.convolution, parameters, x, f, out),
                         "Expected parameter pad_w not present in convparams dict.")
        other = ng.placeholder([ng.make_axis(2, name="B")] + list(f.axes[1:]))
        self.assertIn("the first axis in input", self.text_of(
            ng.convolution, parameters, x, other, out))

    def test_texts_of_pooling(self):
        _, x, _, out = window_graph()
        self.assertEqual(self.text_of(ng.pooling, {"op": "max"}, ng.placeholder(out[:3]), {}),
                         "pooling input shape must be length 5, found 3")
        self.assertEqual(self.text_of(ng.pooling, {"op": "min"}, x, {}),
                         "Unsupported pooling type: min.  Only max and avg pooling currently "
                         "supported. ")

    def test_derivatives_by_class(self):
        parameters, x, f, out = window_graph()
        y, delta = ng.convolution(parameters, x, f, out), ng.placeholder(out)
        ops = [bprop_conv(delta, x, f, y), ng.deriv(y, x, delta),
               update_conv(delta, x, f, y), ng.deriv(y, f, delta)]
        rng = np.random.RandomState(0)
        values = [rng.rand(*op.axes.lengths) for op in (x, f, delta)]
        with ng.testing.executor(ops, x, f, delta) as run:
            a, b, c, d = run(*values)
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(c, d)

    def test_derivative_of_pooling_by_class(self):
        _, x, _, _ = window_graph()
        parameters = {"op": "max", "J": 1, "T": 1, "R": 2, "S": 2}
        parameters.update({f"{what}_{axis}": 0 if what == "pad" else 1 + (axis in "hw")
                           for what in ("pad", "str") for axis in "cdhw"})
        out = ng.make_axes([*x.axes[:2], *(ng.make_axis(2, name=name) for name in "PQ"), x.axes[4]])
        y, delta = ng.pooling(parameters, x, out), ng.placeholder(out)
        with ng.testing.executor(BpropPoolOp(delta, x, y), x, delta) as run:
            found = run(np.arange(96).reshape(x.axes.lengths), 1)
        self.assertEqual(found.sum(), 24)


if __name__ == "__main__":
    unittest.main()
