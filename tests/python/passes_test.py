# SPDX-License-Identifier: Apache-2.0
"""Tests passes written in Python, loops, and dispatch by type."""
import contextlib
import io
import os
import tempfile
import unittest
from contextlib import closing
from unittest import mock

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.transformers.passes.memlayout import MemoryManager
from ngraph.transformers.passes.nviz import VizPass
from ngraph.transformers.passes.passes import GraphPass, PeepholeGraphPass, SimplePrune
from ngraph.util.generics import generic_function, generic_method


class NoDoubleNegation(PeepholeGraphPass):
    def __init__(self):
        self.replaced = 0

    @generic_method(dispatch_base_type=ng.Op)
    def visit(self, op, *args):
        pass

    @visit.on_type(ng.NegativeOp)
    def visit(self, op, x):
        if isinstance(x, ng.NegativeOp):
            self.replaced += 1
            self.replace_op(op, x.args[0])


class Pictures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        make_folder = mock.patch("tempfile.mkdtemp", return_value=folder.name)
        make_folder.start()
        self.addCleanup(make_folder.stop)
        self.x = ng.placeholder([ng.make_axis(3, name="C")]).named("in")
        with ng.metadata(layer_type="top", parts=[1, 2]):
            self.y = ng.exp(self.x).named("the \"top\"")

    def drawn(self, graph_pass):
        out = io.StringIO()
        with ngt.make_transformer() as transformer, contextlib.redirect_stdout(out):
            transformer.register_graph_pass(graph_pass)
            values = transformer.computation(self.y, self.x)([0, 0, 0])
        self.assertEqual(values.tolist(), [1, 1, 1])
        self.assertIn(graph_pass.path, out.getvalue())
        with open(graph_pass.path) as file:
            return file.read()

    def test_a_file_for_graphviz(self):
        with mock.patch("shutil.which", return_value=None):
            text = self.drawn(VizPass("layer_type", show_axes=True, show_metadata="parts"))
        x, y = self.x.id, self.y.id
        self.assertIn(f'{x} [label="in\\nC: 3"]\n', text)
        self.assertIn(f'subgraph cluster_1 {{\nlabel="top"\n{y} [label="the \\"top\\"\\nC: 3'
                      '\\n[1, 2]"]\n}', text)
        self.assertIn(f"{x} -> {y}\n", text)
        every = VizPass(show_all_metadata=True).dot([self.y])
        self.assertIn("layer_type=top\\nparts=[1, 2]", every)
        self.assertNotIn("cluster", every)
        self.assertIn("cluster", VizPass(subgraph_attr="parts").dot([self.y]))

    def test_a_picture_is_opened(self):
        program = os.path.join(self.folder, "dot")
        with open(program, "w") as file:
            file.write("#!/bin/sh\necho picture > $4\n")
        os.chmod(program, 0o755)
        with mock.patch("shutil.which", return_value=program), \
                mock.patch("webbrowser.open") as opened:
            self.assertEqual(self.drawn(VizPass(view=False)), "picture\n")
            opened.assert_not_called()
            self.drawn(VizPass())
            opened.assert_called_once_with(f"file://{self.folder}/graph.svg")


