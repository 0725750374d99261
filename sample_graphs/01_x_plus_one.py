# SPDX-License-Identifier: Apache-2.0
"""Adds one to a number: the smallest graph."""
import ngraph as ng
import ngraph.transformers as ngt

x = ng.placeholder(axes=()).named("x")

with ngt.make_transformer() as transformer:
    plus_one = transformer.computation(x + 1, x)
    for number in range(5):
        print(plus_one(number))
