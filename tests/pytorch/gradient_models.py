# SPDX-License-Identifier: Apache-2.0
"""A module whose gradients are not those of the formulas that its values come from, for
write_models.py."""

import numpy as np
import torch
from torch import nn


class Gradients(nn.Module):
    """Detached values, norms of zeros, padding of embeddings and mirrored places."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(4, 3, padding_idx=1)

    def forward(self, x, image, grid, ids):
        with torch.no_grad():
            doubled, waves = x * 2, x.sin()
        functional = nn.functional
        norms = [x.norm(p=p, dim=1) for p in (2, 3, 1, float("inf"), 0)]
        zero = x[1:2]
        activations = [function(zero) for function in (
            functional.softplus, functional.logsigmoid, functional.celu, functional.selu,
            functional.leaky_relu, torch.sinc, torch.sinh, torch.asinh, torch.atanh,
            torch.erfinv, torch.erfc)]
        logits = functional.binary_cross_entropy_with_logits
        return (*activations, functional.elu(zero, 2.0), torch.logaddexp(zero, -zero),
                logits(zero, zero + 1), logits(x, (x > 0).float(), reduction="none",
                                               pos_weight=torch.tensor([1.0, 2.0, 0.5, 1.0])),
                x.detach() * x, x + (x.round() - x).detach(), doubled * x + waves, *norms,
                functional.normalize(x + 1), x.std(dim=1), torch.cdist(x, x[:2]),
                functional.cosine_similarity(x, x[:1] + 1), x.remainder(x.flip(0) + 0.3),
                x.fmod(x.flip(0) + 0.3), x % -0.7, x.flip(0).atan2(x), x.int() * x,
                x.ldexp(ids[0, 0]), self.words(ids),
                functional.grid_sample(image, grid, padding_mode="reflection",
                                       align_corners=False),
                functional.interpolate(image, scale_factor=1.7, mode="bilinear",
                                       align_corners=True))


class Losses(nn.Module):
    """Cross entropies of probabilities, also of 0 and 1, and losses that are bent."""

    def forward(self, p, target, x):
        functional, sums = nn.functional, {"reduction": "sum"}
        entropy, apart = functional.binary_cross_entropy, torch.zeros_like(x)
        target = target.detach()  # its gradients are infinite where those of p are limited
        return (entropy(p, target), entropy(p, target, reduction="none"),
                entropy(p, target, torch.tensor([2.0, 0.5, 1, 1, 3, 1]), **sums),
                entropy(torch.sigmoid(x), target),
                entropy(p.detach().half(), target.half(), **sums),
                functional.huber_loss(x, apart, delta=2.0), functional.smooth_l1_loss(x, apart),
                functional.smooth_l1_loss(x, apart, beta=0.5, **sums),
                functional.smooth_l1_loss(x, apart, beta=0.0, reduction="none"))


class Curves(nn.Module):
    """Functions whose formulas have pieces, which meet where the second derivative is not 0."""

    def forward(self, x, y):
        functional, each = nn.functional, {"reduction": "none"}
        return (torch.logaddexp(x, y), torch.logaddexp2(x, y), torch.log1p(x.relu()),
                torch.log1p(x * 0.5), torch.asinh(x), torch.atanh(x * 0.5), torch.hypot(x, y - 2),
                functional.huber_loss(x, y, **each, delta=0.5),
                functional.smooth_l1_loss(x, y, **each, beta=2.0))


class Frozen(nn.Module):
    """Weights that have no gradient, or one by some of their uses."""

    def __init__(self):
        super().__init__()
        self.frozen = nn.Parameter(torch.tensor([[0.5, -1], [2, 0.25], [1, 3]]))
        self.mixed = nn.Parameter(torch.tensor([1.0, -0.5, 2]))
        self.fixed = nn.Parameter(torch.tensor([0.5, -2]), requires_grad=False)
        self.scale = nn.Parameter(torch.tensor(1.5))

    def forward(self, x):
        return (nn.functional.linear(x, self.frozen.detach()), x * self.mixed[:2].detach(),
                x @ self.frozen[1:].detach() * self.mixed[1],
                self.mixed.detach() * self.mixed, self.frozen * 0, x * self.fixed * self.scale)


def arguments():
    generator = torch.Generator().manual_seed(3)
    x = torch.randn(3, 4, generator=generator)
    x[1] = 0
    return (x, torch.randn(1, 2, 5, 4, generator=generator),
            torch.rand(1, 2, 3, 2, generator=generator) * 5 - 2.5,
            torch.tensor([[0, 1], [3, 1]]))


def weighted_sum(outputs):
    """The sum of the first one, twice the second's, and so on."""
    return sum((i + 1) * made.sum() for i, made in enumerate(outputs))


def add_gradients(module, given, names, path):
    """Adds arrays "grad.NAME" to those of the file: of the weighted sum of the outputs, by inputs
    and weights."""
    given = [each.clone().requires_grad_(each.is_floating_point()) for each in given]
    module.zero_grad()
    weighted_sum(module(*given)).backward()
    arrays = dict(np.load(path))
    leaves = [*zip(names, given), *module.named_parameters()]
    arrays.update({f"grad.{name.replace('.', '/')}": each.grad.numpy()
                   for name, each in leaves if each.grad is not None})
    np.savez(path, **arrays)


def add_second_gradients(module, given, names, path):
    """Adds arrays "second.NAME": of the weighted sum of the gradients, by inputs."""
    given = [each.clone().requires_grad_() for each in given]
    first = torch.autograd.grad(weighted_sum(module(*given)), given, create_graph=True)
    second = torch.autograd.grad(weighted_sum(first), given)
    arrays = dict(np.load(path))
    arrays.update({f"second.{name}": each.numpy() for name, each in zip(names, second)})
    np.savez(path, **arrays)
