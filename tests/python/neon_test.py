# SPDX-License-Identifier: Apache-2.0
"""Tests neon from Python: layers, subgraphs, user-defined classes, optimizers, data, loops."""
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def fresh_input(features=3, batch=4):
    return ng.placeholder([ng.make_axis(features, name="F"), ng.make_axis(batch, name="N")])


def value_of(op, *fed):
    with ngt.make_transformer() as transformer:
        return transformer.computation(op, *(parameter for parameter, _ in fed))(
            *(value for _, value in fed))


class Scale(neon.Layer):
    """A user-defined layer: x times a trained scalar."""

    metadata = {"layer_type": "scale"}

    def __init__(self, start=2.0, **kwargs):
        super().__init__(**kwargs)
        self.start = start

    @neon.SubGraph.scope_op_creation
    def __call__(self, in_obj):
        if not self.initialized:
            self.W = ng.variable((), initial_value=self.start).named("W")
        return in_obj * self.W


class Layers(unittest.TestCase):

    def test_a_second_call_shares_the_weights(self):
        x = fresh_input()
        layer = neon.Affine(neon.ConstantInit(0.5), nout=2, bias_init=neon.ConstantInit(1.0))
        self.assertFalse(layer.initialized)
        self.assertIsNone(layer.linear.W)
        first, weights = layer(x), layer.linear.W
        again = layer(x)
        self.assertTrue(layer.initialized)
        self.assertEqual(layer.linear.W, weights)
        fed = np.arange(12.0).reshape(3, 4)
        np.testing.assert_allclose(value_of(first, (x, fed)), value_of(again, (x, fed)))
        np.testing.assert_allclose(value_of(first, (x, fed))[0], fed.sum(0) / 2 + 1)

    def test_a_user_layer_alone_and_in_a_sequential(self):
        x = fresh_input()
        own = Scale(3.0)
        net = neon.Sequential([lambda op: op + 1, own, neon.Activation(neon.Rectlin())])
        y = net(x)
        self.assertTrue(own.initialized)
        self.assertIs(net.layers[1], own)
        np.testing.assert_allclose(value_of(y, (x, np.ones((3, 4)))), np.full((3, 4), 6.0))
        self.assertEqual(own(x).variables(), [own.W])
        self.assertEqual(own.W.name, "Sequential/Scale/W")
        self.assertEqual(own.W.metadata["layer_type"], "scale")

    def test_a_user_layer_lives_as_long_as_the_net(self):
        x = fresh_input()
        net = neon.Sequential([Scale(5.0)])
        np.testing.assert_allclose(value_of(net(x), (x, np.ones((3, 4)))), np.full((3, 4), 5.0))

    def test_a_layer_of_the_engine_can_be_extended(self):
        class Doubled(neon.Affine):
            def __call__(self, in_obj):
                return super().__call__(in_obj) * 2
        x = fresh_input()
        net = neon.Sequential([Doubled(neon.ConstantInit(1.0), nout=2)])
        np.testing.assert_allclose(value_of(net(x), (x, np.ones((3, 4)))), np.full((2, 4), 6.0))

    def test_a_layer_without_a_call_is_refused_by_its_name(self):
        class Nothing(neon.Layer):
            pass
        with self.assertRaisesRegex(ValueError, "Nothing.*__call__"):
            Nothing()(fresh_input())

    def test_exceptions_of_user_layers_propagate(self):
        def refuse(op):
            raise LookupError("not today")
        with self.assertRaisesRegex(LookupError, "not today"):
            neon.Sequential([neon.Affine(neon.ConstantInit(1.0), nout=2), refuse])(fresh_input())

        class Silent(neon.Layer):
            def __call__(self, in_obj):
                return None
        with self.assertRaisesRegex(TypeError, "Silent.__call__ returned None"):
            neon.Sequential([Silent()])(fresh_input())
        self.assertEqual(repr(Silent(name="still")), "<Silent 'still'>")

    def test_inference_mode_ends_with_its_block(self):
        x = fresh_input()
        dropout = neon.Dropout(keep=0.25)
        self.assertFalse(neon.Layer.inference_mode)
        with neon.Layer.inference_mode_on():
            self.assertTrue(neon.Layer.inference_mode)
            y = dropout(x)
        self.assertFalse(neon.Layer.inference_mode)
        np.testing.assert_allclose(value_of(y, (x, np.ones((3, 4)))), np.full((3, 4), 0.25))

    def test_windows_by_name_and_word(self):
        image = ng.placeholder([ng.make_axis(2, name="C"), ng.make_axis(6, name="H"),
                                ng.make_axis(6, name="W"), ng.make_axis(3, name="N")])
        tuples = neon.Convolution((3, 3, 4), neon.ConstantInit(1.0), strides=2, padding="same")
        by_name = neon.Convolution({"H": 3, "W": 3, "K": 4}, neon.ConstantInit(1.0),
                                   strides={"H": 2, "W": 2}, padding={"H": (0, 1), "W": "same"})
        fed = np.random.RandomState(0).rand(2, 6, 6, 3)
        np.testing.assert_allclose(value_of(tuples(image), (image, fed)),
                                   value_of(by_name(image), (image, fed)))
        with self.assertRaisesRegex(ValueError, "pool"):
            neon.Pooling((2, 2), pool_type="median")(image)

    def test_windows_as_older_programs_name_them(self):
        image = ng.placeholder([ng.make_axis(n, name=name) for n, name in
                                ((2, "C"), (6, "H"), (6, "W"), (3, "N"))])
        older = neon.Convolution({"T": 1, "R": 3, "S": 3, "K": 4}, neon.ConstantInit(1.0),
                                 {"str_d": 1, "str_h": 2, "str_w": 2},
                                 {"pad_d": 0, "pad_h": 1, "pad_w": 1},
                                 {"dil_d": 1, "dil_h": 1, "dil_w": 1})
        newer = neon.Convolution((3, 3, 4), neon.ConstantInit(1.0), strides=2, padding=1)
        fed = np.random.RandomState(0).rand(2, 6, 6, 3)
        np.testing.assert_allclose(value_of(older(image), (image, fed)),
                                   value_of(newer(image), (image, fed)))

    def test_cells_start_from_arrays(self):
        x = ng.placeholder([ng.make_axis(n, name=name) for n, name in
                            ((2, "F"), (3, "REC"), (1, "N"))])
        cell = neon.RNNCell(2, init=np.eye(2), init_h2h=2 * np.eye(2), reset_cells=True)
        h = neon.unroll(cell, 3, x, return_sequence=False)
        found = value_of(h, (x, np.ones((2, 3, 1))))
        np.testing.assert_allclose(found, [[7.0], [7.0]])
        with self.assertRaisesRegex(ValueError, "unroll"):
            neon.RNNCell(2, init=np.eye(2), reset_cells=False)

    def test_recurrent_layers_accept_and_return_states(self):
        F, REC, N = (ng.make_axis(n, name=name) for n, name in ((3, "F"), (5, "REC"), (2, "N")))
        x = ng.placeholder([F, REC, N])
        lstm = neon.LSTM(4, neon.UniformInit(), activation=neon.Tanh(),
                         gate_activation=neon.Logistic())
        h, c = lstm(x, return_cell_state=True)
        self.assertEqual(h.axes.names, ("F", "REC", "N"))
        self.assertEqual(c.axes.lengths, h.axes.lengths)
        self.assertEqual(sorted(lstm.W_input), ["f", "g", "i", "o"])
        both = neon.BiRNN(4, neon.UniformInit(), activation=neon.Tanh(), concat_out=True)(x)
        self.assertEqual(both.axes.lengths, (8, 5, 2))
        pair = neon.BiRNN(4, neon.UniformInit(), activation=neon.Tanh())(x)
        self.assertEqual(len(pair), 2)

    def test_parallel_branches_are_joined_or_listed(self):
        x = ng.placeholder([ng.make_axis(3, name="C"), ng.make_axis(4, name="N")])
        branches = [neon.Activation(None), lambda op: op * 2]
        joined = neon.Parallel(branches)(x)
        self.assertEqual(joined.axes.lengths, (6, 4))
        self.assertEqual(len(neon.Parallel(branches, mode=None)(x)), 2)
        with self.assertRaisesRegex(ValueError, "mode"):
            neon.Parallel(branches, mode="sum")

    def test_refusals_name_the_layer_and_the_users_line(self):
        with self.assertRaises(ValueError) as refused:
            neon.Linear(neon.ConstantInit(1.0))
        self.assertIn("Linear", str(refused.exception))
        narrow = neon.Linear(neon.ConstantInit(1.0), nout=2)
        narrow(fresh_input(3))
        with self.assertRaisesRegex(ValueError, "neon_test.py:[0-9]+") as refused:
            narrow(fresh_input(5))
        self.assertIn("F: 5", str(refused.exception))
        with self.assertRaisesRegex(TypeError, "activation"):
            neon.Affine(neon.ConstantInit(1.0), nout=2, activation=3)
        with self.assertRaisesRegex(ValueError, "initialiser"):
            neon.Affine("glorot", nout=2)
        with self.assertRaisesRegex(TypeError, "layer"):
            neon.Sequential([3])

    def test_initialisers_sample_with_numpy(self):
        np.random.seed(3)
        F, out = ng.make_axis(30, name="F"), ng.make_axis(20, name="O")
        axes = ng.make_axes([neon.make_shadow_axis(out), F])
        limits = {neon.GlorotInit(): np.sqrt(6 / 50), neon.XavierInit(): np.sqrt(3 / 30)}
        for initialiser, limit in limits.items():
            drawn = initialiser(axes)
            self.assertEqual(drawn.shape, (20, 30))
            self.assertLess(np.abs(drawn).max(), limit)
            self.assertGreater(np.abs(drawn).max(), 0.9 * limit)
        self.assertAlmostEqual(neon.KaimingInit()(axes).std(), np.sqrt(2 / 30), delta=0.02)
        np.random.seed(7)
        first = neon.GaussianInit(1.0, 0.1)(axes)
        np.random.seed(7)
        np.testing.assert_array_equal(first, neon.GaussianInit(1.0, 0.1)(axes))

    def test_a_layer_is_named_before_its_call(self):
        x = ng.placeholder([ng.make_axis(2, name="F"), ng.make_axis(3, name="N")])
        layer = neon.Affine(neon.ConstantInit(0.1), nout=4).named("head")
        self.assertEqual(layer.name, "head")
        layer(x)
        self.assertEqual([op.name.rpartition("/")[0] for op in layer.variables.values()],
                         [layer.path] * len(layer.variables))
        self.assertTrue(layer.path.startswith("head"))
        with self.assertRaisesRegex(ValueError, "before its first call"):
            layer.named("late")


