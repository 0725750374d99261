# SPDX-License-Identifier: Apache-2.0
"""Tests layers as programs of the original use them: states, sublayers, cells, parts by name."""
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.neon.layer import get_steps, output_dim

N, REC, F = ng.make_axis(2, name="N"), ng.make_axis(3, name="REC"), ng.make_axis(4, name="F")


def small(axes):
    return np.linspace(-0.5, 0.5, axes.size).reshape(axes.lengths)


def value_of(op, feed):
    with ng.testing.executor(op, *feed) as run:
        return run(*feed.values())


def sequence():
    x = ng.placeholder([F, REC, N])
    return x, np.random.RandomState(0).uniform(-1, 1, x.axes.lengths)


class Recurrence(unittest.TestCase):
    def test_batch_norm_of_layers_and_gates(self):
        x, _ = sequence()
        layer = neon.Recurrent(5, small, activation=neon.Tanh(), batch_norm=True)
        layer(x)
        self.assertIsInstance(layer.batch_norm, neon.BatchNorm)
        gates = neon.LSTM(5, small, activation=neon.Tanh(), batch_norm=True)
        gates(x)
        self.assertEqual(sorted(gates.batch_norm), ["f", "g", "i", "o"])
        self.assertIsNotNone(gates.batch_norm["f"].gamma)
        self.assertIsNone(neon.LSTM(5, small).batch_norm)
        affine = neon.Affine(small, nout=2, batch_norm=True)
        affine(ng.placeholder([F, N]))
        self.assertIsInstance(affine.batch_norm_layer, neon.BatchNorm)

    def test_a_normalization_of_a_program(self):
        given = neon.BatchNorm(rho=0.25)
        given.eps, given.init_beta = 0.5, 3
        self.assertEqual((given.rho, given.eps, given.init_gamma, given.init_beta),
                         (0.25, 0.5, 1, 3))
        with self.assertRaises(ValueError):
            given.rho = 2
        given.rho = 0.125
        layer = neon.Affine(small, nout=2, batch_norm=given)
        y = layer(ng.placeholder([F, N]))
        self.assertIs(layer.batch_norm, given)
        with ng.testing.executor([given.rho, given.beta, y], *y.placeholders()) as run:
            rho, beta, values = run(small(ng.make_axes([F, N])))
        self.assertEqual((rho, beta.tolist()), (0.125, [3, 3]))
        np.testing.assert_allclose(values.sum(axis=1), [6, 6], rtol=1e-5)
        with self.assertRaises(ValueError):
            given.rho = 0.5
        image = ng.placeholder(ng.make_axes([ng.make_axis(5, name="W"), N]))
        window = neon.Convolution((2, 3), small, batch_norm=neon.BatchNorm(rho=0.5))
        window(image)
        self.assertEqual(window.batch_norm.options["rho"], 0.5)
        for wrong in (layer, "yes"):
            with self.assertRaises(TypeError):
                neon.Affine(small, nout=2, batch_norm=wrong)

    def test_normalizations_of_recurrent_layers_are_set_before_the_first_call(self):
        x, values = sequence()
        layer = neon.Recurrent(5, small, activation=neon.Identity(), batch_norm=True)
        layer.batch_norm.init_gamma = 0
        layer.batch_norm.init_beta = 2
        with ng.testing.executor(layer(x), x) as run:
            first = run(values)[:, 0]
        np.testing.assert_allclose(first, np.full((5, 2), 2))

    def test_options_are_attributes_of_layers(self):
        class Scaled(neon.BatchNorm):
            pass
        options = {"rho": 0.5, "eps": 0.25, "init_gamma": 3, "init_beta": 2}
        gates = neon.LSTM(5, small, activation=neon.Tanh(), batch_norm=True)
        affine = neon.Affine(small, nout=2, batch_norm=True)
        for make in (lambda: neon.BatchNorm(), Scaled):
            layer = make()
            layer.__dict__.update(options)
            self.assertEqual(layer.options, options)
            self.assertEqual({name: vars(layer)[name] for name in options}, options)
        affine.batch_norm.__dict__["eps"] = 0.25
        self.assertEqual(affine.batch_norm.eps, 0.25)
        for layer in gates.batch_norm.values():
            layer.__dict__.update(options)
        self.assertEqual(gates.batch_norm["o"].options, options)
        layer = neon.BatchNorm()
        layer.__dict__.update(options, note="own")
        self.assertEqual(layer.note, "own")
        self.assertIn("note", dir(layer))
        x = ng.placeholder([F, N])
        with ng.testing.executor(layer(x), x) as run:
            np.testing.assert_allclose(run(np.arange(8).reshape(4, 2))[0],
                                       2 + 3 * np.array([-0.5, 0.5]) / np.sqrt(0.5), rtol=1e-5)
        with self.assertRaisesRegex(ValueError, "has been called"):
            layer.__dict__["eps"] = 1

    def test_attributes_without_effect_are_refused(self):
        class Own(neon.Dropout):
            def __init__(self, keep):
                super().__init__(keep)
                self.keep = keep
        layer = neon.Dropout(0.5)
        for change in (lambda: setattr(layer, "keep", 0.9), lambda: layer.__dict__.update(keep=1)):
            with self.assertRaisesRegex(AttributeError, "Dropout.keep cannot be changed"):
                change()
        with self.assertRaises(AttributeError):
            neon.LSTM(5, small, activation=neon.Tanh()).reset_cells = False
        with self.assertRaises(AttributeError):
            neon.Adam(0.1).beta_1 = 0.5
        layer.note = "own"
        self.assertEqual((layer.note, Own(0.25).keep), ("own", 0.25))

    def test_batch_and_time_are_summed_if_others_are_kept(self):
        x = ng.placeholder([F, N])
        ones = neon.Linear(lambda axes: np.ones(axes.lengths), axes=[N], keep_axes=[F])
        y = ones(x)
        self.assertEqual(y.axes, ng.make_axes([N, F]))
        np.testing.assert_allclose(value_of(y, {x: np.arange(8).reshape(4, 2)}),
                                   [[1, 5, 9, 13]] * 2)
        kept = neon.Linear(lambda axes: np.ones(axes.lengths), nout=3, keep_axes=x.axes)
        self.assertEqual(kept(x).axes[1:], x.axes)
        self.assertEqual(kept.W.axes.lengths, (3,))
        with self.assertRaises(ng.IncompatibleAxesError):
            neon.Linear(small, axes=[N], keep_axes=[N])(x)

    def test_linear_layers_to_a_scalar_and_from_nothing(self):
        x = ng.placeholder([F, N])
        total = neon.Affine(lambda axes: np.ones(axes.lengths), axes=())(x)
        self.assertEqual(total.axes, ng.make_axes([N]))
        np.testing.assert_allclose(value_of(total, {x: np.ones((4, 2))}), [4, 4])
        n = ng.placeholder([N])
        wide = neon.Linear(lambda axes: np.ones(axes.lengths), axes=F, keep_axes=[N])(n)
        self.assertEqual(wide.axes, ng.make_axes([F, N]))
        np.testing.assert_allclose(value_of(wide, {n: [1, 2]}), [[1, 2]] * 4)

    def test_layers_with_gates_name_them(self):
        self.assertEqual(neon.LSTM.metadata["gates"], ["i", "f", "o", "g"])
        self.assertEqual(sorted(neon.GRU.metadata["gates"]), ["n", "r", "z"])
        self.assertEqual(neon.Recurrent.metadata, {"layer_type": "recurrent"})
        self.assertEqual(neon.Affine.metadata, {})

    def test_first_states(self):
        x, values = sequence()
        layer = neon.LSTM(5, small, activation=neon.Tanh())
        self.assertIsNone(layer.h_init)
        y = layer(x)
        self.assertEqual(layer.h_init.axes.lengths, (5, 2))
        with ng.testing.executor([y, layer.h_init, layer.c_init], x) as run:
            _, h, c = run(values)
        self.assertEqual((h.sum(), c.sum()), (0, 0))
        given = ng.placeholder([ng.make_axis(5, name="H"), N])
        again = neon.Recurrent(5, small, activation=neon.Tanh())
        again(x, given)
        self.assertEqual(again.h_init, given)

    def test_a_stateful_layer_keeps_its_state(self):
        x, values = sequence()
        layer = neon.LSTM(5, small, activation=neon.Tanh(), reset_cells=False)
        y = layer(x)
        with ng.testing.executor([y, layer.h_init], x) as run:
            first, h = run(values)
        np.testing.assert_allclose(h, first[:, -1], rtol=1e-6)

    def test_linear_layers_of_several_axes(self):
        x = ng.placeholder([F, N])
        y = neon.Linear(small, nout=[2, 3], keep_axes=[N])(x)
        self.assertEqual(y.axes.lengths, (2, 3, 2))
        self.assertEqual(neon.Affine(small, nout=(2, 3))(x).axes.lengths, (2, 3, 2))


