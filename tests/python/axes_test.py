# SPDX-License-Identifier: Apache-2.0
"""Tests axes, axis maps and tensor descriptions as used from Python."""
import copy
import pickle
import unittest

import numpy as np

import ngraph as ng
from ngraph.op_graph.axes import (
    AxesMap, DuplicateAxisNames, FlattenedAxis, IncompatibleAxesError, TensorDescription,
    UnmatchedAxesError, slice_axis)


class AxisTest(unittest.TestCase):
    def test_identity_is_name_and_level(self):
        axis = ng.make_axis(4, name="C")
        self.assertEqual(axis, ng.make_axis(9, name="C"))
        self.assertEqual(hash(axis), hash(ng.make_axis(9, name="C")))
        self.assertNotEqual(axis, axis - 1)
        self.assertIs(axis - 1 + 1, axis)
        self.assertIs((axis - 1).primary_axis, axis)
        self.assertEqual((axis - 1).length, 4)
        self.assertEqual(axis.T, axis - 1)

    def test_lengths(self):
        axis = ng.make_axis()
        self.assertIsNone(axis.length)
        axis.length = 3
        self.assertEqual(len(axis), 3)
        with self.assertRaises(ValueError):
            axis.length = -1
        self.assertEqual(slice_axis(ng.make_axis(9), slice(2, 5)).length, 3)
        for wrong in ("A", 2.5):
            with self.assertRaisesRegex(TypeError, "length must be an integer or None"):
                ng.make_axis(wrong)

    def test_roles(self):
        self.assertTrue(ng.make_axis(2, name="N").is_batch)
        self.assertTrue(ng.make_axis(2, batch=True).is_batch)
        self.assertTrue(ng.make_axis(2, name="REC").is_recurrent)
        self.assertTrue(ng.make_axis(2, name="C").is_channel)
        height = ng.make_axis_role("Height")
        self.assertTrue(ng.make_axis(2, roles=[height]).has_role("Height"))

    def test_roles_without_a_name_differ(self):
        left, right = ng.make_axis_role(), ng.make_axis_role()
        self.assertTrue(ng.make_axis(3, roles=[left]).has_role(left.name))
        self.assertFalse(ng.make_axis(3, roles=[left]).has_role(right.name))

    def test_name_scopes_name_axes(self):
        ax = ng.make_name_scope("ax")
        ax.C = ng.make_axis(length=4)
        self.assertEqual(ax.C.name, "ax.C")
        self.assertTrue(ax.C.is_channel)
        ax.inner = ng.make_name_scope()
        ax.inner.W = ng.make_axis(2)
        self.assertEqual(ax.inner.W.name, "ax.inner.W")


