# SPDX-License-Identifier: Apache-2.0
"""jax on the CPU: networks and large arrays, compiled as a whole, on OMP_NUM_THREADS processors."""

import os

threads = int(os.environ["OMP_NUM_THREADS"])
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

import jax_arrays
import jax_networks
import peer

peer.serve_lazily(f"jax {jax.__version__}", {**jax_networks.cases(), **jax_arrays.cases()})
