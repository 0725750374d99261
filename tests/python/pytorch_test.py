# SPDX-License-Identifier: Apache-2.0
"""Tests importing PyTorch modules and files of torch.export: training, state, source lines."""

import copy
import importlib.util
import io
import json
import pathlib
import re
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.pytorch import (compare_module, complex_of, from_module, import_model,
                                      load_model, load_module, module_values, parts_of)

MODELS = pathlib.Path(__file__).resolve().parents[1] / "pytorch/models"

# With the settings of tests/pytorch/write_models.py.
OPTIMIZERS = {
    "sgd": lambda: neon.GradientDescentMomentum(0.1),
    "momentum": lambda: neon.GradientDescentMomentum(0.02, momentum_coef=0.9),
    "adam": lambda: neon.Adam(0.01, epsilon=1e-12),
}


def train(model, x, classes, optimizer, steps):
    """The cross entropy before each step, all on one batch, and the state after all steps."""
    (x_op,), (y,) = model.inputs.values(), model.outputs.values()
    labels = ng.placeholder(axes=(y.axes[0],))
    cost = ng.cross_entropy_multi(ng.softmax(y), ng.one_hot(labels, axis=y.axes[1]))
    loss = ng.mean(cost, out_axes=())
    with ngt.make_transformer() as transformer:
        step = transformer.computation([loss, optimizer(cost), *model.updates], x_op, labels)
        state = transformer.computation(list(model.weights.values()))
        losses = [float(step(x, classes)[0]) for _ in range(steps)]
        return losses, dict(zip(model.weights, state()))


class ExportedPrograms(unittest.TestCase):
    """Files of tests/pytorch/models."""

    def test_trains_with_the_losses_and_buffers_of_pytorch(self):
        record = json.loads((MODELS / "training/training.json").read_text(encoding="utf-8"))
        for name, row in record.items():
            x = np.array(row["x"], np.float32)
            for suffix in ("", "_core"):
                for kind, expected in row["losses"].items():
                    with self.subTest(model=name + suffix, optimizer=kind):
                        model = import_model(MODELS / f"training/{name}{suffix}.pt2")
                        self.assertEqual(model.not_imported, [])
                        found, state = train(model, x, np.array(row["classes"]),
                                             OPTIMIZERS[kind](), len(expected))
                        np.testing.assert_allclose(found, expected, atol=1e-4, rtol=0)
                if row["buffers"]:  # of the last optimizer
                    self.assertEqual(len(model.updates), len(row["buffers"]))
                for buffer, value in row["buffers"].items():
                    np.testing.assert_allclose(state[buffer], value, atol=1e-4)

    def test_bytes_hold_the_weights(self):
        with np.load(MODELS / "convnet.npz") as file:
            x, expected = file["in.x"], file["out.linear"]
        for content in (MODELS / "convnet.pt2", (MODELS / "convnet.pt2").read_bytes()):
            np.testing.assert_allclose(load_model(content)(x=x)["linear"], expected, atol=1e-5)

    def test_weights_have_the_names_of_the_state_dict(self):
        model = import_model(MODELS / "convnet.pt2")
        self.assertEqual(set(model.weights) & {"conv.weight", "norm.running_var", "head.bias"},
                         {"conv.weight", "norm.running_var", "head.bias"})
        self.assertEqual(model["head.bias"].name, "head/bias")


