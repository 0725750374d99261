# SPDX-License-Identifier: Apache-2.0
"""A module with equal operands and elements under maxima and minima, and values at the bounds of
clips, for write_models.py."""

import torch
from torch import nn


class Ties(nn.Module):
    """Equal elements and operands share a gradient, or the first one has it."""

    def forward(self, x, y):
        return (torch.maximum(x, y), torch.minimum(x, y), x.clamp(-1, 2), x.clamp(min=y),
                x.clamp(max=1), x.amax(1), y.amin((0, 1)), x.max(1).values, y.min(0).values,
                x.max(), y.min(), torch.fmax(x, y), torch.fmin(x, y), x.relu(),
                nn.functional.relu6(y * 3), nn.functional.hardtanh(x), *norms(x), *norms(y + 3))


def norms(x):
    """Of infinite orders. Only distances give each of equal elements the whole gradient."""
    norm, infinity = torch.linalg.vector_norm, float("inf")
    return (norm(x, infinity), norm(x, infinity, 1), norm(x, -infinity, 0, keepdim=True),
            x.norm(p=infinity, dim=1), torch.linalg.norm(x[0], -infinity),
            torch.linalg.matrix_norm(x, infinity), torch.linalg.matrix_norm(x, -1),
            nn.functional.normalize(x, p=infinity), torch.cdist(x, x[:2] + 1, p=infinity),
            torch.pdist(x, p=infinity))


def arguments():
    x = torch.tensor([[1.0, 2, 2, -1], [0, 0, -1, -1], [6, 2, 1, 6]])
    y = torch.tensor([[1.0, 0, 2, 3], [-1, 0, -2, -2], [2, 2, 1, -2]])
    return x, y