class BothDirections(unittest.TestCase):
    def parts(self, **options):
        return neon.BiRNN(5, small, activation=neon.Tanh(), reset_cells=True, **options)

    def test_results(self):
        x, values = sequence()
        layer = self.parts()
        pair = layer(x)
        self.assertIsInstance(pair, tuple)
        forward, backward = value_of(list(pair), {x: values})
        np.testing.assert_allclose(value_of(self.parts(sum_out=True)(x), {x: values}),
                                   forward + backward, rtol=1e-6)
        np.testing.assert_allclose(value_of(self.parts(concat_out=True)(x), {x: values}),
                                   np.concatenate([forward, backward]), rtol=1e-6)

    def test_an_initial_state_of_another_axis(self):
        x, values = sequence()
        state = ng.placeholder([ng.make_axis(5, name="H"), N])
        feed = {x: values, state: np.random.RandomState(1).rand(5, 2)}
        forward, backward = value_of(list(self.parts()(x, state)), feed)
        single = neon.Recurrent(5, small, activation=neon.Tanh(), backward=True)
        np.testing.assert_allclose(backward, value_of(single(x, state), feed), rtol=1e-6)
        for layer in (self.parts(sum_out=True), self.parts(sum_out=True, name="named")):
            np.testing.assert_allclose(value_of(layer(x, init_state=state), feed),
                                       forward + backward, rtol=1e-6)
        two = [state, ng.constant(0, state.axes)]
        without = value_of(list(self.parts()(x)), {x: values})[1]
        np.testing.assert_allclose(value_of(self.parts()(x, two)[1], feed), without, rtol=1e-6)

    def test_stacked_in_a_sequential(self):
        x, values = sequence()
        def layers():
            return (neon.BiRNN(5, small, activation=neon.Tanh(), reset_cells=True),
                    neon.BiRNN(5, small, activation=neon.Tanh(), reset_cells=True, sum_out=True))
        first, second = layers()
        together = neon.Sequential([neon.Sequential(layers()[:1]), layers()[1]])(x)
        np.testing.assert_array_equal(value_of(together, {x: values}),
                                      value_of(second(first(x)), {x: values}))

    def test_stacked(self):
        x, values = sequence()
        pair = self.parts()(x)
        forward, backward = self.parts()(pair)
        self.assertEqual(forward.axes, backward.axes)
        second = neon.Recurrent(5, small, activation=neon.Tanh(), backward=True)(pair[1])
        np.testing.assert_allclose(value_of(backward, {x: values}), value_of(second, {x: values}),
                                   rtol=1e-6)


