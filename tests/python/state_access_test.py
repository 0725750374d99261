# SPDX-License-Identifier: Apache-2.0
"""Tests lengths set later, assigned parts, feeding, closing, values set before a computation."""
import types
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.op_graph.serde.serde_weights import extract_op, set_op_value, set_op_values


class Lengths(unittest.TestCase):
    def test_an_array_sets_them(self):
        c, d = ng.make_axis(name="len_C"), ng.make_axis(name="len_D")
        ng.constant(np.ones((2, 3)), [c, d])
        self.assertEqual((c.length, d.length), (2, 3))
        e = ng.make_axis(name="len_E")
        ng.variable([e], initial_value=np.zeros(4))
        self.assertEqual(e.length, 4)

    def test_set_after_building(self):
        n, k = ng.make_axis(name="len_N"), ng.make_axis(name="len_K")
        x, w = ng.placeholder([n]), ng.variable([n], initial_value=2)
        total = ng.sum(x * w, out_axes=()) + ng.sum(ng.one_hot(x, axis=k), out_axes=())
        n.length, k.length = 3, 5
        with ng.testing.executor(total, x) as run:
            self.assertEqual(float(run([1, 2, 3])), 12 + 3)

    def test_a_wrong_length_is_refused(self):
        with self.assertRaises(ValueError):
            ng.constant(np.ones(3), [ng.make_axis(2, name="len_two")])


class OnRanks(unittest.TestCase):
    def test_setting_state_reads_none(self):
        w = ng.variable([ng.make_axis(3, name="W")], initial_value=2)
        with ngt.make_transformer() as transformer:
            engine = transformer._engine
            transformer.computation(w)
            transformer._engine = types.SimpleNamespace(
                allocate=engine.allocate, holds=engine.holds, set_value=engine.set_value)
            transformer.set_tensor_view_value(w, [1, 2, 3])  # reading would wait for other ranks
            transformer._engine = engine
            self.assertEqual(transformer.get_tensor_view_value(w).tolist(), [1, 2, 3])

    def test_stages_of_one_rank_share_no_state(self):
        with self.assertRaisesRegex(ValueError, "give parallel"):
            ngt.make_transformer_factory("mpi", stages=2, shard_state="all")


class Parts(unittest.TestCase):
    def test_fill_a_part_of_each_storage(self):
        axes = ng.make_axes([ng.make_axis(2, name="A"), ng.make_axis(3, name="B")])
        for make in (ng.placeholder, ng.variable, ng.persistent_tensor, ng.temporary):
            a = make(axes)
            given = [a] if a.is_placeholder else []
            first = [] if a.is_placeholder else [ng.fill(a, 5)]
            done = ng.sequential(first + [ng.fill(a[:, 1], 0), ng.value_of(a)])
            with ng.testing.executor(done, *given) as run:
                found = run(*[np.full((2, 3), 5)] * len(given))
                np.testing.assert_array_equal(found, [[5, 0, 5]] * 2)
                if given:  # the next call has its own value
                    np.testing.assert_array_equal(run(np.full((2, 3), 4)), [[4, 0, 4]] * 2)

    def test_values_are_as_exact_as_the_storage(self):
        axes = [ng.make_axis(2, name="exact")]

        def stored(dtype, write):
            state = ng.variable(axes, dtype=dtype, initial_value=0)
            with ng.testing.executor(ng.sequential([write(state), ng.value_of(state)])) as run:
                return run().tolist()
        whole, real = [16777217, -16777219], [.1, 1 / 3]
        for dtype, values in ((np.int32, whole), (np.int64, [2**53 + 1, 5]), (np.float64, real)):
            for given in (values, np.array(values, dtype)):
                self.assertEqual(stored(dtype, lambda x: ng.assign(x, given)), values)
                self.assertEqual(
                    stored(dtype, lambda x: ng.set_item(x, (slice(None),), given)), values)
            for write in (ng.assign, ng.fill):
                self.assertEqual(stored(dtype, lambda x: write(x, values[0])), values[:1] * 2)
        self.assertEqual(stored(np.uint32, lambda x: ng.assign(x, 2**32 - 1)), [2**32 - 1] * 2)
        with self.assertRaises(TypeError):
            ng.assign(ng.variable(axes), "text")

    def test_expressions_before_a_placeholder_is_filled_keep_its_value(self):
        x = ng.placeholder([])
        before = x * 2
        done = ng.sequential([before, ng.assign(x, 10), x * 2, before])
        with ng.testing.executor([done, before], x) as run:
            self.assertEqual([float(each) for each in run(3)], [6, 6])

    def test_constants_are_not_assigned(self):
        with self.assertRaises(ValueError):
            ng.assign(ng.constant(1), 2)


class Costs(unittest.TestCase):
    def test_binary_cross_entropies_refuse_unmatched_axes(self):
        y = ng.placeholder([ng.make_axis(2, name="A")])
        t = ng.placeholder([ng.make_axis(2, name="B")])
        for cost in (ng.cross_entropy_binary, ng.cross_entropy_binary_inner):
            for values in (y, ng.sigmoid(y)):
                with self.assertRaises(ng.UnmatchedAxesError):
                    cost(values, t)


class Calls(unittest.TestCase):
    def test_keys_that_are_no_parameters_are_ignored(self):
        x, z = ng.placeholder([]), ng.placeholder([])
        with ngt.make_transformer() as transformer:
            run = transformer.computation(x + 1, x)
            self.assertEqual(float(run(feed_dict={x: 1, z: 4, "w": 5})), 2)
            with self.assertRaises(KeyError):
                run(feed_dict={z: 4})

    def test_a_call_opens_a_closed_transformer(self):
        transformer = ngt.make_transformer()
        v = ng.variable([], initial_value=1)
        step = transformer.computation(ng.sequential([ng.assign(v, v + 1), v]))
        value = transformer.computation(v)
        step()
        self.assertEqual(float(step()), 3)
        transformer.close()
        self.assertTrue(transformer.closed)
        self.assertEqual(float(step()), 2)
        self.assertFalse(transformer.closed)
        self.assertEqual(float(value()), 2)
        transformer.close()

    def test_values_set_before_the_first_computation(self):
        v, w = ng.variable([]), ng.variable([], initial_value=3)
        with ngt.make_transformer() as transformer:
            set_op_value(transformer, v, 7)
            self.assertEqual(float(extract_op(transformer, v)), 7)
            self.assertEqual(float(extract_op(transformer, w)), 3)
            set_op_values(transformer, [v, w], {v.uuid.bytes: 8, w.uuid.bytes: 9})
            self.assertEqual([float(x) for x in transformer.computation([v, w])()], [8, 9])


if __name__ == "__main__":
    unittest.main()
