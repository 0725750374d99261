# SPDX-License-Identifier: Apache-2.0
"""Writes small models of PyTorch's ONNX exporter: random weights, inputs, and PyTorch's outputs.

Run by ./dev test-frameworks; needs the packages torch and numpy. The files of a model are
NAME.onnx, and NAME.npz with arrays "in.INPUT" and "out.OUTPUT". training.json holds the losses of
PyTorch's optimizers on models of the folder.
"""

import json
import math
import pathlib
import sys
import warnings

import numpy as np
import torch
from torch import nn
from torch.nn import functional

OPSET = 14
STEPS = 20


def conv(inner, outer, size=3, stride=1, groups=1):
    return nn.Sequential(nn.Conv2d(inner, outer, size, stride, size // 2, groups=groups,
                                   bias=False),
                         nn.BatchNorm2d(outer))


class Residual(nn.Module):
    """A block of ResNet: two 3 x 3 convolutions, or with `wide` a bottleneck of three."""

    def __init__(self, inner, outer, stride, wide):
        super().__init__()
        middle = outer // wide
        if wide == 1:
            self.main = nn.Sequential(conv(inner, outer, 3, stride), nn.ReLU(), conv(outer, outer))
        else:
            self.main = nn.Sequential(conv(inner, middle, 1), nn.ReLU(),
                                      conv(middle, middle, 3, stride), nn.ReLU(),
                                      conv(middle, outer, 1))
        same = inner == outer and stride == 1
        self.short = nn.Identity() if same else conv(inner, outer, 1, stride)

    def forward(self, x):
        return torch.relu(self.main(x) + self.short(x))


class ResNet(nn.Module):
    """The stages of ResNet-18 (`wide` 1) or ResNet-50 (`wide` 4) with few channels."""

    def __init__(self, counts, wide):
        super().__init__()
        self.stem = nn.Sequential(conv(3, 4, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1))
        blocks, inner = [], 4
        for stage, count in enumerate(counts):
            outer = (4, 6, 8, 8)[stage] * (2 if wide > 1 else 1)
            for i in range(count):
                blocks.append(Residual(inner, outer, 2 if stage and i == 0 else 1, wide))
                inner = outer
        self.blocks = nn.Sequential(*blocks)
        self.head = nn.Linear(inner, 5)

    def forward(self, image):
        x = self.blocks(self.stem(image))
        return self.head(torch.flatten(functional.adaptive_avg_pool2d(x, 1), 1))


class Inverted(nn.Module):
    """A block of MobileNetV2: expansion, depthwise convolution, projection."""

    def __init__(self, inner, outer, stride, expansion):
        super().__init__()
        middle = inner * expansion
        layers = [conv(inner, middle, 1), nn.ReLU6()] if expansion > 1 else []
        layers += [conv(middle, middle, 3, stride, middle), nn.ReLU6(), conv(middle, outer, 1)]
        self.main = nn.Sequential(*layers)
        self.adds = stride == 1 and inner == outer

    def forward(self, x):
        return x + self.main(x) if self.adds else self.main(x)


class MobileNet(nn.Module):
    """The stages of MobileNetV2 with few channels."""

    ROWS = ((1, 4, 1, 1), (6, 6, 2, 2), (6, 6, 3, 2), (6, 8, 2, 1), (6, 8, 1, 2))

    def __init__(self):
        super().__init__()
        layers, inner = [conv(3, 4, 3, 2), nn.ReLU6()], 4
        for expansion, outer, count, stride in self.ROWS:
            for i in range(count):
                layers.append(Inverted(inner, outer, stride if i == 0 else 1, expansion))
                inner = outer
        self.layers = nn.Sequential(*layers, conv(inner, 16, 1), nn.ReLU6())
        self.head = nn.Linear(16, 5)

    def forward(self, image):
        return self.head(self.layers(image).mean((2, 3)))


class Attention(nn.Module):
    def __init__(self, width, heads, causal=False):
        super().__init__()
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.heads, self.causal = heads, causal

    def forward(self, x):
        batch, length, width = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(2, 3) / math.sqrt(width // self.heads)
        if self.causal:
            later = torch.ones(length, length, dtype=torch.bool).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        made = torch.softmax(scores, -1) @ v
        return self.out(made.transpose(1, 2).reshape(batch, length, width))


class Transformer(nn.Module):
    """A layer that normalises first."""

    def __init__(self, width, heads, causal=False):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads, causal)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(),
                                 nn.Linear(2 * width, width))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class ViT(nn.Module):
    """Patches, a class token, learned positions, two layers."""

    def __init__(self, width=16):
        super().__init__()
        self.patches = nn.Conv2d(3, width, 4, 4)
        self.token = nn.Parameter(torch.randn(1, 1, width))
        self.position = nn.Parameter(torch.randn(1, 17, width))
        self.layers = nn.Sequential(Transformer(width, 4), Transformer(width, 4))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, 5)

    def forward(self, image):
        x = self.patches(image).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.position
        return self.head(self.norm(self.layers(x))[:, 0])


