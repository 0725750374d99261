# SPDX-License-Identifier: Apache-2.0
"""PyTorch: x + 1, and a step of logistic regression with autograd."""

try:
    import torch
except ImportError as reason:
    print(f"absent: {reason}", flush=True)
    raise SystemExit(0)

import peer

torch.set_num_threads(1)
xs, ys = peer.data()
X, Y = torch.tensor(xs), torch.tensor(ys, dtype=torch.float32)
ALPHA = 0.5
W = torch.zeros(X.shape[0], requires_grad=True)
scalar = torch.tensor(1.0)
loss_of = torch.nn.functional.binary_cross_entropy_with_logits


def step():
    W.grad = None
    loss = loss_of(W @ X, Y)
    loss.backward()
    with torch.no_grad():
        W.sub_(W.grad, alpha=ALPHA)
    return loss


def step_values():
    with torch.no_grad():
        W.zero_()
    losses = [step() for _ in range(10)]
    return [losses[-1].item(), *W.tolist()]


peer.serve(f"torch {torch.__version__}, 1 thread",
           {"x_plus_one": lambda: scalar + 1, "step": step},
           {"x_plus_one": lambda: [(scalar + 1).item()], "step": step_values})
