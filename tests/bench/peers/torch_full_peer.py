# SPDX-License-Identifier: Apache-2.0
"""PyTorch: networks and large arrays on OMP_NUM_THREADS threads; eager, or through torch.compile
with the argument "compiled"; with the argument "cuda" on the GPU, in float32."""

import os
import sys

try:
    import torch
except ImportError as reason:
    print(f"absent: {reason}", flush=True)
    raise SystemExit(0)

on_gpu = "cuda" in sys.argv
if on_gpu and not torch.cuda.is_available():
    print("absent: torch finds no GPU", flush=True)
    raise SystemExit(0)

import peer
import torch_arrays
import torch_image_networks
import torch_networks

threads = int(os.environ["OMP_NUM_THREADS"])
torch.set_num_threads(threads)
cases = {**torch_networks.cases(), **torch_image_networks.cases(), **torch_arrays.cases()}
if compiled := "compiled" in sys.argv:
    cases = {name: case for name, case in cases.items() if not name.startswith("matmul")}
if on_gpu:
    torch.backends.cudnn.allow_tf32 = False
    one = torch.ones((), device="cpu")
    cases["x_plus_one"] = (lambda: None, lambda _: lambda: (one.cuda() + 1).cpu(),
                           lambda _: [(one.cuda() + 1).item()])
peer.serve_lazily(f"torch {torch.__version__}" + (", compiled" if compiled else ""), cases,
                  (lambda _: torch.cuda.synchronize()) if on_gpu else None)