class Adding(neon.BaseRNNCell):
    """A cell whose state is the sum of its inputs."""

    state_info = [{"state_name": "total"}]
    feature_axes = ng.make_axes([F])

    def __call__(self, inputs, states):
        total = states["total"] + inputs
        return total, {"total": total}


class Cells(unittest.TestCase):
    def test_states_whose_axis_has_another_name(self):
        x, values = sequence()
        state = ng.placeholder([ng.make_axis(5, name="H"), N])
        feed = {x: values, state: np.random.RandomState(1).rand(5, 2)}
        cell = neon.RNNCell(5, init=small, activation=neon.Tanh())
        y = neon.unroll(cell, 3, x, init_states={"h": state})
        layer = neon.Recurrent(5, small, activation=neon.Tanh())
        np.testing.assert_allclose(value_of(y, feed), value_of(layer(x, state), feed), rtol=1e-5)

    def test_a_cell_step_by_step(self):
        x, values = sequence()
        cell = neon.RNNCell(5, init=small, activation=neon.Tanh())
        whole = neon.unroll(cell, 3, x)
        states = cell.initialize_states(N)
        self.assertEqual(list(states), ["h"])
        for element in get_steps(x, REC):
            output, states = cell(element, states)
        found, wanted = value_of([output, whole], {x: values})
        np.testing.assert_allclose(found, wanted[:, -1], rtol=1e-6)

    def test_a_cell_without_states_starts_from_zero(self):
        x, values = sequence()
        element = ng.slice_along_axis(x, REC, 0)
        cell = neon.RNNCell(5, init=small, activation=neon.Tanh())
        steps = [cell(element), cell(element, cell.initialize_states(N))[0]]
        alone, step = value_of(steps, {x: values})
        np.testing.assert_array_equal(alone, step)

    def test_a_cell_of_a_program(self):
        x, values = sequence()
        sums = np.cumsum(values, axis=1)
        np.testing.assert_allclose(value_of(neon.unroll(Adding(), 3, x), {x: values}), sums,
                                   rtol=1e-5)
        last = neon.unroll(Adding(), 3, x, return_sequence=False)
        np.testing.assert_allclose(value_of(last, {x: values}), sums[:, -1], rtol=1e-5)
        back = neon.unroll(Adding(), 3, x, reverse_mode=True)
        np.testing.assert_allclose(value_of(back, {x: values})[:, 0], sums[:, -1], rtol=1e-5)
        with self.assertRaisesRegex(ValueError, "4 steps"):
            neon.unroll(Adding(), 4, x)

    def test_a_cell_of_a_program_keeps_its_state(self):
        x, values = sequence()
        kept = neon.unroll(Adding(), 3, x, reset_cells=False)
        self.assertEqual([op for op in kept.variables() if op.is_trainable], [])
        first = ng.constant(1, Adding().feature_axes + ng.make_axes(N))
        given = neon.unroll(Adding(), 3, x, init_states={"total": first}, reset_cells=False)
        sums = np.cumsum(values, axis=1)
        with ngt.make_transformer() as transformer:
            step, other = transformer.computation(kept, x), transformer.computation(given, x)
            np.testing.assert_allclose(step(values), sums, rtol=1e-5)
            np.testing.assert_allclose(other(values), 1 + sums, rtol=1e-5)
            np.testing.assert_allclose(step(values), sums[:, -1:] + sums, rtol=1e-5)