class AxesTest(unittest.TestCase):
    def setUp(self):
        self.a, self.b, self.c = (ng.make_axis(n, name=s) for n, s in zip((2, 3, 4), "abc"))

    def test_algebra(self):
        a, b, c = self.a, self.b, self.c
        self.assertEqual(a + b, ng.make_axes([a, b]))
        self.assertEqual(ng.make_axes([a, b]) - ng.make_axes([b]), ng.make_axes(a))
        self.assertEqual(ng.make_axes([a, b]) | [b, c], ng.make_axes([a, b, c]))
        self.assertEqual(ng.make_axes([a, b]) & [b, c], ng.make_axes([b]))
        self.assertTrue(ng.make_axes([a, b]).is_equal_set([b, a]))
        with self.assertRaises(ValueError):
            ng.make_axes([a]) + ng.make_axes([a])
        with self.assertRaises(ValueError):
            ng.make_axes([a, ng.make_axis(7, name="a")])
        with self.assertRaises(ValueError):
            ng.make_axes([a]) == 3  # noqa: B015  the comparison must raise

    def test_as_a_tuple(self):
        axes = ng.make_axes([self.a, self.b, self.c])
        self.assertIs(axes[1], self.b)
        self.assertEqual(axes[1:], ng.make_axes([self.b, self.c]))
        self.assertEqual(list(axes), [self.a, self.b, self.c])
        self.assertEqual((axes.lengths, axes.names, axes.size), ((2, 3, 4), ("a", "b", "c"), 24))
        self.assertIn(self.b, axes)
        with self.assertRaises(KeyError):
            axes.get_by_names("z")

    def test_flattened(self):
        axes = ng.make_axes([self.a, [self.b, self.c]])
        self.assertEqual(axes.full_lengths, (2, (3, 4)))
        self.assertIsInstance(axes[1], FlattenedAxis)
        self.assertNotIsInstance(self.a, FlattenedAxis)
        self.assertEqual(axes[1].length, 12)
        self.assertEqual(ng.Axes.as_nested_list(axes), [self.a, [self.b, self.c]])
        self.assertEqual(ng.Axes.as_flattened_list(axes), [self.a, self.b, self.c])
        self.assertEqual([(axis.empty, axis.single) for axis in (*axes, FlattenedAxis([self.a]))],
                         [(False, True), (False, False), (False, True)])

    def test_maps(self):
        names = AxesMap({"a": "x"})
        mapped = names.map_axes(ng.make_axes([self.a, self.b]))
        self.assertEqual(mapped.names, ("x", "b"))
        self.assertIs(mapped[1], self.b)
        self.assertEqual(names.invert(), {"x": "a"})
        with self.assertRaises(TypeError):
            names["b"] = "y"
        with self.assertRaises(DuplicateAxisNames) as refused:
            AxesMap({"a": "x", "b": "x"})
        self.assertEqual(refused.exception.duplicate_axis_names, {"x": {"a", "b"}})

    def test_errors_are_the_originals_classes(self):
        x = ng.placeholder([self.a])
        with self.assertRaises(UnmatchedAxesError) as refused:
            ng.cross_entropy_multi(x, ng.placeholder([self.b]))
        self.assertIsInstance(refused.exception, IncompatibleAxesError)
        self.assertIsInstance(refused.exception, ValueError)


class PickleTest(unittest.TestCase):
    def test_axes_are_pickled_by_name_and_level(self):
        role = ng.make_axis_role("Height")
        a = ng.make_axis(3, name="A", roles=[role], docstring="rows")
        n = ng.make_axis(name="batch", batch=True)
        both = ng.make_axes([a, n])
        for axes in (a, a - 1, n, both, ng.make_axes([a - 1, n]), FlattenedAxis([a, both[1]]),
                     ng.make_axes()):
            again = pickle.loads(pickle.dumps(axes))
            self.assertEqual(again, axes)
            self.assertIs(copy.copy(axes), axes)
            self.assertIs(copy.deepcopy([axes])[0], axes)
        again = pickle.loads(pickle.dumps(a - 1)).primary_axis
        self.assertEqual((again.length, again.docstring, again.roles), (3, "rows", {"Height"}))
        self.assertTrue(pickle.loads(pickle.dumps(n)).is_batch)

    def test_pickling_an_op_suggests_serialize_graph(self):
        x = ng.placeholder(()).named("x")
        with self.assertRaisesRegex(TypeError, "serialize_graph"):
            pickle.dumps(x)
        self.assertIs(copy.deepcopy({"x": x})["x"], x)


class TensorDescriptionTest(unittest.TestCase):
    """Compares strides with those of NumPy's views."""

    def setUp(self):
        self.a, self.b, self.c = (ng.make_axis(n, name=s) for n, s in zip((2, 3, 4), "abc"))
        self.description = TensorDescription([self.a, self.b, self.c], np.dtype(np.float32))
        self.array = np.zeros((2, 3, 4), np.float32)

    def test_views(self):
        self.assertEqual(self.description.strides, self.array.strides)
        self.assertEqual(self.description.transpose().strides, self.array.T.strides)
        self.assertEqual(self.description.reorder([self.c, self.a, self.b]).strides,
                         self.array.transpose(2, 0, 1).strides)
        part = self.description.slice([1, slice(None), slice(1, 3)],
                                      [self.b, slice_axis(self.c, slice(1, 3))])
        self.assertEqual((part.offset, part.shape, part.strides),
                         (16 * 3 + 4, (3, 2), self.array[1, :, 1:3].strides))
        self.assertFalse(part.is_base)

    def test_flattened(self):
        flat = self.description.flatten(ng.make_axes([self.a, [self.b, self.c]]))
        self.assertEqual(flat.full_strides, (48, (16, 4)))
        self.assertEqual(flat.unflatten([self.a, self.b, self.c]).strides, self.array.strides)


if __name__ == "__main__":
    unittest.main()