def Recurrent(torch):  # pylint: disable=invalid-name
    """A cell whose parts have weights of their own."""

    class Cells(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.gru = torch.nn.Module()
            self.gru.weight_ih = torch.nn.Parameter(torch.randn(4, 4))
            self.gru.weight_hh_n = torch.nn.Parameter(torch.randn(4, 4))

        def forward(self, x):
            state = torch.zeros(x.shape[0], 4)
            for step in x.unbind(1):
                state = torch.tanh(step @ self.gru.weight_ih + state @ self.gru.weight_hh_n)
            return state

    return Cells()


@unittest.skipUnless(importlib.util.find_spec("torch"), "the package torch is not installed")
class Modules(unittest.TestCase):
    """Modules of this process."""

    def setUp(self):
        import torch  # pylint: disable=import-outside-toplevel
        self.torch = torch
        torch.manual_seed(3)

    def net(self):
        nn = self.torch.nn
        return nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3))

    def test_a_module_in_training(self):
        net, x = self.net().train(), self.torch.randn(6, 4)
        classes = self.torch.arange(6) % 3
        model = from_module(net, (x,))
        self.assertEqual(model.not_imported, [])
        found, state = train(model, x.numpy(), classes.numpy(), OPTIMIZERS["sgd"](), 20)
        step = self.torch.optim.SGD(net.parameters(), 0.1)
        for loss in found:
            step.zero_grad()
            expected = self.torch.nn.functional.cross_entropy(net(x), classes)
            expected.backward()
            step.step()
            self.assertAlmostEqual(loss, expected.item(), delta=1e-4)
        self.assertEqual(set(state), set(net.state_dict()))
        for name, value in net.state_dict().items():
            np.testing.assert_allclose(state[name], value.numpy(), atol=1e-4)

    def test_modules_are_scopes_and_lines_are_origins(self):
        torch = self.torch

        class Net(torch.nn.Module):
            def __init__(self, inner):
                super().__init__()
                self.inner = inner

            def forward(self, x):
                return torch.sigmoid(self.inner(x) * 2)

        model = from_module(Net(self.net()).eval(), (torch.randn(2, 4),))
        y, = model.outputs.values()
        self.assertEqual(model["inner.0.weight"].name, "inner/0/weight")
        line = Net.forward.__code__.co_firstlineno + 1
        self.assertIn(f"pytorch_test.py:{line}", repr(y))

    def test_shared_weights_have_all_names_of_the_state_dict(self):
        torch = self.torch

        class Tied(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.table, self.head = torch.nn.Embedding(5, 3), torch.nn.Linear(3, 5)
                self.head.weight = self.table.weight

            def forward(self, ids):
                return self.head(self.table(ids))

        net = Tied()
        weights = from_module(net, (torch.tensor([1, 2]),)).weights
        self.assertEqual(list(weights), list(net.state_dict()))
        self.assertIs(weights["table.weight"], weights["head.weight"])
        net.load_state_dict({name: torch.zeros(op.axes.lengths) for name, op in weights.items()})

    def test_open_lengths_are_those_of_the_example(self):
        torch = self.torch
        shapes = ({0: torch.export.Dim("batch", min=2, max=64)},)
        net = self.net().eval()
        model = from_module(net, (torch.randn(5, 4),), dynamic_shapes=shapes)
        self.assertEqual(model["input"].axes[0].length, 5)
        loaded = load_module(net, (torch.randn(5, 4),), dynamic_shapes=shapes)
        x = torch.randn(9, 4)
        found, = loaded(input=x.numpy()).values()
        np.testing.assert_allclose(found, net(x).detach().numpy(), atol=1e-5)

    def test_ops_that_change_parts_of_tensors(self):
        torch = self.torch

        class Net(torch.nn.Module):
            def forward(self, x):
                y = torch.zeros_like(x)
                y[:, 1:] += x[:, :-1]
                return y * y

        x = torch.randn(2, 4)
        found, = load_module(Net(), (x,))(x=x.numpy()).values()
        np.testing.assert_allclose(found, Net()(x).numpy(), atol=1e-6)

    def test_branches_read_no_tensor_that_changed_in_an_unknown_way(self):
        torch = self.torch

        class Net(torch.nn.Module):
            def __init__(self, view):
                super().__init__()
                self.view = view

            def forward(self, x):
                y = x * 2
                self.view(y).fill_(1)
                return torch.cond(x.sum() > 0, lambda y: y.sin(), lambda y: y.cos(), (y,))

        x = torch.ones(3, 3)
        for view, runs in ((lambda y: y[1:], True), (lambda y: y.diagonal(), False)):
            content = io.BytesIO()
            torch.export.save(torch.export.export(Net(view), (x,)), content)
            model = load_model(content.getvalue())
            if runs:
                np.testing.assert_allclose(list(model(x=x.numpy()).values())[0],
                                           Net(view)(x).numpy(), atol=1e-6)
            else:
                with self.assertRaisesRegex(Exception, "changes through another view"):
                    model(x=x.numpy())

    def test_the_program_of_the_documentation_runs(self):
        page = (MODELS.parents[2] / "resources/docs/models.md").read_text(encoding="utf-8")
        programs = re.findall(r"```python\n(.*?)```", page, re.S)
        program, = (text for text in programs if "from_module" in text)
        names = {}
        exec(program, names)  # pylint: disable=exec-used
        self.assertLess(names["losses"][-1], names["losses"][0])
        self.assertEqual(int(names["module"].state_dict()["1.num_batches_tracked"]), 20)

    def test_complex_weights_train_as_in_pytorch(self):
        torch = self.torch

        class Spectral(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = torch.nn.Parameter(torch.randn(2, 3, 5, dtype=torch.cfloat))
                self.head = torch.nn.Linear(24, 3)

            def forward(self, x):
                y = torch.einsum("bix,iox->box", torch.fft.rfft(x), self.weight)
                y = torch.fft.irfft(y, n=8) + (y * torch.exp(-y.abs())).angle().mean(-1, True)
                return self.head(y.flatten(1))

        net, x = Spectral(), torch.randn(6, 2, 8)
        classes = torch.arange(6) % 3
        model = from_module(net, (x,))
        self.assertEqual(model.not_imported, [])
        self.assertEqual(model.complex, {"weight"})
        found, state = train(model, x.numpy(), classes.numpy(), OPTIMIZERS["sgd"](), 20)
        step = self.torch.optim.SGD(net.parameters(), 0.1)
        for loss in found:
            step.zero_grad()
            expected = self.torch.nn.functional.cross_entropy(net(x), classes)
            expected.backward()
            step.step()
            self.assertAlmostEqual(loss, expected.item(), delta=1e-4)
        self.assertLess(found[-1], found[0] - 0.1)
        np.testing.assert_allclose(complex_of(state["weight"]), net.weight.detach().numpy(),
                                   atol=1e-4)

    def test_composite_ops_are_decomposed_unless_they_are_imported(self):
        torch = self.torch

        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.cell = torch.nn.GRUCell(4, 4)

            def forward(self, x):
                y = torch.nn.functional.gelu(self.cell(x))
                return torch.kron(torch.diff(y), y) + torch.rot90(y).sum()

        found = compare_module(Net(), (torch.randn(3, 4),))
        self.assertTrue(found.agrees, str(found))
        self.assertIn("gelu", [row["op"] for row in found.rows])

    def test_ops_are_decomposed_if_their_form_is_not_imported(self):
        torch = self.torch

        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.cell = torch.nn.LSTM(3, 4, proj_size=2)

            def forward(self, x, classes):
                y, _ = self.cell(x)
                weights = torch.tensor([0.5, 2.0])
                entropy = torch.nn.functional.cross_entropy
                return y.sum(), entropy(y[0], classes, weights, label_smoothing=0.1)

        x, classes = torch.randn(5, 2, 3), torch.tensor([1, 0])
        model = from_module(Net(), (x, classes))
        self.assertEqual(model.not_imported, [])
        self.assertEqual([op.name for op in model.inputs.values()], ["x", "classes"])
        del model
        found = compare_module(Net(), (x, classes))
        self.assertTrue(found.agrees, str(found))

    def test_scans_train_as_in_pytorch(self):
        torch = self.torch

        class Scanned(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.cell, self.head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 3)

            def step(self, state, element):
                state = torch.tanh(self.cell(state) + element)
                return state, state * 2

            def forward(self, x):
                from torch._higher_order_ops.scan import scan
                state, doubled = scan(self.step, torch.zeros_like(x[:, 0]), x, dim=1)
                return self.head(state + doubled.mean(1))

        class Unrolled(Scanned):
            def forward(self, x):
                state, doubled = torch.zeros_like(x[:, 0]), []
                for element in x.unbind(1):
                    state, twice = self.step(state, element)
                    doubled.append(twice)
                return self.head(state + torch.stack(doubled, 1).mean(1))

        net, x = Scanned(), torch.randn(6, 5, 4)
        classes = torch.arange(6) % 3
        model = from_module(net, (x,))
        self.assertEqual(model.not_imported, [])
        found, state = train(model, x.numpy(), classes.numpy(), OPTIMIZERS["sgd"](), 20)
        unrolled = Unrolled()
        unrolled.load_state_dict(net.state_dict())
        step = torch.optim.SGD(unrolled.parameters(), 0.1)
        for loss in found:
            step.zero_grad()
            expected = torch.nn.functional.cross_entropy(unrolled(x), classes)
            expected.backward()
            step.step()
            self.assertAlmostEqual(loss, expected.item(), delta=1e-4)
        for name, value in unrolled.state_dict().items():
            np.testing.assert_allclose(state[name], value.numpy(), atol=1e-4)

    def test_complex_arrays_go_in_and_out(self):
        torch = self.torch

        class Net(torch.nn.Module):
            def forward(self, z, x):
                return z * x, torch.fft.fft(x), z.abs()

        for dtype in (torch.cfloat, torch.cdouble):
            z, x = torch.randn(2, 4, dtype=dtype), torch.randn(2, 4, dtype=dtype).real
            run = load_module(Net(), (z, x))
            for given in (z.numpy(), parts_of(z.numpy())):
                found = run(z=given, x=x.numpy())
                for name, expected in zip(("mul", "_fft_r2c", "abs_1"), Net()(z, x)):
                    value = found[name if name in found else "fft_fft"]
                    self.assertEqual(value.dtype, expected.numpy().dtype)
                    np.testing.assert_allclose(value, expected.numpy(), rtol=1e-5, atol=1e-5)
        self.assertTrue(compare_module(Net(), (z, x)).agrees)

    def test_ops_without_complex_numbers_are_named(self):
        torch = self.torch

        class Net(torch.nn.Module):
            def forward(self, z):
                return torch.tanh(z)

        z = torch.randn(2, dtype=torch.cfloat)
        with self.assertRaisesRegex(Exception, "aten.tanh.*not imported for complex numbers"):
            load_module(Net(), (z,))(z=z.numpy())

    def test_dropout_drops_its_share(self):
        torch = self.torch
        net = torch.nn.Sequential(torch.nn.Dropout(0.25), torch.nn.Dropout1d(0.5)).train()
        model = from_module(net, (torch.ones(40, 50, 20),))
        self.assertEqual(model.not_imported, [])
        y, = model.outputs.values()
        with ngt.make_transformer() as transformer:
            run = transformer.computation(y, model["input"])
            first, second = run(np.ones((40, 50, 20))), run(np.ones((40, 50, 20)))
        kept = np.any(first, axis=2)
        self.assertAlmostEqual(kept.mean(), 0.5, delta=0.05)
        self.assertAlmostEqual((first[kept] != 0).mean(), 0.75, delta=0.02)
        np.testing.assert_allclose(first.max(), 1 / (0.75 * 0.5), rtol=1e-6)
        self.assertTrue((first != second).any())


def transposed(name):
    """A fault: the weight of this name, transposed."""
    def change(net):
        weight = net.get_parameter(name)
        weight.data = weight.data.T.contiguous()
    return change


def with_epsilon(name):
    """A fault: another epsilon in the module of this name."""
    def change(net):
        net.get_submodule(name).eps = 0.1
    return change


@unittest.skipUnless(importlib.util.find_spec("torch"), "the package torch is not installed")
class ComparedModules(unittest.TestCase):
    """Values of PyTorch and of the engine, op by op."""

    def setUp(self):
        import torch  # pylint: disable=import-outside-toplevel
        self.torch = torch
        torch.manual_seed(5)

    def nets(self):
        """Name, module, inputs, a fault, the value that differs first, and the op of its cause."""
        nn, draw = self.torch.nn, self.torch.randn
        square = nn.Sequential(nn.Linear(6, 6), nn.Tanh(), nn.Linear(6, 6), nn.Softmax(-1))
        conv = nn.Sequential(nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 3, 3))
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0, batch_first=True)
        yield "mlp", square, (draw(3, 6),), transposed("2.weight"), "2/weight"
        yield "convnet", conv, (draw(2, 2, 8, 8),), with_epsilon("1"), "1/"
        yield "transformer", layer, (draw(2, 5, 8),), with_epsilon("norm1"), "norm1/"
        yield "gru", Recurrent(self.torch), (draw(2, 5, 4),), transposed("gru.weight_hh_n"), "gru/"
        gelu = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.LayerNorm(8), nn.Linear(8, 8))
        yield "gelu", gelu, (draw(3, 4),), transposed("3.weight"), "3/weight"

    def test_modules_agree_and_planted_faults_are_named(self):
        for name, net, inputs, fault, where in self.nets():
            with self.subTest(name):
                net.eval()
                same = compare_module(net, inputs)
                self.assertTrue(same.agrees, str(same))
                self.assertGreater(len(same.rows), 5)
                before = copy.deepcopy(net)
                fault(net)
                found = compare_module(before, inputs, values=module_values(net, inputs))
                first = found.first_divergence
                self.assertIsNotNone(first)
                self.assertTrue(first["op"].startswith(where), str(found))
                self.assertIn("first divergence: " + where, str(found))

    def test_overflow_in_float16(self):
        nn = self.torch.nn
        net = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4), nn.Tanh()).eval()
        for layer in list(net)[:2]:
            nn.init.constant_(layer.weight, 200)
        x = self.torch.ones(2, 4)
        values = module_values(net, (x,))
        found = compare_module(net.half(), (x.half(),), values=values, rtol=1e-2)
        self.assertEqual(found.first_divergence["op"], "1/linear_1")

    def test_a_cache_is_updated_by_position(self):
        torch = self.torch

        class Cache(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.register_buffer("keys", torch.zeros(1, 4, 3))
                self.register_buffer("at", torch.zeros(1, dtype=torch.long))

            def forward(self, x):
                self.keys.index_copy_(1, self.at, x)
                self.keys.index_fill_(1, self.at + 1, 7)
                self.at.add_(1)
                return self.keys.cumsum(1)

        net, inputs = Cache().eval(), [torch.randn(1, 1, 3) for _ in range(3)]
        self.assertTrue(compare_module(net, (inputs[0],)).agrees)
        model = from_module(net, (inputs[0],))
        self.assertEqual(model.not_imported, [])
        (x,), (y,) = model.inputs.values(), model.outputs.values()
        with ngt.make_transformer() as transformer:
            step = transformer.computation([y, *model.updates], x)
            for each in inputs:
                np.testing.assert_allclose(step(each.numpy())[0], net(each).numpy(), atol=1e-6)

    def test_what_cannot_run_is_left_out(self):
        torch = self.torch

        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.first, self.unread = torch.nn.Linear(4, 4), torch.nn.Linear(2, 2)

            def forward(self, x):
                return torch.digamma(self.first(x)).abs()

        found = compare_module(Net(), (torch.randn(2, 4),))
        self.assertTrue(found.agrees)
        self.assertEqual([row["op"] for row in found.rows][-1], "first/linear")
        self.assertIn("abs_1", found.not_compared)

    def test_values_are_those_of_files_too(self):
        net, x = self.torch.nn.Linear(3, 2).eval(), self.torch.randn(4, 3)
        values = module_values(net, (x,))
        self.assertEqual(set(values), {"weight", "bias", "input", "linear"})
        np.testing.assert_array_equal(values["linear"], net(x).detach().numpy())

    def test_ops_that_change_buffers_change_no_module(self):
        net = self.torch.nn.BatchNorm1d(3).train()
        found = compare_module(net, (self.torch.randn(6, 3),))
        self.assertTrue(found.agrees, str(found))
        self.assertEqual(int(net.num_batches_tracked), 0)


if __name__ == "__main__":
    unittest.main()
