# SPDX-License-Identifier: Apache-2.0
"""The networks of networks.h in PyTorch, with autograd and torch.optim.SGD."""

import torch
from torch import nn

import peer
from torch_arrays import optimized, sampled, uneven

RATE = 0.01


def classes(shape, count):
    size = 1
    for length in shape:
        size *= length
    return (torch.arange(size) * 7 % count).reshape(shape)


def set_to(parameter, values):
    with torch.no_grad():
        parameter.copy_(values)


class Trained:
    """A network with its data: a call is a training step."""

    def __init__(self, net, x, labels):
        self.net, self.x, self.labels = net, x, labels
        self.optimized = optimized(net)
        self.descent = torch.optim.SGD(net.parameters(), lr=RATE)
        self.loss_of = nn.CrossEntropyLoss()
        self.start()

    def start(self):
        for parameter in self.net.parameters():
            set_to(parameter, torch.zeros_like(parameter))

    def __call__(self):
        self.descent.zero_grad(set_to_none=True)
        loss = self.loss_of(self.optimized(self.x), self.labels)
        loss.backward()
        self.descent.step()
        return loss

    def values(self):
        self.start()
        return [self().item() for _ in range(3)]


class Mlp(Trained):
    def __init__(self):
        net = nn.Sequential(nn.Linear(784, 1000), nn.ReLU(), nn.Linear(1000, 10))
        x = uneven((784, 128), 1).t().contiguous()
        super().__init__(net, x, classes((128,), 10))

    def start(self):
        super().start()
        set_to(self.net[0].weight, uneven((1000, 784), 0.04))
        set_to(self.net[2].weight, uneven((10, 1000), 0.04))


class Convnet(Trained):
    def __init__(self, batch):
        net = nn.Sequential(
            nn.Conv2d(3, 16, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(), nn.Linear(2048, 500), nn.ReLU(), nn.Linear(500, 10))
        x = uneven((3, 32, 32, batch), 1).permute(3, 0, 1, 2).contiguous()
        super().__init__(net, x, classes((batch,), 10))

    def start(self):
        super().start()
        for layer, size in ((0, 0.1), (3, 0.05)):
            weight = self.net[layer].weight
            k, c, r, s = weight.shape
            set_to(weight, uneven((c, r, s, k), size).permute(3, 0, 1, 2))
        set_to(self.net[7].weight, uneven((500, 2048), 0.02))
        set_to(self.net[9].weight, uneven((10, 500), 0.05))

    def forward(self):
        with torch.no_grad():
            return self.optimized(self.x)

    def forward_values(self):
        self.start()
        return sampled(self.forward().t())


class LstmNet(nn.Module):
    def __init__(self, cells):
        super().__init__()
        self.lstm, self.dense = nn.LSTM(64, cells), nn.Linear(cells, 64)

    def forward(self, x):
        return self.dense(self.lstm(x)[0]).reshape(-1, 64)


class Lstm(Trained):
    def __init__(self, cells, batch):
        self.cells = cells
        i, j = torch.arange(30).reshape(30, 1), torch.arange(batch).reshape(1, batch)
        x = nn.functional.one_hot((i * 5 + j * 3) % 64, 64).float()
        super().__init__(LstmNet(cells), x, classes((30, batch), 64).reshape(-1))

    def start(self):
        super().start()
        set_to(self.net.lstm.weight_ih_l0, uneven((4 * self.cells, 64), 0.1))
        set_to(self.net.lstm.weight_hh_l0, uneven((4 * self.cells, self.cells), 0.1))
        set_to(self.net.dense.weight, uneven((64, self.cells), 0.1))


def cases():
    return peer.network_cases(Mlp, Convnet, Lstm)
