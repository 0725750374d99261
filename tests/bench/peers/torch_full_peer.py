# SPDX-License-Identifier: Apache-2.0
"""PyTorch: networks and large arrays on OMP_NUM_THREADS threads; eager, or through torch.compile
with the argument "compiled"."""

import os
import sys

try:
    import torch
except ImportError as reason:
    print(f"absent: {reason}", flush=True)
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
peer.serve_lazily(f"torch {torch.__version__}" + (", compiled" if compiled else ""), cases)