class Arguments(unittest.TestCase):
    def test_another_type_is_refused_with_the_forms(self):
        for make, said in (
                (lambda: neon.Convolution((3, 3, 4), small, strides=(2, 1)), "strides"),
                (lambda: neon.Convolution((3.0, 3, 4), small), "filter shape"),
                (lambda: neon.Convolution((3, 3, 4), small, padding=1.5), "padding"),
                (lambda: neon.Pooling("3"), "pool shape"),
                (lambda: neon.Pooling((3, 3), strides={"H": "2"}), "strides by axis"),
                (lambda: neon.Deconvolution((3, 3, 4), small, deconv_out_shape={"H": 9}),
                 "deconv_out_shape must be None or integers"),
                (lambda: neon.Affine(small, nout=2.5), "nout"),
                (lambda: neon.GradientDescentMomentum("0.1"), "learning rate")):
            with self.subTest(said), self.assertRaisesRegex(TypeError, said):
                make()


    def test_weights_need_an_initialiser(self):
        filters = (1, 1, 1)
        for argument, make in (
                ("init", lambda: neon.Linear(None, nout=2)),
                ("weight_init", lambda: neon.Affine(None, nout=2)),
                ("init", lambda: neon.LookupTable(4, 2, None, pad_idx=0)),
                ("filter_init", lambda: neon.Convolution(filters, None)),
                ("filter_init", lambda: neon.Deconvolution(filters, None)),
                ("init", lambda: neon.Recurrent(2, None)), ("init", lambda: neon.LSTM(2, None)),
                ("init", lambda: neon.GRU(2, None)), ("init", lambda: neon.BiRNN(2, None)),
                ("init", lambda: neon.RNNCell(2, None))):
            with self.assertRaisesRegex(ValueError, f"^{argument} must be an initialiser.*None$"):
                make()
        with self.assertRaisesRegex(TypeError, "functor must be a function"):
            neon.Preprocess(None)


