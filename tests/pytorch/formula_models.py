# SPDX-License-Identifier: Apache-2.0
"""A module of formulas whose parts have infinite derivatives, or none, where the whole has one,
for write_models.py."""

import torch
from torch import nn


class Formulas(nn.Module):
    """Norms and roots of zeros, logarithms after a ReLU, rows of a table by how often they are
    read."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(4, 3)

    def forward(self, x, ids):
        functional, norm = nn.functional, torch.linalg.matrix_norm
        weight = self.words.weight
        return (torch.xlogy(x.clamp(min=0), 3.0), torch.xlogy(0, x[0]), norm(x[1:2]),
                norm(x[[0, 2]], 1), norm(x[[0, 2]], -float("inf"), keepdim=True),
                torch.linalg.norm(x[2:], float("inf")), torch.linalg.norm(x),
                torch.linalg.norm(x, 1, dim=1), torch.linalg.norm(x[None], "fro", dim=(0, 2)),
                *torch.std_mean(x, 1), x.relu().sqrt(), x.relu().log(),
                torch.log(1 - x.clamp(max=1)),
                functional.embedding(ids, weight, scale_grad_by_freq=True),
                functional.embedding_bag(ids, weight, scale_grad_by_freq=True))


def arguments():
    x = torch.randn(3, 4, generator=torch.Generator().manual_seed(4))
    x[1], x[0, 0] = 0, 1.5
    return x, torch.tensor([[0, 1], [3, 1]])
