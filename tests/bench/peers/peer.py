# SPDX-License-Identifier: Apache-2.0
"""The child's side of a peer: prints its name, then answers "CASE CALLS" with the seconds the calls
took, and "CASE values" with the values of the case."""

import array
import ctypes
import gc
import math
import os
import signal
import sys
import time

# The bench stops this process between requests. If the bench dies meanwhile, nothing would continue
# it: the kernel kills it then.
PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

# The shapes (m, n, k) of full.cpp.
PRODUCTS = ((128, 128, 128), (256, 256, 256), (512, 512, 512), (1024, 1024, 1024),
            (2048, 2048, 2048), (128, 256, 784), (128, 1000, 784), (64, 10, 256),
            (32, 4096, 1024), (10000, 32, 64), (32, 64, 10000), (1, 1024, 1024))

# Rows and columns of the softmax and layer norm of full.cpp and gpu_rows.cpp.
ROWS = ((1024, 1024), (64, 32000), (32768, 1024))

now = time.process_time if os.environ.get("NGRAPH_BENCH_CLOCK") == "cpu" else time.perf_counter


def serve(name, cases, values):
    """`cases`: name -> function without arguments; `values`: name -> function returning numbers."""
    print(name, flush=True)
    gc.disable()
    for line in sys.stdin:
        case, request = line.split()
        if request == "values":
            print(*(f"{value:.9g}" for value in values[case]()), flush=True)
            continue
        call, calls = cases[case], range(int(request))
        start = now()
        for _ in calls:
            call()
        print(now() - start, flush=True)
        gc.collect()


def serve_lazily(name, cases, finish=None):
    """`cases`: name -> (make, call, values). The object made at a case's first request is kept
    until another case is requested; `call` and `values` receive it. `finish`, given the last call's
    result, waits until it is computed, where calls return earlier."""
    print(name, flush=True)
    gc.disable()
    made, current = None, None
    for line in sys.stdin:
        case, request = line.split()
        if case not in cases:
            print("unknown", flush=True)
            continue
        make, call, values = cases[case]
        if current != case:
            made, current = make(), case
        if request == "values":
            print(*(f"{value:.9g}" for value in values(made)), flush=True)
            continue
        function, calls = call(made), range(int(request))
        start = now()
        for _ in calls:
            result = function()
        if finish:
            finish(result)
        print(now() - start, flush=True)
        gc.collect()


def uneven(shape, size):
    """size * sin(1 + i * i % 173) for element i, as in the bench."""
    count = 1
    for length in shape:
        count *= length
    period = array.array("f", (size * math.sin(1 + i * i % 173) for i in range(173)))
    return (period * (count // 173 + 1))[:count]


def network_cases(mlp, convnet, lstm):
    """Cases for serve_lazily of the networks of networks.h, given a library's versions: `convnet`
    takes the batch, `lstm` cells and batch. Calling a network makes a training step; it also has
    `values()`, `forward` and `forward_values()`."""
    def trained(make):
        return make, lambda net: net, lambda net: net.values()

    def forward(make):
        return make, lambda net: net.forward, lambda net: net.forward_values()

    return {"mlp": trained(mlp),
            "convnet": trained(lambda: convnet(128)),
            "convnet_forward": forward(lambda: convnet(128)),
            "convnet_forward_1": forward(lambda: convnet(1)),
            "lstm_10": trained(lambda: lstm(10, 50)),
            "lstm_128": trained(lambda: lstm(128, 128))}


def data(features=4, batch=128):
    """Samples and labels of the step, equal in every peer and in the bench."""
    xs = [[((7 * i + 13 * n) % 29 - 14) / 10 for n in range(batch)] for i in range(features)]
    ys = [(n * n + n // 3) % 2 for n in range(batch)]
    return xs, ys