class Stack(neon.Sequential):
    def __init__(self):  # without super().__init__()
        self.layers = [neon.Affine(small, nout=3), neon.Activation(neon.Rectlin())]


class Containers(unittest.TestCase):
    def test_a_subclass_without_a_call_of_init(self):
        x = ng.placeholder([F, N])
        net = Stack()
        y = net(x)
        self.assertEqual(y.axes.lengths, (3, 2))
        self.assertEqual(list(net.variables), ["Affine/W", "Affine/bias"])
        self.assertIn("Stack", net.path)

    def test_keywords_are_arguments_of_each_layer(self):
        image = ng.placeholder(ng.make_axes([N, ng.make_axis(5, name="high"),
                                             ng.make_axis(6, name="wide"),
                                             ng.make_axis(1, name="C")]))
        inner = neon.Sequential([neon.Pooling((2, 2))], name="inner")
        stack = neon.Sequential([neon.Convolution((2, 2, 3), small), neon.Rectlin(), inner],
                                name="outer")
        names = {"H": "high", "W": "wide"}
        y = stack(image, spatial_axes=names)
        self.assertEqual({axis.name: axis.length for axis in y.axes},
                         {"N": 2, "high": 3, "wide": 4, "C": 3})
        self.assertTrue(y.name.startswith("outer/inner"))
        self.assertEqual(list(stack.variables), ["Convolution/W"])
        self.assertTrue(stack.initialized)

    def test_recurrent_layers_accept_names_of_spatial_axes(self):
        sound = ng.placeholder(ng.make_axes([N, ng.make_axis(1, name="C"),
                                             ng.make_axis(4, name="pitch"),
                                             ng.make_axis(5, name="time")]))
        stack = neon.Sequential([neon.Convolution((4, 2, 3), small),
                                 lambda op: ng.map_roles(op, {"time": "REC"}),
                                 neon.Recurrent(2, small), neon.BiRNN(2, small, sum_out=True)])
        y = stack(sound, spatial_axes={"H": "pitch", "W": "time"})
        self.assertEqual([axis.length for axis in y.axes], [2, 4, 2])
        with self.assertRaises(TypeError):
            neon.Recurrent(2, small)(sequence()[0], init_states=None)

    def test_layers_are_set_again(self):
        net = neon.Sequential([neon.Affine(small, nout=3)], name="net")
        net.layers = net.layers + [neon.Affine(small, nout=5)]
        self.assertEqual(net(ng.placeholder([F, N])).axes.lengths, (5, 2))
        with self.assertRaises(TypeError):
            net.layers = [3]

    def test_pooling_ignores_padding_of_either_side(self):
        H, W = ng.make_axis(4, name="H"), ng.make_axis(5, name="W")
        image = ng.placeholder([H, W, N])
        fed = np.random.RandomState(0).uniform(-2, -1, image.axes.lengths)
        for kind, padding in ((kind, padding) for kind in ("max", "avg")
                              for padding in ("same", (0, 1), (1, 0), {"H": (0, 2), "W": 1})):
            with self.subTest(kind=kind, padding=padding):
                y = neon.Pooling((3, 3), strides=2, padding=padding, pool_type=kind)(image)
                gradient = ng.deriv(ng.sum(y * y, out_axes=()), image)
                with ng.testing.executor([y, gradient], image) as run:
                    found, back = run(fed)
                # "same" is (0, 1) over four rows, and (1, 1) over five columns.
                before = [{"same": pad, (0, 1): 0, (1, 0): 1}.get(padding) if
                          not isinstance(padding, dict) else pad for pad in (0, 1)]
                expected, slopes = np.zeros(y.axes.lengths), np.zeros(fed.shape)
                for at in np.ndindex(*expected.shape[:2]):
                    first = [2 * i - pad for i, pad in zip(at, before)]
                    window = tuple(slice(max(i, 0), i + 3) for i in first)
                    real = fed[window]
                    most = real.max(axis=(0, 1), keepdims=True)
                    value = most[0, 0] if kind == "max" else real.mean(axis=(0, 1))
                    expected[at] = value
                    share = real == most if kind == "max" else 1 / (real.size / real.shape[-1])
                    slopes[window] += 2 * value * share
                np.testing.assert_allclose(found, expected, rtol=1e-5)
                np.testing.assert_allclose(back, slopes, rtol=1e-5)

    def test_windows_of_dicts(self):
        axes = [ng.make_axis(length, name=name) for length, name in ((2, "C"), (5, "H"), (5, "W"))]
        image = ng.placeholder(axes + [N])
        ones = {"D": 1, "H": 1, "W": 1}
        layer = neon.ConvBase({"D": 1, "H": 3, "W": 3, "K": 4}, small, strides=ones,
                              padding={"D": 0, "H": 0, "W": 0}, dilation=ones)
        self.assertEqual(layer(image).axes.lengths, (4, 3, 3, 2))
        self.assertIsNotNone(layer.W)
        pool = neon.PoolBase({"C": 1, "D": 1, "H": 2, "W": 2}, strides={"H": 2, "W": 2}, padding={})
        self.assertEqual(pool(image).axes.lengths, (2, 2, 2, 2))
        older = neon.ConvBase({key: 1 for key in "TRSK"}, small,
                              strides={f"str_{key}": 1 for key in "hwd"},
                              padding={f"pad_{key}": 0 for key in "hwd"},
                              dilation={f"dil_{key}": 1 for key in "hwd"})
        self.assertEqual(older(image).axes.lengths, (1, 5, 5, 2))
        back = neon.DeconvBase({"D": 1, "H": 3, "W": 3, "K": 4}, small, strides=ones,
                               padding={}, dilation=ones)
        self.assertEqual(back(image).axes.lengths, (4, 7, 7, 2))
        self.assertEqual(output_dim(5, 3, 0, 1), 3)


