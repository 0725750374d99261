# SPDX-License-Identifier: Apache-2.0
"""The networks of image_networks.list in PyTorch."""

import math
import pathlib

import torch
from torch import nn

from torch_arrays import uneven
from torch_networks import Trained, classes, set_to

LIST = pathlib.Path(__file__).resolve().parents[1] / "image_networks.list"


class Convolution(nn.Module):
    def __init__(self, channels, filters, size, stride, padding):
        super().__init__()
        self.conv = nn.Conv2d(channels, filters, size, stride, padding)

    def forward(self, x):
        return torch.relu(self.conv(x))


class Inception(nn.Module):
    def __init__(self, channels, a, b, c, d, e, f):
        super().__init__()
        self.branches = nn.ModuleList([
            Convolution(channels, a, 1, 1, 0),
            nn.Sequential(Convolution(channels, b, 1, 1, 0), Convolution(b, c, 3, 1, 1)),
            nn.Sequential(Convolution(channels, d, 1, 1, 0), Convolution(d, e, 5, 1, 2)),
            nn.Sequential(nn.MaxPool2d(3, 1, 1), Convolution(channels, f, 1, 1, 0))])

    def forward(self, x):
        return torch.cat([branch(x) for branch in self.branches], 1)


class Mean(nn.Module):
    def forward(self, x):
        return x.mean((2, 3))


def make_net(side, layers):
    modules, channels = [], 3
    x = torch.zeros(1, 3, side, side)
    for kind, n in layers:
        if kind in "fo" and x.dim() > 2:
            modules.append(nn.Flatten())
            x = modules[-1](x)
        features = x.shape[1]
        module = {"c": lambda: Convolution(features, *n), "m": lambda: nn.MaxPool2d(*n),
                  "i": lambda: Inception(features, *n), "a": Mean,
                  "f": lambda: nn.Sequential(nn.Linear(features, n[0]), nn.ReLU()),
                  "o": lambda: nn.Linear(features, n[0])}[kind]()
        modules.append(module)
        x = module(x)
    return nn.Sequential(*modules)


class ImageNetwork(Trained):
    def __init__(self, side, batch, layers):
        x = uneven((3, side, side, batch), 1).permute(3, 0, 1, 2).contiguous()
        super().__init__(make_net(side, layers), x, classes((batch,), layers[-1][1][0]))

    def start(self):
        super().start()
        for module in self.net.modules():
            if isinstance(module, nn.Conv2d):
                k, c, r, s = module.weight.shape
                set_to(module.weight, uneven((c, r, s, k), 1 / math.sqrt(c * r * s))
                       .permute(3, 0, 1, 2))
            elif isinstance(module, nn.Linear):
                set_to(module.weight, uneven(tuple(module.weight.shape),
                                             1 / math.sqrt(module.in_features)))


def cases():
    """Cases for serve_lazily by name: a call is a training step."""
    found = {}
    for line in LIST.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, side, batch, *words = line.split()
        layers = [(kind, [int(number) for number in numbers.split(",")])
                  for kind, numbers in zip(words[::2], words[1::2])]
        found[name] = (lambda s=int(side), b=int(batch), all=layers: ImageNetwork(s, b, all),
                       lambda net: net, lambda net: net.values())
    return found
