#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes FOLDER/NAME.pt2 (default: models), as torch.export saves them and after
run_decompositions (NAME_core.pt2), with NAME.npz: arrays "in.NAME" and "out.NAME" that PyTorch
computed, complex ones as their parts along a last dimension; and training/NAME.pt2, modules in
training, with the losses of training.json. Needs torch.
"""

import copy
import io
import json
import re
import sys
import zipfile
from pathlib import Path

import edge_models
import formula_models
import gradient_models
import numpy as np
import tie_models
import torch
from gradient_models import add_gradients, add_second_gradients
from torch import nn
from torch._higher_order_ops.map import map as mapped
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop

FOLDER = Path(__file__).resolve().parent / "models"


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(inplace=True), nn.Linear(8, 3))

    def forward(self, x):
        return torch.softmax(self.net(x), -1)


class Special(nn.Module):
    def forward(self, x, p):
        return (torch.lgamma(x), torch.special.gammaln(x.float()), torch.lgamma(p.half()),
                torch.special.erfinv(p), torch.erfinv(p.float()),
                torch.lgamma(torch.tensor([1, 2, 30])))


class Effects(nn.Module):
    """Ops without results that run in order; in the core program, by tokens."""

    def forward(self, x):
        torch.ops.aten._print("doubled")
        y = x * 2
        torch.ops.aten._print("done")
        return y


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(2, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4)
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        y = nn.functional.max_pool2d(nn.functional.silu(self.norm(self.conv(x))), 2)
        return self.head(nn.functional.adaptive_avg_pool2d(y, 1).flatten(1))


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, 2, batch_first=True, bidirectional=True)
        self.gru = nn.GRU(8, 3)

    def forward(self, x):
        y, (h, c) = self.lstm(x)
        return self.gru(y.transpose(0, 1))[0], h, c


class Decoder(nn.Module):
    """One block with a cache of keys and values."""

    def __init__(self, vocabulary=11, width=8, heads=2):
        super().__init__()
        self.embedding, self.position = nn.Embedding(vocabulary, width), nn.Embedding(16, width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 16), nn.GELU(), nn.Linear(16, width))
        self.heads = heads

    def forward(self, ids, keys, values):
        batch, time = ids.shape
        past = keys.shape[2]
        x = self.embedding(ids) + self.position(torch.arange(past, past + time))
        q, k, v = (part.view(batch, time, self.heads, -1).transpose(1, 2)
                   for part in self.qkv(self.first(x)).chunk(3, -1))
        k, v = torch.cat([keys, k], 2), torch.cat([values, v], 2)
        mask = torch.ones(time, past + time, dtype=torch.bool).tril(past)
        y = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.out(y.transpose(1, 2).reshape(batch, time, -1))
        return x + self.mlp(self.second(x)), k, v


class Shapes(nn.Module):
    """Ops of shapes, indices, reductions and promotion."""

    def forward(self, x, i):
        a, b = x.split([2, 2], 1)
        y = torch.stack([a, b.flip(2)], 0).permute(1, 2, 0, 3).reshape(2, 4, 3)
        picked = x[:, i, 1:].mean((0, 2))
        top, place = x.flatten(1).topk(3, -1)
        return (y, picked, top, place, x.var(1), (i + 1) * 0.5, i // 2, x.roll(1, 2).cumsum(1),
                torch.where(x > 0, x, -1), x.amax(1).argmax(-1), nn.functional.pad(x, (1, 2, 0, 1)))


class Numbers(nn.Module):
    """Promotion, in-place types, remainders, and values near the ends of types."""

    def forward(self, x, i, small, half, byte):
        kept = i.clone()
        kept.add_(x[:, 0].abs().round().to(torch.int64))
        return (torch.remainder(x, 0.1), torch.floor_divide(x, 0.1), x.remainder(-3),
                torch.log1p(small), torch.expm1(small), x.to(i), (x > 0).to(x) + 1,
                half.var(0), nn.functional.rms_norm(half, (4,)), byte + 10, (half * 0.5)[0],
                kept, x.clamp(-1), torch.cosine_similarity(x[:, :1], x))


class Views(nn.Module):
    """Changes tensors through views of views, and reads other views of them later."""

    def __init__(self):
        super().__init__()
        self.register_buffer("cache", torch.zeros(2, 4, 3))

    def forward(self, x, z):
        y = x * 2
        before, row = y.unsqueeze(0), y[1]
        y[:, 0] = 1
        y.T[1:, :1].unsqueeze(0).add_(row[1])
        a, b = y.view(-1)[1:].chunk(2)
        b.mul_(3)
        a.fill_(0.5)
        middle = y.unflatten(1, (1, 3)).permute(1, 2, 0).movedim(0, 2).squeeze()
        middle.narrow(0, 1, 1).sub_(7)
        first, _ = y.unbind(1)[:2]
        first += before[0, :, 1]
        self.cache[:, 1].copy_(y.detach())
        waves = torch.zeros(2, 4, dtype=torch.cfloat)
        waves[:, 1:3] = z
        torch.view_as_real(waves)[:, 2, 1].neg_()
        return y, y + 1, before, row, a, b, middle, self.cache + 0, torch.fft.ifft(waves).real


class Renamed(nn.Module):
    """Returns a view of a tensor that changes, by a name that new values of the tensor get, too."""

    def forward(self, x):
        y = x * 2
        y.copy_(x)
        y[0].copy_(x[1])
        last = y[1]
        last.copy_(x[0] * 3)
        return last, y


class Diagonal(nn.Module):
    """Changes a tensor through a view whose change cannot be written back."""

    def forward(self, x):
        y = x * 2
        y.diagonal().fill_(1)
        return y + 1


class Raveled(nn.Module):
    """Changes a tensor through an op that is not imported, which may be a view."""

    def forward(self, x):
        y = x * 2
        y.ravel()[0].fill_(1)
        return y + 1


class Returned(nn.Module):
    """Returns a tensor and its changed self."""

    def forward(self, x):
        y = x * 2
        return y, y.add_(1), y[0]


class Ends(nn.Module):
    """Quotients, angles and powers at the ends of their domains."""

    def forward(self, i, x, z):
        return (i // 3, torch.div(i, -7, rounding_mode="floor"), x // torch.inf, x.angle(),
                z.conj().angle(), z**0, z.conj().resolve_conj().sqrt())


class Choices(nn.Module):
    """Branches in each other; values of both have equal names."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x):
        y = torch.cond(x.sum() > 0, lambda x: self.first(x) + 1, lambda x: (x - 1).sin(), (x,))

        def inner(x, y):
            return torch.cond(x.max() > 1, lambda x, y: self.second(x) * y, torch.add, (x, y))

        z = torch.cond(y.mean() > 0.2, inner, lambda x, y: x * 1.5, (x, y))
        return y * 2 + z, z


