# SPDX-License-Identifier: Apache-2.0
"""Tests Python features of ops: operators, subscripts, classes, names, metadata, capture, lines."""
import inspect
import unittest
from xml.etree import ElementTree

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.util.names import NameableValue, name_scope


def line_here():
    return inspect.currentframe().f_back.f_lineno


class Operators(unittest.TestCase):
    def setUp(self):
        self.x = ng.placeholder([ng.make_axis(3, name="C")])
        self.values = np.array([1, 2, 5], np.float32)

    def check(self, op, wanted):
        np.testing.assert_allclose(op.value(self.values), wanted, rtol=1e-6)

    def test_arithmetic(self):
        x, v = self.x, self.values
        self.check(2 + x - 1, 1 + v)
        self.check(1 - x, 1 - v)
        self.check(2 / x * 3, 6 / v)
        self.check(x // 2 + x % 2, v // 2 + v % 2)
        self.check(2 ** x + x ** 2, 2 ** v + v ** 2)
        self.check(-x + abs(-x), 0 * v)
        self.check((x > 1) + (x < 5) + (x >= 5) + (x <= 1), [2, 2, 2])

    def test_what_computes_in_float64(self):
        axis, wide = self.x.axes[0], {"dtype": np.float64}
        x = ng.placeholder([axis], **wide)
        values = np.array([0.1, 0.2, 0.7])
        square = ng.multiply(x, x, **wide)
        total = ng.sum(ng.multiply(square, x, **wide), out_axes=(), **wide)
        for op, wanted in ((square, values ** 2), (total, (values ** 3).sum()),
                           (ng.deriv(total, x), 3 * values ** 2), (x[1:], values[1:]),
                           (ng.flatten(x), values), (ng.dot(x, x, **wide), values @ values)):
            self.assertEqual(op.dtype, np.float64)
            np.testing.assert_allclose(op.value(values), wanted, rtol=1e-14)
        weight = ng.variable([axis], initial_value=values, **wide)
        label = ng.one_hot(ng.constant(1), axis=axis)
        for op in (x + x, ng.exp(x), -x, ng.variance(x), ng.sigmoid(x), ng.softmax(x, axis),
                   ng.cross_entropy_multi(ng.softmax(x, axis), label), weight - 0.1 * weight):
            self.assertEqual(op.dtype, np.float32)

    def test_arrays_become_constants(self):
        total = ng.sum(self.x * ng.constant([1, 2, 3], axes=self.x.axes))
        self.assertEqual(float(total.value(self.values)), 1 + 4 + 15)
        outer = self.x * [1.0, 2.0]
        self.assertEqual(outer.axes.lengths, (3, 2))
        self.assertEqual((np.ones(2) * self.x).axes.lengths, (2, 3))

    def test_in_place_makes_an_assign(self):
        w = ng.variable([], initial_value=1)
        kept = w
        w += 2
        self.assertIsInstance(w, ng.AssignOp)
        with ng.testing.executor([w, kept]) as run:
            self.assertEqual([None, 3.0], list(run()))

    def test_parts_of_variables_are_assigned(self):
        w = ng.variable([ng.make_axis(2), ng.make_axis(3)], initial_value=1)
        changed = ng.sequential([ng.assign(w[0], [1, 2, 3]), ng.fill(w[1, 1:], 7), w])
        with ng.testing.executor(changed) as run:
            self.assertEqual(run().tolist(), [[1, 2, 3], [1, 7, 7]])
        with self.assertRaises(ValueError):
            ng.assign((w + 1)[0], 2)

    def test_flattening_at_positions_from_the_end(self):
        x = ng.placeholder([ng.make_axis(2), ng.make_axis(3), ng.make_axis(4)])
        self.assertEqual(ng.flatten_at(x, -1).axes.lengths, (6, 4))
        self.assertEqual(ng.flatten_at(x, 1).axes.lengths, (2, 12))
        for position in (-4, 4):
            with self.assertRaisesRegex(ValueError, f"no position {position}"):
                ng.flatten_at(x, position)

    def test_temporaries_have_no_initial_value(self):
        with self.assertRaisesRegex(ValueError, "initial value is not allowed"):
            ng.temporary([ng.make_axis(2)], initial_value=3)

    def test_any_iterable_of_ops(self):
        w = ng.variable([], initial_value=1)
        steps = {"more": ng.assign(w, w + 2), "twice": w * 2}
        with ng.testing.executor([ng.sequential(steps.values()),
                                  ng.doall(step for step in steps.values())]) as run:
            self.assertEqual([6.0, None], list(run()))
        with self.assertRaisesRegex(TypeError, "needs a list of ops"):
            ng.doall(3)

    def test_in_place_assigns_a_part(self):
        w = ng.variable([ng.make_axis(4)], initial_value=1)
        part = w[1:3]
        part += 5
        with ng.testing.executor([part, w]) as run:
            self.assertEqual(run()[1].tolist(), [1, 6, 6, 1])

    def test_ops_are_not_sequences(self):
        with self.assertRaises(TypeError):
            list(self.x)

    def test_subscripts(self):
        y = ng.placeholder([ng.make_axis(2, name="A"), ng.make_axis(4, name="B")])
        v = np.arange(8, dtype=np.float32).reshape(2, 4)
        for key in (0, -1, (1, slice(1, 3)), (slice(None), 2), (Ellipsis, 0), (0, slice(0, 4, 2))):
            np.testing.assert_array_equal(y[key].value(v), v[key])
        with self.assertRaises(ValueError):
            y[2]  # noqa: B018  the subscript must raise
        with self.assertRaises(TypeError):
            y["a"]  # noqa: B018
        with self.assertRaisesRegex(TypeError, "tuples"):
            y[[0, 1]]  # noqa: B018
        for wrong in ([1.5, 2], [1, (2,)], [None, 0]):
            with self.assertRaisesRegex(TypeError, "a list of integers and pairs of integers"):
                ng.pad(y, wrong)

    def test_comparisons_take_numbers_exactly(self):
        whole = ng.placeholder([], dtype=np.int64)
        real = ng.placeholder([], dtype=np.float64)
        for kind in (int, np.int64, np.array):
            self.assertEqual(ng.equal(whole, kind(16777217)).value(16777217), 1)
        for kind in (float, np.float64, np.array):
            self.assertEqual(ng.equal(real, kind(0.1)).value(0.1), 1)
            self.assertEqual(ng.less(real, kind(0.1)).value(0.1), 0)

    def test_ops_are_identities(self):
        self.assertNotEqual(self.x + 1, self.x + 1)
        self.assertIs((self.x + 1).args[0], self.x)
        w = ng.variable([]).named("w")
        self.assertIs((w * self.x).variables()[0], w)
        self.assertEqual({w: 1}[w], 1)

    def test_classes(self):
        self.assertIsInstance(self.x + 1, ng.Add)
        self.assertNotIsInstance(self.x, ng.Add)
        self.assertIsInstance(self.x, ng.AssignableTensorOp)
        self.check(ng.Add(self.x, 1), self.values + 1)
        self.check(ng.Transpose(self.x), self.values)
        with self.assertRaises(TypeError):
            ng.BpropPoolOp(self.x)


class Costs(unittest.TestCase):
    def test_lengths_of_ctc_may_be_flattened(self):
        n, one = ng.make_axis(2, name="N"), ng.make_axis(1, name="one")
        x = ng.placeholder([ng.make_axis(4, name="REC"), n, ng.make_axis(3, name="C")])
        labels = ng.constant([1, 2, 1], axes=ng.make_axes([ng.make_axis(3, name="L")]))
        lens, counts = ([ng.constant(np.array(each)[:, None], axes=ng.make_axes([n, one]))
                         for each in ([100, 75], [1, 2])])
        column = ng.ctc(x, labels, ng.flatten(lens), ng.flatten(counts))
        flat = ng.ctc(x, labels, ng.constant([100, 75], axes=ng.make_axes([n])),
                      ng.constant([1, 2], axes=ng.make_axes([n])))
        with ng.testing.executor([flat, column], x) as run:
            first, second = run(np.linspace(-1, 1, 24).reshape(4, 2, 3))
        self.assertTrue((first > 0).all())
        np.testing.assert_array_equal(first, second)
        wrong = ng.ctc(x, labels, ng.constant([100, 75], axes=ng.make_axes([n])),
                       ng.constant([-1, 2], axes=ng.make_axes([n])))
        with ng.testing.executor(wrong, x) as run, \
                self.assertRaisesRegex(ValueError, "label length of ctc is out of range"):
            run(np.zeros((4, 2, 3)))
        with self.assertRaises(ValueError):
            other = ng.constant([100, 75], axes=ng.make_axes([ng.make_axis(2, name="other")]))
            ng.ctc(x, labels, other, other)


class Labels(unittest.TestCase):
    def test_names_and_scopes(self):
        with name_scope("outer") as outer:
            with name_scope("inner"):
                op = ng.constant(1).named("W")
        self.assertEqual(op.name, "outer/inner/W")
        self.assertEqual(op.unscoped_name, "W")
        self.assertEqual(outer.name, "outer")
        self.assertEqual(ng.constant(1).named("a name").safe_name, "a_name")

    def test_named_objects_are_unique(self):
        first, second = NameableValue("thing"), NameableValue("thing")
        self.assertNotEqual(first.name, second.name)
        self.assertIs(NameableValue.get_object_by_name(second.name), second)
        name = second.name
        del second
        with self.assertRaises(KeyError):
            NameableValue.get_object_by_name(name)

    def test_the_users_line(self):
        x = ng.placeholder([ng.make_axis(3, name="A")])
        self.assertEqual((x.file, x.line), (__file__, line_here() - 1))
        with self.assertRaises(ValueError) as refused:
            x + ng.placeholder([ng.make_axis(4, name="A")])
        self.assertIn(f"{__file__}:{line_here() - 1}", refused.exception.where)

    def test_lines_of_the_package_are_not_the_users(self):
        with ng.Op.all_ops() as ops:
            ng.placeholder([]).mean()
        self.assertEqual({op.line for op in ops}, {line_here() - 1})

    def test_metadata(self):
        axis = ng.make_axis(2)
        with ng.metadata(device="gpu", ids=("0", "1")), ng.metadata(device="cpu", parallel=axis):
            op = ng.constant(1)
        self.assertEqual(op.metadata["device"], "gpu")
        self.assertEqual(op.metadata["ids"], ("0", "1"))
        self.assertIs(op.metadata["parallel"], axis)
        op.metadata["more"] = 3
        self.assertEqual(dict(op.metadata)["more"], 3)
        self.assertEqual(dict(ng.constant(1).metadata), {})
        with self.assertRaises(ValueError):
            ng.with_op_metadata(ng.constant)(1, metadata="text")
        stamped = ng.with_op_metadata(ng.constant, metadata={"a": "1"})(1, metadata={"b": "2"})
        self.assertEqual(dict(stamped.metadata), {"a": "1", "b": "2"})

    def test_a_picture_for_notebooks(self):
        x = ng.placeholder([ng.make_axis(4, name="C")]).named("input")
        picture = ElementTree.fromstring((ng.tanh(x + 1) * x)._repr_svg_())
        texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
        for wanted in ("input", "1", "add", "tanh", "multiply", "C: 4"):
            self.assertIn(wanted, texts)
        self.assertEqual(len(list(picture.iter("{http://www.w3.org/2000/svg}path"))), 5)
        for _ in range(200):
            x = x + 1
        self.assertIsNone(x._repr_svg_())

    def test_capture(self):
        before = ng.constant(1)
        with ng.Op.all_ops() as outer:
            first = before + 2
            with ng.Op.all_ops(isolate=True) as inner:
                second = before * 3
        self.assertEqual([op.class_name for op in outer], ["AssignableTensorOp", "Add"])
        self.assertIn(first, outer)
        self.assertIn(second, inner)
        self.assertNotIn(before, outer + inner)

    def test_initial_samples_are_those_of_random_ops(self):
        A = ng.make_axis(5, name="A")
        drawn = ng.InitialSamples("normal", location=2.0, spread=0.5, seed=7)
        v = ng.variable([A], initial_value=drawn)
        same = ng.normal(ng.constant(0.0, [A]), 2.0, 0.5, state=ng.random_state(7))
        with ngt.make_transformer() as transformer:
            first, second = transformer.computation([v, same])()
        np.testing.assert_allclose(first, second, rtol=1e-6)
        self.assertEqual(repr(drawn), "InitialSamples('normal', location=2.0, spread=0.5, seed=7)")
        self.assertEqual((drawn.location, drawn.spread, drawn.seed), (2.0, 0.5, 7))
        with self.assertRaisesRegex(ValueError, "'poisson'"):
            ng.InitialSamples("poisson")

    def test_errors_name_python_functions(self):
        with self.assertRaisesRegex(ValueError, r"make it with ng\.variable") as refused:
            ng.assign(ng.placeholder(()) + 1, 1)
        self.assertNotIn("::", str(refused.exception) + refused.exception.action)

    def test_checked_classes(self):
        x, C = ng.placeholder([ng.make_axis(3, name="N")]), ng.make_axis(4, name="C")
        with ngt.make_transformer() as transformer:
            checked = transformer.computation(ng.checked_classes(x, C), x)
            rows = transformer.computation(ng.class_rows(x, C), x)
            self.assertEqual(checked([0, 2.5, 3]).tolist(), [0, 2, 3])
            self.assertEqual(rows([9, 0, 1])[:2].tolist(), [[0, 1, 0], [0, 0, 1]])
            with self.assertRaisesRegex(IndexError, "0 to 3"):
                checked([0, 4, 0])


if __name__ == "__main__":
    unittest.main()