class Parts(unittest.TestCase):

    def test_a_net_lists_its_variables_ops_and_inputs(self):
        x = fresh_input().named("pixels")
        net = neon.Sequential([neon.Affine(neon.ConstantInit(1.0), nout=2,
                                           bias_init=neon.ConstantInit(0.0))], name="net")
        y = net(x)
        self.assertIsInstance(net, neon.SubGraph)
        self.assertEqual(sorted(net.variables), ["Affine/W", "Affine/bias"])
        self.assertIn(y, net.ops)
        self.assertIn(x, net.inputs.values())
        self.assertEqual(list(net.outputs.values()), [y])

    def test_selectors_find_ops(self):
        x = fresh_input()
        net = neon.Sequential([neon.Affine(neon.ConstantInit(1.0), nout=2, name="hidden"),
                               neon.Affine(neon.ConstantInit(1.0), nout=2, name="out")])
        net(x)
        hidden, out = net.layers
        self.assertEqual(net.select("#hidden .weight"), [hidden.linear.W])
        self.assertEqual(net.select(".bias"), [hidden.bias.W, out.bias.W])
        self.assertEqual(net.select("#out DotOp"), [op for op in net.ops if "/out/" in op.name
                                                   and op.class_name == "DotOp"])
        self.assertEqual(set(net.select("#W[label=weight]")), {hidden.linear.W, out.linear.W})
        self.assertEqual(net.select("#nowhere Add"), [])
        for wrong in ("", "#", "[mode]"):
            with self.assertRaises(ValueError):
                net.select(wrong)

    def test_scopes_collect_ops_created_inside(self):
        with neon.scope_ops("tower", mode="training", metadata={"side": "left"}) as part:
            w = ng.variable((), initial_value=1.0).named("w")
            doubled = w * 2
        self.assertEqual(list(part.variables.values()), [w])
        self.assertIn(doubled, part.ops)
        self.assertEqual(doubled.metadata["side"], "left")
        self.assertIn(doubled, part.modes["training"].ops)

    def test_scopes_add_to_a_part(self):
        part = neon.SubGraph(name="parts_several")
        for name in ("parts_first", "parts_second", "parts_first"):
            with neon.scope_ops(name, subgraph=part) as same:
                ng.variable((), initial_value=1.0).named("w") * 2
            self.assertIs(same, part)
        self.assertEqual(list(part.scopes), ["parts_first", "parts_second"])
        self.assertEqual(sorted(part.variables),
                         ["parts_first/w", "parts_first/w_0", "parts_second/w"])
        first = part.scopes["parts_first"]
        self.assertEqual(sorted(first.variables), ["w", "w_0"])
        self.assertEqual(list(first.scopes), ["parts_first"])

    def test_a_recording_collects_ops_until_closed(self):
        with neon.ComputationalGraph() as graph:
            x = ng.placeholder(()).named("recorded_x")
            y = x + 1
        z = y + 1
        self.assertIn("recorded_x", graph.placeholders)
        self.assertIn(y, graph.ops)
        self.assertNotIn(z, graph.ops)


