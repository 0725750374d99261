# SPDX-License-Identifier: Apache-2.0
"""The child's side of a peer: says who it is, then answers "CASE CALLS" with the seconds that the
calls took, and "CASE values" with the values of the case."""

import gc
import sys
import time


def serve(name, cases, values):
    """`cases`: name -> function of no argument; `values`: name -> function returning numbers."""
    print(name, flush=True)
    gc.disable()
    for line in sys.stdin:
        case, request = line.split()
        if request == "values":
            print(*(f"{value:.9g}" for value in values[case]()), flush=True)
            continue
        call, calls = cases[case], range(int(request))
        start = time.perf_counter()
        for _ in calls:
            call()
        print(time.perf_counter() - start, flush=True)
        gc.collect()


def data(features=4, batch=128):
    """The samples and labels of the step, the same numbers in every peer and in the bench."""
    xs = [[((7 * i + 13 * n) % 29 - 14) / 10 for n in range(batch)] for i in range(features)]
    ys = [(n * n + n // 3) % 2 for n in range(batch)]
    return xs, ys