class Inner(neon.Layer):
    @neon.SubGraph.scope_op_creation
    def __call__(self, x):
        if not self.initialized:
            self.weight = ng.variable([F], initial_value=2, metadata={"label": "weight"},
                                      name="weight")
            self.seen = ng.persistent_tensor([F], initial_value=0, name="seen")
        return ng.sequential([ng.assign(self.seen, self.weight), self.weight * x])


class Outer(neon.Layer):
    def __init__(self, inner=None, **kwargs):
        super().__init__(**kwargs)
        self.inner = inner or Inner()

    @neon.SubGraph.scope_op_creation
    def __call__(self, x):
        return self.inner(x) + 1


class Parts(unittest.TestCase):
    def setUp(self):
        self.x = ng.placeholder([F, N]).named("parts_x")
        self.layer = Outer()
        self.y = self.layer(self.x)

    def test_inputs_outputs_and_side_effects_by_name(self):
        inner = self.layer.inner
        self.assertEqual(list(inner.inputs.values()), [self.x])
        self.assertEqual(list(inner.side_effects.values())[0].class_name, "AssignOp")
        self.assertEqual(list(self.layer.outputs.values()), [self.y])
        self.assertEqual(dict(inner.variables), {"weight": inner.weight})

    def test_a_layer_in_two_containers(self):
        inner = Inner()
        one, two = (Outer(inner, name=name) for name in ("parts_one", "parts_two"))
        for layer in (one, two, one):
            layer(self.x)
        self.assertEqual({op.scope.name for op in one}, {"parts_one", "parts_one/Inner"})
        self.assertEqual({op.scope.name for op in two}, {"parts_two", "parts_two/Inner"})
        self.assertEqual({op.scope.name for op in inner}, {"parts_one/Inner", "parts_two/Inner"})
        self.assertEqual(list(one.variables.values()), [inner.weight])
        self.assertEqual(list(two.variables.values()), [inner.weight])

    def test_layers_are_iterable(self):
        self.assertIn(self.layer.inner.weight, list(self.layer.inner))
        self.assertIn(self.y, list(self.layer))

    def test_scopes_are_nested(self):
        self.assertIn("Inner", self.layer.scopes)
        self.assertEqual(list(self.layer.scopes["Inner"].variables), ["weight"])
        with neon.ComputationalGraph() as graph:
            with ng.name_scope("parts_a"), ng.name_scope("b"):
                made = ng.constant(1) + 1
        self.assertLessEqual({"parts_a", "parts_a/b"}, set(graph.scopes))
        self.assertIn(made, graph.scopes["parts_a"].scopes["b"].ops)

    def test_modes_have_all_ops_they_need(self):
        with neon.scope_ops("parts_mode", mode="inference") as part:
            y = self.x * 2
        mode = part.modes["inference"]
        self.assertLessEqual({self.x, y}, set(mode.ops))


