# SPDX-License-Identifier: Apache-2.0
"""Modules that compute at exact places and at the ends of number types, or return values
several times, for write_models.py."""

import torch
import torch.ao.quantization.fx._decomposed  # defines torch.ops.quantized_decomposed
from torch import nn


class Nearest(nn.Module):
    """Nearest pixels at exact places, and filters that are wider than the image's edge."""

    def forward(self, x):
        resize = nn.functional.interpolate
        image = x.reshape(1, 3, 1, -1).expand(-1, -1, 5, -1)
        return (*(resize(x, scale_factor=factor, mode=mode) for factor in (0.6, 1.1, 2.01)
                  for mode in ("nearest", "nearest-exact")),
                resize(x, size=7), resize(image, size=(3, 4), mode="nearest-exact"),
                *(resize(image, size=(2, 4), mode=mode, antialias=True)
                  for mode in ("bilinear", "bicubic")))


class Limits(nn.Module):
    """Signs of zeros, infinities, NaN, and lengths near the ends of types."""

    def forward(self, y, x, a, half, z, byte):
        shrink = nn.functional
        return (torch.atan2(y, x), torch.atan2(y.half(), x.half()), torch.hypot(a, a.flip(0)),
                torch.hypot(half, half.flip(0)), z.abs(), shrink.softshrink(y),
                shrink.hardshrink(y), shrink.threshold(y, 0.5, 7), torch.xlogy(y * 0, y),
                torch.sign(y), torch.sgn(y), byte.any(), byte.all(0))


class Pairs(nn.Module):
    """Functions of two tensors, shifts and medians."""

    def forward(self, x, y, i, j):
        return (torch.logaddexp(x, y), torch.logaddexp2(x, y), torch.fmax(x, y),
                torch.fmin(x, y), torch.true_divide(i, j), +x, i << j, i >> j, i << 2,
                torch.bitwise_right_shift(i, 1), i.median(), x.median(), *i.reshape(2, 3).median(1),
                *x.reshape(2, 3).median(0, keepdim=True))


class Repeated(nn.Module):
    """Returns values several times, also an argument and complex numbers."""

    def forward(self, x, z):
        y = x * 2
        return y, y, x, x, z * z, y.add_(1), y, z


class Blanks(nn.Module):
    """Tensors without values, which are filled."""

    def forward(self, x, z):
        rows = torch.empty_like(x).fill_(3)
        rows[0] = x[1]
        column = x.new_empty(2, 1)
        column.copy_(x[:, :1])
        return rows + x, column, torch.empty_like(z).copy_(z) * 2


class Quantised(nn.Module):
    """Steps of values, beyond their range, too, and their simulation."""

    def forward(self, x, y):
        ops = torch.ops.quantized_decomposed
        scales, zeros = torch.tensor([0.05, 0.1]), torch.tensor([3, -2])
        near, span = (0.05, 3, -128, 127), (-128, 127)
        return (torch.fake_quantize_per_tensor_affine(x, *near),
                torch.fake_quantize_per_channel_affine(y, scales, zeros.int(), 1, *span),
                ops.quantize_per_tensor(x, *near, torch.int8),
                ops.dequantize_per_tensor(ops.quantize_per_tensor(x, *near, torch.int8), *near,
                                          torch.int8),
                ops.dequantize_per_channel(
                    ops.quantize_per_channel(x, scales, zeros, 1, *span, torch.int8), scales,
                    zeros, 1, *span, torch.int8))


class Composed(nn.Module):
    """Synonyms, and ops that PyTorch composes of others."""

    def forward(self, x, image, odd, z):
        first, grid = x[0], torch.meshgrid
        changed = x.clone()
        changed.multiply_(2).swapdims(0, 1)[1] = 7
        at = x.argsort(1)
        return (torch.multiply(x, 2), torch.subtract(x, first, alpha=2), torch.divide(x, 3),
                torch.divide(x, 2, rounding_mode="floor"), torch.negative(x),
                torch.arctan2(x, first), torch.concatenate([x, x]), torch.not_equal(x, first),
                torch.greater_equal(x, first), torch.less_equal(x, 0), torch.fix(x),
                torch.special.expit(x), torch.moveaxis(image, 1, 3), torch.multiply(z, z), changed,
                torch.diff(x, dim=-1, prepend=x[:, :1]), torch.diff(x, 2, 0, append=first[None]),
                torch.diff(x > 0), torch.diff(x, 7), torch.diff(x, 0, append=x),
                torch.diff(x, len(x), 0, append=first[None]), *grid(first, x[:, 0], indexing="ij"),
                *grid(first, x[:, 0], first, indexing="xy"),
                nn.functional.unfold(image, (3, 2), padding=(1, 2), stride=(2, 1), dilation=(1, 2)),
                nn.functional.unfold(image[0], 2), torch.hstack([first, first]),
                torch.hstack([x, x]), torch.vstack([first, x]), torch.hstack([z, z]),
                torch.fliplr(x), torch.flipud(x), *(torch.rot90(x, k) for k in range(-1, 4)),
                torch.rot90(image, 1, (2, 3)), torch.take_along_dim(x, at, 1),
                torch.take_along_dim(x, at[:, :1], 1), torch.take_along_dim(x, at[:1], 1),
                torch.take_along_dim(x, at),
                torch.tensordot(x, image[0, 0, :4], ([1], [0])),
                torch.tensordot(image, image, ([0, 1, 3], [0, 1, 3])), torch.msort(x),
                torch.nanmean(odd, 1), torch.nanmean(odd), torch.nansum(odd, 0, keepdim=True))