class Decoder(nn.Module):
    """Like GPT-2: embeddings, causal layers, the embedding again as the head."""

    def __init__(self, width=16, words=20):
        super().__init__()
        self.word, self.position = nn.Embedding(words, width), nn.Embedding(8, width)
        self.layers = nn.Sequential(Transformer(width, 2, True), Transformer(width, 2, True))
        self.norm = nn.LayerNorm(width)

    def forward(self, ids):
        x = self.word(ids) + self.position(torch.arange(ids.shape[1]))
        return self.norm(self.layers(x)) @ self.word.weight.T


class Recurrent(nn.Module):
    """A recurrent layer, and a linear one on its last element."""

    def __init__(self, kind):
        super().__init__()
        self.layer = kind(4, 6, batch_first=True, bidirectional=True)
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        return self.head(self.layer(x)[0][:, -1])


def mlp():
    return nn.Sequential(nn.Linear(12, 16), nn.Tanh(), nn.Linear(16, 8), nn.ReLU(), nn.Linear(8, 3))


def lenet():
    return nn.Sequential(nn.Conv2d(1, 4, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Conv2d(4, 6, 5), nn.ReLU(), nn.AvgPool2d(2), nn.Flatten(),
                         nn.Linear(24, 10), nn.Tanh(), nn.Linear(10, 3))


def image(side, channels=3, batch=1):
    return lambda: torch.randn(batch, channels, side, side)


# Name, model, and its input; each is made after the random generator was set to its position.
MODELS = (
    ("torch_mlp", mlp, lambda: torch.randn(8, 12)),
    ("torch_lenet", lenet, image(16, 1, 8)),
    ("torch_resnet18", lambda: ResNet((2, 2, 2, 2), 1), image(32)),
    ("torch_resnet50", lambda: ResNet((3, 4, 6, 3), 4), image(32)),
    ("torch_mobilenet_v2", MobileNet, image(32)),
    ("torch_vit", ViT, image(16)),
    ("torch_gpt", Decoder, lambda: torch.randint(20, (2, 6))),
    ("torch_lstm", lambda: Recurrent(nn.LSTM), lambda: torch.randn(3, 5, 4)),
    ("torch_gru", lambda: Recurrent(nn.GRU), lambda: torch.randn(3, 5, 4)),
)

# The engine's Adam adds epsilon before the bias correction, PyTorch's after it: so small a one does
# not count.
OPTIMIZERS = {
    "sgd": lambda weights: torch.optim.SGD(weights, lr=0.1),
    "momentum": lambda weights: torch.optim.SGD(weights, lr=0.02, momentum=0.9),
    "adam": lambda weights: torch.optim.Adam(weights, lr=0.01, eps=1e-12),
}
TRAINED = ("torch_mlp", "torch_lenet", "torch_gru")


def spread_statistics(model):
    """Running statistics as after training, so that batch normalisation does something."""
    for layer in model.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.running_mean.normal_(0, 0.3)
            layer.running_var.uniform_(0.5, 2)
            layer.weight.data.uniform_(0.5, 1.5)
            layer.bias.data.normal_(0, 0.3)


def write(folder, name, model, x):
    y = model(x).detach()
    names = {"input_names": ["x"], "output_names": ["y"], "dynamic_axes": {"x": {0: "batch"}}}
    torch.onnx.export(model, x, str(folder / f"{name}.onnx"), opset_version=OPSET,
                      do_constant_folding=True, **names)
    np.savez(folder / f"{name}.npz", **{"in.x": x.numpy(), "out.y": y.numpy()})


def losses(model, make_optimizer, x, labels):
    """Cross entropy before each step, all on one batch."""
    start = {key: value.clone() for key, value in model.state_dict().items()}
    optimizer, found = make_optimizer(model.parameters()), []
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(x), labels)
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    model.load_state_dict(start)
    return found


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    record = {"steps": STEPS, "loss": "cross entropy of the class of each row", "models": {}}
    for position, (name, make, make_input) in enumerate(MODELS):
        torch.manual_seed(position)
        model, x = make().eval(), make_input()
        spread_statistics(model)
        write(folder, name, model, x)
        if name in TRAINED:
            labels = torch.arange(x.shape[0]) % 3
            runs = {key: losses(model, make_optimizer, x, labels)
                    for key, make_optimizer in OPTIMIZERS.items()}
            record["models"][name] = {"classes": labels.tolist(), "losses": runs}
    text = json.dumps(record, indent=1)
    (folder / "training.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # about tracing lengths that are constants here
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1
         else pathlib.Path(__file__).parent / "models")