class Passes(unittest.TestCase):
    def setUp(self):
        self.x = ng.placeholder([ng.make_axis(3)])
        self.transformer = ngt.make_transformer()
        self.addCleanup(self.transformer.close)

    def value(self, op, *args):
        return self.transformer.computation(op, self.x)(*args).tolist()

    def test_a_peephole_pass(self):
        simpler = NoDoubleNegation()
        self.transformer.register_graph_pass(simpler)
        self.assertEqual(self.value(-(-(-(-self.x))) + 1, 2), [3, 3, 3])
        self.assertEqual(simpler.replaced, 2)

    def test_a_pass_that_replaces_ops(self):
        class SinesForCosines(GraphPass):
            def do_pass(self, ops, **kwargs):
                for op in ng.Op.ordered_ops(ops):
                    if isinstance(op, ng.CosOp):
                        self.replace_op(op, ng.sin(op.args[0]))
        root = ng.exp(ng.cos(self.x))
        plain = self.value(root, 1)
        self.transformer.register_graph_pass(SinesForCosines())
        np.testing.assert_allclose(plain, [np.exp(np.cos(1))] * 3, rtol=1e-6)
        np.testing.assert_allclose(self.value(root, 1), [np.exp(np.sin(1))] * 3, rtol=1e-6)

    def test_a_pass_is_called_directly(self):
        calls = []

        class Negated(GraphPass):
            def begin_pass(self, **kwargs):
                calls.append("begin")

            def do_pass(self, ops, **kwargs):
                calls.append("do")
                self.replace_op(ops[0], -ops[0])

            def end_pass(self, **kwargs):
                calls.append("end")
        root = ng.exp(self.x)
        Negated().wrapped_do_pass(ops=[root])
        self.assertEqual(calls, ["begin", "do", "end"])
        self.assertEqual(self.value(root.forwarded, 0), [-1, -1, -1])

    def test_a_replacement_may_contain_the_replaced_op(self):
        class Twice(GraphPass):
            def do_pass(self, ops, **kwargs):
                self.replace_op(self.op_arg(self.op_arg(ops[0], 0), 0),
                                2 * self.op_arg(self.op_arg(ops[0], 0), 0))
        self.transformer.register_graph_pass(Twice())
        self.assertEqual(self.value(-ng.exp(self.x) * 1, 0), [-2, -2, -2])

    def test_the_engines_own_passes(self):
        names = list(ngt.pass_choices())
        self.assertIn("fuse", names)
        self.transformer.disabled_passes = {"fuse"}
        self.assertEqual(self.transformer.disabled_passes, {"fuse"})
        self.assertEqual(self.value(ng.tanh(self.x) * 0 + 1, 1), [1, 1, 1])
        with self.assertRaises(ValueError) as refused:
            self.transformer.disabled_passes = {"expand_deriv"}
        self.assertIn("expand_deriv", str(refused.exception))
        with self.assertRaises(ValueError):
            self.transformer.pipeline = ["no such pass"]
        with self.assertRaises(ValueError):
            self.transformer.pipeline = ["fuse", "expand_deriv"]
        self.transformer.pipeline = ["expand_deriv", "version_state", "expand_composites", "fuse"]
        self.assertEqual(self.value(ng.mean(self.x, out_axes=()), 2), 2)

    def test_families_of_ops(self):
        self.assertIsInstance(ng.exp(self.x), ng.UnaryElementWiseOp)
        self.assertIsInstance(self.x + 1, ng.BinaryElementWiseOp)
        self.assertIsInstance(ng.sum(self.x), ng.ReductionOp)
        self.assertNotIsInstance(ng.sum(self.x), ng.ElementWiseOp)

    def test_errors(self):
        class OtherAxes(GraphPass):
            def do_pass(self, ops, **kwargs):
                self.replace_op(ops[0].args[0], ng.constant(1))
        self.transformer.register_graph_pass(OtherAxes())
        with self.assertRaises(ValueError):
            self.value(self.x + 1)

        class Endless(PeepholeGraphPass):
            most_rounds = 5

            def visit(self, op, *args):
                if isinstance(op, ng.Add):
                    self.replace_op(op, args[0] + args[1])
        self.transformer.graph_passes[:] = [Endless()]
        with self.assertRaises(RuntimeError):
            self.value(self.x + 1)


class Loops(unittest.TestCase):
    def test_scan(self):
        t, c = ng.make_axis(4, name="T"), ng.make_axis(2, name="C")
        x, start = ng.placeholder([t, c]), ng.placeholder([c])

        def step(states, elements):
            total = states[0] + elements[0]
            return [total], [total * 2]
        states, outputs = ng.scan(t, [start], [x], step)
        slope = ng.deriv(ng.sum(outputs[0], out_axes=()), x)
        v = np.arange(8, dtype=np.float32).reshape(4, 2)
        with closing(ngt.make_transformer()) as transformer:
            run = transformer.computation([states[0], outputs[0], slope], x, start)
            last, all_steps, slopes = run(v, [1, 1])
        np.testing.assert_allclose(last, v.sum(0) + 1)
        np.testing.assert_allclose(all_steps, 2 * (v.cumsum(0) + 1))
        np.testing.assert_allclose(slopes, [[8, 8], [6, 6], [4, 4], [2, 2]])

    def test_a_body_that_fails(self):
        t = ng.make_axis(4)
        with self.assertRaises(ZeroDivisionError):
            ng.scan(t, [ng.constant(0)], [], lambda states, elements: 1 / 0)

    def test_a_body_returns_states_and_outputs(self):
        with self.assertRaisesRegex(TypeError, "next states, outputs.*returned None"):
            ng.scan(ng.make_axis(4), [ng.constant(0)], [], lambda states, elements: None)