class Descent(neon.Optimizer):
    """Gradient descent with a counter."""

    def before_updates(self):
        self.steps = self.state_of("steps", (), 0.0)
        return ng.assign(self.steps, self.steps + 1)

    def variable_update(self, variable, grad, scale_factor):
        return ng.assign(variable, variable - self.lrate * scale_factor * grad)


class Optimizers(unittest.TestCase):

    def trained(self, optimizer, steps=3, **target):
        x = fresh_input(1, 4)
        w = ng.variable((), initial_value=1.0).named("w")
        cost = 0.5 * ng.square(ng.sum(x * w, out_axes=x.axes.batch_axis()))
        step = optimizer(cost, **{name: make(w) for name, make in target.items()})
        with ngt.make_transformer() as transformer:
            run = transformer.computation([step, w], x)
            return [float(run(np.array([[1, 2, 3, 4]]))[1]) for _ in range(steps)]

    def test_a_user_optimizer_matches_the_engines(self):
        np.testing.assert_allclose(self.trained(Descent(0.01)),
                                   self.trained(neon.GradientDescentMomentum(0.01)), rtol=1e-6)
        np.testing.assert_allclose(self.trained(Descent(0.01)), [0.925, 0.855625, 0.79145312],
                                   rtol=1e-6)

    def test_an_invalid_update_is_rejected(self):
        class Forgetful(neon.Optimizer):
            def variable_update(self, variable, grad, scale_factor):
                ng.assign(variable, variable - grad)
        with self.assertRaisesRegex(TypeError, "returned None"):
            self.trained(Forgetful(0.1))
        with self.assertRaisesRegex(TypeError, "variable_update"):
            self.trained(neon.Optimizer(0.1))

    def test_clipping_and_momentum_by_keyword(self):
        optimizer = neon.GradientDescentMomentum(learning_rate=0.01, momentum_coef=0.9,
                                                 gradient_clip_norm=1)
        np.testing.assert_allclose(self.trained(optimizer), [0.99, 0.971, 0.9439], rtol=1e-6)
        np.testing.assert_allclose(self.trained(neon.Adam(0.01)), [0.99, 0.98000276, 0.9700101],
                                   rtol=1e-6)

    def test_policies_by_dict(self):
        with self.assertRaises(NotImplementedError):
            neon.GradientDescentMomentum({"name": "sometimes", "base_lr": 1.0})
        with self.assertRaises(ValueError):
            neon.GradientDescentMomentum({"name": "step", "base_lr": 1.0, "gamma": 0.5},
                                         iteration=ng.placeholder(()))
        iteration = ng.placeholder(())
        rate = neon.get_learning_rate_policy(
            {"name": "step", "base_lr": 1.0, "gamma": 0.5, "step": 10}, iteration)
        self.assertEqual(float(value_of(rate, (iteration, 25))), 0.25)
        made = neon.lr_policies["exp"]["obj"]({"base_lr": 0.5, "gamma": 0.5, "max_iter": 20})
        self.assertEqual(float(value_of(made(iteration), (iteration, 2))), 0.125)
        with self.assertRaisesRegex(ValueError, "power"):
            neon.lr_policies["inv"]["obj"]({"base_lr": 0.5, "gamma": 0.5})

    def test_variables_or_a_subgraph(self):
        np.testing.assert_allclose(self.trained(Descent(0.01), variables=lambda w: [w]),
                                   self.trained(Descent(0.01)))

    def test_a_variable_scope(self):
        x = fresh_input()
        with neon.Layer.variable_scope("first"):
            self.assertEqual(neon.Layer.active_scope, "first")
            inner = neon.Affine(neon.ConstantInit(1.0), nout=2)
        self.assertIsNone(neon.Layer.active_scope)
        outer = neon.Affine(neon.ConstantInit(1.0), nout=1)
        cost = ng.square(neon.Sequential([inner, outer])(x))
        step = neon.GradientDescentMomentum(0.1)(cost, variable_scope="first")
        with ngt.make_transformer() as transformer:
            run = transformer.computation([step, inner.linear.W, outer.linear.W], x)
            _, changed, kept = run(np.ones((3, 4)))
        np.testing.assert_array_equal(kept, np.ones(kept.shape))
        self.assertTrue((changed < 1).all())
        with self.assertRaisesRegex(ValueError, "second"):
            neon.GradientDescentMomentum(0.1)(cost, variable_scope="second")

    def test_one_target_at_a_time(self):
        with self.assertRaisesRegex(ValueError, "not both"):
            self.trained(Descent(0.01), variables=lambda w: [w], subgraph=lambda w: Scale())


class Names(unittest.TestCase):

    def test_a_star_import_brings_no_modules(self):
        self.assertIn("Affine", neon.__all__)
        self.assertIn("ax", neon.__all__)
        self.assertNotIn("layer", neon.__all__)
        self.assertIs(ax, neon.ax)


if __name__ == "__main__":
    unittest.main()