class Groups(nn.Module):
    """Reductions by group, counts, rows multiplied by the matrix of their group, weights of given
    norms, and a part without autocast."""

    def __init__(self):
        super().__init__()
        weight_norm = nn.utils.parametrizations.weight_norm
        generator = torch.Generator().manual_seed(6)
        self.first, self.second, self.third = (
            weight_norm(nn.Linear(3, 2), dim=dim) for dim in (0, 1, -1))
        for parameter in self.parameters():
            parameter.data = torch.randn(parameter.shape, generator=generator)

    def forward(self, x, places, rows, matrices, ends):
        base, values = torch.arange(3.0) - 1, x[:, 0]
        reduced = [base.scatter_reduce(0, places, values, name, include_self=kept)
                   for name in ("sum", "prod", "mean", "amax", "amin") for kept in (True, False)]
        whole = (base.long() * 5).scatter_reduce(0, places, places * 4 - 7, "mean")
        with torch.autocast("cpu", enabled=False):
            plain = self.first(x) * 2
        return (*reduced, whole, torch.histc(places.float(), 3, 0, 2), torch.histc(x, 4, -1, 1),
                torch._grouped_mm(rows.bfloat16(), matrices.bfloat16(), offs=ends).float(), plain,
                self.second(x), self.third(x))


class Checked(nn.Module):
    """A check of values that an op computes that is not imported."""

    def forward(self, x):
        torch._assert_async(torch.digamma(x).sum() > -100)
        return x * 2


class Unknown(nn.Module):
    """An op that is not imported."""

    def forward(self, x):
        return torch.digamma(x) + 1


def models():
    """Names, modules and their arguments."""
    ends = torch.tensor([0.0, -0.0, 1.0, -2.0, torch.inf, -torch.inf, torch.nan])
    lengths = torch.tensor([3e20, torch.inf, 0.0, 0.0, torch.nan, 4e20])
    halves = torch.tensor([200.0, -0.5, 300.0]).half()
    return [
        ("nearest", Nearest(), (torch.arange(33.0).reshape(1, 3, 11),)),
        ("limits", Limits(), (ends[:, None], ends, lengths, halves,
                              torch.tensor([3e20 + 4e20j, 0, -2j]),
                              torch.tensor([[0, 2], [0, 0]], dtype=torch.uint8))),
        ("pairs", Pairs(), (torch.tensor([1.0, torch.inf, -torch.inf, 100.0, torch.nan, -3.0]),
                            torch.tensor([2.0, torch.inf, -torch.inf, -100.0, 5.0, torch.nan]),
                            torch.tensor([7, -9, 5, 0, 6, 12]),
                            torch.tensor([1, 2, 3, 4, 2, 1]))),
        ("checked", Checked(), (torch.tensor([0.5, 3.0]),)),
        ("composed", Composed(), (
            torch.randn(3, 4, generator=torch.Generator().manual_seed(5)),
            torch.arange(72.0).reshape(2, 2, 6, 3),
            torch.tensor([[1, torch.nan, 4], [torch.nan] * 3]),
            torch.tensor([1 + 2j, -1j]))),
        ("groups", Groups(), (
            torch.randn(8, 3, generator=torch.Generator().manual_seed(7)),
            torch.tensor([0, 2, 2, 0, 0, 2, 0, 2]),
            torch.arange(64.0).reshape(8, 8) % 5 - 2, torch.arange(512.0).reshape(4, 8, 16) % 7 - 3,
            torch.tensor([3, 3, 4, 8], dtype=torch.int32))),
        ("repeated", Repeated(), (torch.tensor([1.0, -2.0, 3.0]), torch.tensor([1 + 2j, -1j]))),
    ]