class Pruning(unittest.TestCase):
    def setUp(self):
        self.x = ng.placeholder([ng.make_axis(3, name="A")])

    def pruned(self, op):
        SimplePrune().do_pass([op])
        return op.forwarded

    def test_scalar_constants(self):
        x = self.x
        self.assertIs(x.forwarded, x)
        self.assertEqual(self.pruned(x * 1), x)
        self.assertEqual(self.pruned(0 + x), x)
        nothing = self.pruned(x * 0)
        self.assertEqual((float(nothing.const), nothing.axes), (0, x.axes))
        self.assertIsInstance(self.pruned(x * -1), ng.NegativeOp)
        self.assertEqual(float(self.pruned(-ng.constant(4.0)).const), -4)
        spread = ng.broadcast(ng.constant(2.0), x.axes)
        self.assertEqual(float(self.pruned(ng.sum(spread)).const), 6)
        self.assertEqual(float(self.pruned(ng.prod(spread)).const), 8)
        untouched = x * 2
        self.assertEqual(self.pruned(untouched), untouched)

    def test_logarithms_of_exponentials(self):
        x = self.x
        self.assertEqual(self.pruned(ng.log(ng.exp(x))), x)
        quotient = ng.log(ng.exp(x) / ng.sum(ng.exp(x)))
        pruned = self.pruned(quotient)
        self.assertIsInstance(pruned, ng.Subtract)
        with closing(ngt.make_transformer()) as transformer:
            both = transformer.computation([quotient, pruned], x)([1, 2, 3])
        np.testing.assert_allclose(both[0], both[1], rtol=1e-6)

    def test_types_and_values_before_assignments_are_kept(self):
        whole = ng.placeholder(self.x.axes, dtype=np.int32)
        self.assertNotEqual(self.pruned(whole * 1), whole)
        self.assertNotEqual(self.pruned(whole + 0), whole)
        v = ng.variable([], initial_value=2)
        before = v * 1
        after = ng.sequential([before, ng.assign(v, 5), v * 1 + before])
        with closing(ngt.make_transformer()) as transformer:
            transformer.register_graph_pass(SimplePrune())
            self.assertEqual(float(transformer.computation(after)()), 7)

    def test_a_registered_pass_changes_the_program(self):
        with closing(ngt.make_transformer()) as transformer:
            transformer.register_graph_pass(SimplePrune())
            value = transformer.computation(self.x * 1 + 0, self.x)([1, 2, 3])
        self.assertEqual(value.tolist(), [1, 2, 3])


class Memory(unittest.TestCase):
    def stretches(self, manager):
        return [(node.size, node.is_free) for node in manager.node_list[:-1]]

    def test_best_fit_and_joining(self):
        manager = MemoryManager()
        self.assertEqual([manager.allocate(10) for _ in range(4)], [0, 10, 20, 30])
        self.assertEqual(manager.max_allocated(), 40)
        manager.free(10)
        self.assertEqual(self.stretches(manager),
                         [(10, False), (10, True), (10, False), (10, False)])
        self.assertEqual(manager.allocate(0), 0)
        self.assertEqual(manager.allocate(12), 40)  # the gap between them is too small
        self.assertEqual(manager.allocate(4), 10)
        manager.free(10)
        manager.free(0)
        manager.free(20)
        self.assertEqual(self.stretches(manager)[0], (30, True))
        self.assertEqual(manager.max_allocated(), 52)
        self.assertEqual(manager.allocate(30), 0)

    def test_smallest_fitting_gap(self):
        manager = MemoryManager()
        offsets = [manager.allocate(size) for size in (20, 1, 10, 1)]
        manager.free(offsets[0])
        manager.free(offsets[2])
        self.assertEqual(manager.allocate(9), offsets[2])
        self.assertEqual(manager.allocate(9), 0)

    def test_alignment(self):
        self.assertEqual([MemoryManager.align(n, 64) for n in (0, 1, 64, 65)], [0, 64, 64, 128])
        manager = MemoryManager(alignment=64)
        self.assertEqual([manager.allocate(n) for n in (1, 64, 65, 3)], [0, 64, 128, 256])

    def test_freeing_unallocated_memory_fails(self):
        manager = MemoryManager()
        manager.allocate(10)
        for offset in (5, 10, -1):
            with self.assertRaises(RuntimeError):
                manager.free(offset)
        manager.free(0)
        with self.assertRaises(RuntimeError):
            manager.free(0)
        with self.assertRaises(ValueError):
            manager.allocate(-1)
        with self.assertRaises(ValueError):
            MemoryManager(alignment=0)


class Dispatch(unittest.TestCase):
    def test_generic_function(self):
        @generic_function(dispatch_base_type=object)
        def kind(value):
            return "thing"

        @kind.on_type(int)
        def kind(value):
            return "number"

        @kind.on_type(bool)
        def kind(value):
            return "truth"
        self.assertEqual([kind("a"), kind(1), kind(True)], ["thing", "number", "truth"])


if __name__ == "__main__":
    unittest.main()