class Rotary(nn.Module):
    """Attention over positions that turn pairs of features, as in LLaMA."""

    def __init__(self, width=8, heads=2, length=8):
        super().__init__()
        self.qkv, self.heads = nn.Linear(width, 3 * width, bias=False), heads
        rate = 1 / 10000 ** (torch.arange(0, width // heads, 2) * heads / width)
        angle = torch.outer(torch.arange(length), rate)
        self.register_buffer("turns", torch.polar(torch.ones_like(angle), angle))

    def turned(self, x):
        pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
        return torch.view_as_real(pairs * self.turns[:x.shape[1], None]).flatten(3).type_as(x)

    def forward(self, x):
        q, k, v = (part.unflatten(-1, (self.heads, -1)) for part in self.qkv(x).chunk(3, -1))
        q, k, v = (each.transpose(1, 2) for each in (self.turned(q), self.turned(k), v))
        return (torch.softmax(q @ k.mT, -1) @ v).transpose(1, 2).flatten(2)


class Spectral(nn.Module):
    """A layer of a Fourier neural operator: complex weights on the lowest frequencies."""

    def __init__(self, channels=2, modes=2):
        super().__init__()
        self.modes = modes
        self.weight = nn.Parameter(torch.randn(channels, channels, modes, modes,
                                               dtype=torch.cfloat))
        self.bypass = nn.Conv2d(channels, channels, 1)

    def forward(self, x):
        low = torch.fft.rfft2(x)[:, :, :self.modes, :self.modes]
        low = torch.einsum("bixy,ioxy->boxy", low, self.weight)
        return nn.functional.gelu(torch.fft.irfft2(low, s=x.shape[-2:]) + self.bypass(x))


class Spectrogram(nn.Module):
    """The logarithm of energies by band, and the signal back from its spectrum."""

    def __init__(self, length=4, bands=3):
        super().__init__()
        self.register_buffer("window", torch.hann_window(length))
        self.register_buffer("bands", torch.rand(bands, length // 2 + 1))

    def forward(self, x):
        spectrum = torch.stft(x, 4, 2, window=self.window, return_complex=True)
        energy = torch.log10(torch.clamp(self.bands @ spectrum.abs() ** 2, min=1e-10))
        back = torch.istft(spectrum, 4, 2, window=self.window, length=x.shape[-1])
        return energy, spectrum.angle(), back


class ComplexNumbers(nn.Module):
    """Ops of complex numbers, with complex arguments and results."""

    def forward(self, z, w, x, i):
        mask = x > 0
        shaped = torch.cat([z.T[i], w.T.conj()[:1]]).reshape(2, -1).flip(1)
        scaled = z.mul(2 - 1j) + x * 0.5j
        kept = torch.where(mask, z, 0).masked_fill(mask, 1j)
        return (z * w / (z - 2j), scaled, shaped, kept, torch.exp(z) ** 2, z.sqrt() + z.log(),
                z.abs(), z.angle(), (z @ w.mT).real, z.mH.sum(0), z.mean(), z.sgn().imag,
                torch.fft.fftshift(torch.fft.fft2(z, norm="ortho"), dim=1),
                torch.fft.ifft(x, 5), torch.fft.ihfft(x), torch.fft.hfft(z, norm="forward"),
                torch.full((2,), 1 + 2j), z.to(torch.cdouble).reciprocal(), z == z.conj())


class Loops(nn.Module):
    """A scan from the last step on, a loop of at most five iterations with a branch inside that
    reads weights, a loop whose counter ends it, and a map."""

    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(3, 3)

    def forward(self, x):
        def step(state, element):
            state = torch.tanh(self.cell(state) + element)
            return state, {"twice": state * 2, "sum": state.sum(1)}

        last, outputs = scan(step, torch.zeros_like(x[:, 0]), x, dim=1, reverse=True)

        def body(i, y):
            def grown(y):
                return self.cell(y).abs() + y
            return i + 1, torch.cond(y.sum() > 0, grown, lambda y: y.abs() * 2, (y,))

        def again(i, y):
            return (i < 5) & (y.sum() < 20)

        start = torch.zeros((), dtype=torch.int64)
        count, grown = while_loop(again, body, (start, last))
        down = while_loop(lambda i, y: i * i > 9, lambda i, y: (i - 2, y + i), (start + 7, last))
        return (outputs["twice"], outputs["sum"], count, grown, *down,
                mapped(lambda row, other: row.sin() + other, last, x[0, 0]))


class Losses(nn.Module):
    """Cross entropies with smoothed labels and with probabilities as targets."""

    def forward(self, x, classes, y):
        entropy, soft = nn.functional.cross_entropy, y.softmax(1)
        smooth = [entropy(x, classes, label_smoothing=0.1, reduction=reduction, ignore_index=2)
                  for reduction in ("mean", "sum", "none")]
        return (*smooth, entropy(x, soft), entropy(x, soft, label_smoothing=0.2, reduction="none"),
                entropy(x[0], soft[0], reduction="sum"))


class Positions(nn.Module):
    """Distances, bags, diagonals, and elements by their places and ranks."""

    def __init__(self):
        super().__init__()
        self.table = nn.Parameter(torch.randn(6, 3))

    def forward(self, x, i, m):
        bags = [nn.functional.embedding_bag(i, self.table, torch.tensor([0, 2, 2]), mode=mode)
                for mode in ("sum", "mean", "max")]
        return (*bags, torch.cdist(x, x * 2), torch.cdist(x, x + 1, p=1.0), torch.pdist(x, 3.0),
                x.diagonal(1), x[None].diagonal(-1, 2, 1), x.masked_scatter(m, x + 5),
                torch.as_strided(x + 0, (2, 3), (4, 2), 1), torch.bucketize(x, x[0].sort()[0]),
                torch.searchsorted(x.sort(1)[0], x * 0.5, right=True), *x.kthvalue(2),
                torch.copysign(x, -x.relu()), x.round().signbit(),
                torch.addbmm(x, torch.ones(2, 3, 3), x.expand(2, 3, 4), beta=0.5),
                nn.functional.fold(x.reshape(1, 4, 3), (2, 4), 2, padding=(0, 0), stride=(1, 1)))


def array(value):
    """Of a complex tensor: its parts along a last dimension."""
    value = value.detach().resolve_conj().resolve_neg()
    return (torch.view_as_real(value) if value.is_complex() else value).numpy()


def shorten_traces(value, lines):
    """In all graphs: without the folders of this machine, or without the whole traces; and without
    the histories of nodes."""
    if isinstance(value, list):
        for each in value:
            shorten_traces(each, lines)
    if not isinstance(value, dict):
        return
    trace = value.pop("stack_trace", None)
    value.pop("from_node", None)
    if trace and lines:
        path = r'File "[^"]*?(torch/nn/[^"]*|[^"/]*)"'
        value["stack_trace"] = re.sub(path, r'File "\1"', trace)
    for each in value.values():
        shorten_traces(each, lines)


def neutral(data, lines=False):
    """The archive without sample inputs and paths of the machine; `lines` keeps source lines."""
    with zipfile.ZipFile(io.BytesIO(data)) as given:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as out:
            for entry in given.infolist():
                if "/sample_inputs/" in entry.filename or "/.data/" in entry.filename:
                    continue
                content = given.read(entry)
                if entry.filename.endswith("models/model.json"):
                    program = json.loads(content)
                    shorten_traces(program["graph_module"]["graph"], lines)
                    program["guards_code"] = []
                    content = json.dumps(program).encode()
                out.writestr(zipfile.ZipInfo(entry.filename), content)
        return made.getvalue()


def distinct(names):
    """Names of results: a value that is returned again gets a number."""
    made = []
    for i, name in enumerate(names):
        count = names[:i].count(name)
        made.append(f"{name}_{count + 1}" if count else name)
    return made


def write(folder, name, module, arguments, shapes=None, core=True):
    module = module.eval()
    program = torch.export.export(module, arguments, dynamic_shapes=shapes)
    inputs = [spec.arg.name for spec in program.graph_signature.input_specs
              if spec.kind.name == "USER_INPUT"]
    for suffix in ("", "_core") if core else ("",):
        exported = program.run_decompositions() if suffix else program
        data = io.BytesIO()
        torch.export.save(exported, data)
        (folder / f"{name}{suffix}.pt2").write_bytes(neutral(data.getvalue()))
        outputs = distinct([spec.arg.name for spec in exported.graph_signature.output_specs
                            if spec.kind.name == "USER_OUTPUT"])
        with torch.no_grad():
            made = copy.deepcopy(module)(*arguments)
        made = made if isinstance(made, tuple) else (made,)
        arrays = {f"in.{key}": array(value) for key, value in zip(inputs, arguments)}
        arrays.update({f"out.{key}": array(value) for key, value in zip(outputs, made)})
        np.savez(folder / f"{name}{suffix}.npz", **arrays)


class Classifier(nn.Module):
    """Classes by the last state of a recurrent layer."""

    def __init__(self):
        super().__init__()
        self.gru, self.head = nn.GRU(3, 6, batch_first=True), nn.Linear(6, 3)

    def forward(self, x):
        return self.head(self.gru(x)[1][0])


# As in tests/python/pytorch_test.py.
OPTIMIZERS = {
    "sgd": lambda weights: torch.optim.SGD(weights, 0.1),
    "momentum": lambda weights: torch.optim.SGD(weights, 0.02, momentum=0.9),
    "adam": lambda weights: torch.optim.Adam(weights, 0.01, eps=1e-12),
}


def train(module, x, classes, optimizer, steps):
    """The losses before each step, all on one batch."""
    step, losses = optimizer(module.parameters()), []
    for _ in range(steps):
        step.zero_grad()
        loss = nn.functional.cross_entropy(module(x), classes)
        loss.backward()
        step.step()
        losses.append(loss.item())
    return losses


def write_training(folder, steps=20):
    """Without and with run_decompositions: the first assigns to buffers within its ops."""
    folder.mkdir(exist_ok=True)
    record = {}
    mlp = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))
    for name, module, x in (("mlp", mlp, torch.randn(6, 4)),
                            ("convnet", ConvNet(), torch.randn(6, 2, 6, 6)),
                            ("gru", Classifier(), torch.randn(6, 5, 3))):
        classes = torch.arange(6) % 3
        program = torch.export.export(module.train(), (x,))
        for suffix, exported in (("", program), ("_core", program.run_decompositions({}))):
            data = io.BytesIO()
            torch.export.save(exported, data)
            (folder / f"{name}{suffix}.pt2").write_bytes(neutral(data.getvalue(), lines=True))
        row = record[name] = {"x": x.tolist(), "classes": classes.tolist(), "losses": {}}
        for kind, optimizer in OPTIMIZERS.items():
            trained = copy.deepcopy(module)
            row["losses"][kind] = train(trained, x, classes, optimizer, steps)
            row["buffers"] = {key: value.tolist() for key, value in trained.named_buffers()}
    text = json.dumps(record, indent=1)
    (folder / "training.json").write_text(text + "\n", encoding="utf-8")


def main(folder):
    torch.manual_seed(7)
    folder.mkdir(parents=True, exist_ok=True)
    dim, draw = torch.export.Dim, torch.randn
    write(folder, "mlp", Mlp(), (draw(2, 4),), {"x": {0: dim("batch")}})
    net = ConvNet()
    net.norm.running_mean.uniform_(-1, 1)
    net.norm.running_var.uniform_(0.5, 2)
    write(folder, "convnet", net, (draw(2, 2, 6, 6),))
    write(folder, "recurrent", Recurrent(), (draw(2, 5, 3),), core=False)
    past = dim("past", min=2, max=8)
    shapes = {"ids": {1: dim("time", min=2, max=8)}, "keys": {2: past}, "values": {2: past}}
    write(folder, "decoder", Decoder(),
          (torch.randint(0, 11, (1, 3)), draw(1, 2, 4, 4), draw(1, 2, 4, 4)), shapes, core=False)
    write(folder, "shapes", Shapes(), (draw(2, 4, 3), torch.tensor([0, 3, -1])))
    write(folder, "numbers", Numbers(),
          (torch.tensor([[1.0, 5.5, -7.25, 1e4], [0.3, -0.3, 2.0, 9.9]]), torch.tensor([3, -4]),
           torch.tensor([1e-8, -1e-8, 1e-4, 0.5, -0.5, 3.0]),
           torch.full((3, 4), 300.0, dtype=torch.float16) * torch.tensor([[1], [-1], [0.5]]).half(),
           torch.tensor(250, dtype=torch.uint8)))
    write(folder, "special", Special(),
          (torch.tensor([-30.3, -2.0, -0.25, 0.0, 0.4, 1.0, 3.25, 1e5, torch.inf]).double(),
           torch.tensor([-1.0, -0.9999, -0.3, 1e-9, 0.52, 0.999, 1.0]).double()))
    write(folder, "views", Views(), (draw(2, 3), draw(2, 2, dtype=torch.cfloat)))
    write(folder, "renamed", Renamed(), (draw(2, 3),), core=False)
    write(folder, "diagonal", Diagonal(), (draw(3, 3),), core=False)
    write(folder, "raveled", Raveled(), (draw(3, 3),), core=False)
    write(folder, "returned", Returned(), (draw(3, 3),), core=False)
    write(folder, "ends", Ends(),
          (torch.tensor([-128, -127, -1, 0, 127], dtype=torch.int8),
           torch.tensor([-1.0, 0.0, 2.5, torch.inf, -torch.inf]),
           torch.tensor([-4, 0, 1 + 2j], dtype=torch.cfloat)), core=False)
    write(folder, "unknown", edge_models.Unknown(), (torch.tensor([0.5, 3.0]),))
    x = torch.tensor([[0.5, -0.37], [7.0, 2.2], [-9.0, 40]])
    module, given = edge_models.Quantised(), (x, x.flip(0))
    write(folder, "quantised", module, given)
    for name in ("quantised", "quantised_core"):
        add_gradients(module, given, "xy", folder / f"{name}.npz")
    write(folder, "blanks", edge_models.Blanks(),
          (torch.tensor([[1.0, -2], [0.5, 3]]), torch.tensor([1 + 2j, -1j])))
    for name, module, arguments in edge_models.models():
        write(folder, name, module, arguments, core=False)
    write_training(folder / "training")
    x = torch.tensor([[2.0, -0.5, 0.25], [0.5, 1.0, -1.5]])
    write(folder, "choices", Choices(), (x,))
    write_complex(folder)
    torch.manual_seed(9)
    write(folder, "loops", Loops(), (draw(2, 4, 3),))
    write(folder, "losses", Losses(), (draw(3, 4), torch.tensor([1, 2, 0]), draw(3, 4)), core=False)
    x = draw(3, 4)
    write(folder, "positions", Positions(), (x, torch.tensor([4, 1, 3, 0]), x.abs() > 0.7))
    module, given = gradient_models.Gradients(), gradient_models.arguments()
    write(folder, "gradients", module, given, core=False)
    add_gradients(module, given, ("x", "image", "grid", "ids"), folder / "gradients.npz")
    module, given = gradient_models.Frozen(), (torch.tensor([[1.0, -2], [0.5, 3]]),)
    write(folder, "frozen", module, given, core=False)
    add_gradients(module, given, "x", folder / "frozen.npz")
    given = (torch.tensor([0.0, 1, 1, 0, 0.3, 0.9]), torch.tensor([0, 1, 0, 0.5, 1, 0.2]),
             torch.tensor([200.0, -200, 20, 0, -0.5, 1]))
    module = gradient_models.Losses()
    write(folder, "loss_gradients", module, given, core=False)
    add_gradients(module, given, ("p", "target", "x"), folder / "loss_gradients.npz")
    module, given = gradient_models.Curves(), (torch.tensor([0.0, 0, 1, 0.5, -0.25]),
                                               torch.tensor([0.0, 1, 1, 0, -0.25]))
    write(folder, "curves", module, given, core=False)
    add_gradients(module, given, "xy", folder / "curves.npz")
    add_second_gradients(module, given, "xy", folder / "curves.npz")
    write(folder, "effects", Effects(), (torch.tensor([1.0, 2, 3]),))
    torch.manual_seed(10)
    module, given = formula_models.Formulas(), formula_models.arguments()
    write(folder, "formulas", module, given)
    for name in ("formulas", "formulas_core"):
        add_gradients(module, given, ("x", "ids"), folder / f"{name}.npz")
    module, given = tie_models.Ties(), tie_models.arguments()
    write(folder, "ties", module, given, core=False)
    add_gradients(module, given, "xy", folder / "ties.npz")
    return 0


def write_complex(folder):
    torch.manual_seed(8)
    draw = torch.randn
    write(folder, "rotary", Rotary(), (draw(2, 5, 8),))
    write(folder, "spectral", Spectral(), (draw(2, 2, 6, 5),))
    write(folder, "spectrogram", Spectrogram(), (draw(2, 24),))
    z, w = draw(3, 4, dtype=torch.cfloat), draw(3, 4, dtype=torch.cfloat)
    write(folder, "complex", ComplexNumbers(), (z, w, draw(3, 4), torch.tensor([2, 0, -1])))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
