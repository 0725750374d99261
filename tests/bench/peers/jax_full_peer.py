# SPDX-License-Identifier: Apache-2.0
"""jax: networks and large arrays, compiled as a whole, on OMP_NUM_THREADS processors; with the
argument "cuda" on the GPU, in float32."""

import os
import sys

on_gpu = "cuda" in sys.argv
threads = int(os.environ["OMP_NUM_THREADS"])
if on_gpu:
    os.environ.update(JAX_PLATFORMS="cuda", XLA_PYTHON_CLIENT_PREALLOCATE="false")
else:
    # XLA creates one thread per available processor, and Eigen would use all of them.
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    os.environ["JAX_PLATFORMS"] = "cpu"
    if threads == 1:
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"

try:
    import jax
except ImportError as reason:
    print(f"absent: {reason}", flush=True)
    raise SystemExit(0)

import numpy as np

import jax_arrays
import jax_networks
import peer

cases = {**jax_networks.cases(), **jax_arrays.cases()}
if on_gpu:
    jax.config.update("jax_default_matmul_precision", "highest")
    plus_one = jax.jit(lambda x: x + 1)
    one = np.float32(1)
    cases["x_plus_one"] = (lambda: None, lambda _: lambda: np.asarray(plus_one(one)),
                           lambda _: [float(plus_one(one))])
    jax.devices()  # fails at once without a GPU
peer.serve_lazily(f"jax {jax.__version__}", cases, jax.block_until_ready if on_gpu else None)