class Settings(unittest.TestCase):
    def test_standard_deviation(self):
        for made in (neon.GaussianInit(mean=1.0, std=0.25), neon.GaussianInit(1.0, var=0.25)):
            np.random.seed(0)
            drawn = made(ng.make_axes([ng.make_axis(20000)]))
            self.assertAlmostEqual(drawn.std(), 0.25, delta=0.01)
            self.assertEqual(made.var, 0.25)

    def test_optimizers_by_keywords(self):
        for make in (neon.GradientDescentMomentum, neon.RMSProp, neon.Adam, neon.Adagrad):
            w = ng.variable([F], initial_value=1)
            optimizer = make(learning_rate=0.1, iteration=0, gradient_clip_norm=None,
                             gradient_clip_value=None, weight_clip_value=None, name="opt")
            step = optimizer(cost_func=ng.sum(w * w, out_axes=()), variables=None, subgraph=None,
                             warning=False)
            with ng.testing.executor([step, w]) as run:
                self.assertLess(run()[1].max(), 1)
            optimizer.update_learning_rate()

    def test_a_decay_rate_of_one_keeps_the_mean_square(self):
        w = ng.variable([], initial_value=1)
        step = neon.RMSProp(decay_rate=1, learning_rate=0.1, epsilon=0)(ng.square(w))
        with ng.testing.executor([step, w]) as run:
            self.assertAlmostEqual(float(run()[1]), 0.8, 6)
        with self.assertRaises(ValueError):
            neon.RMSProp(decay_rate=1.01)

    def test_a_rate_that_is_a_function(self):
        w, iteration = ng.variable([], initial_value=1), ng.placeholder([])
        optimizer = neon.GradientDescentMomentum(lambda at: 0.1 / (1 + at), iteration=iteration)
        step = optimizer(ng.square(w))
        with ng.testing.executor([step, w], iteration) as run:
            self.assertAlmostEqual(float(run(0)[1]), 0.8, 6)
            self.assertAlmostEqual(float(run(1)[1]), 0.72, 6)


if __name__ == "__main__":
    unittest.main()
