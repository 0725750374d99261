# SPDX-License-Identifier: Apache-2.0
"""executor: a computation on a transformer of its own, ready to call."""
import ngraph.transformers as ngt


def executor(results, *parameters):
    """Compiles `results` on a new transformer of the current factory; call it with values."""
    return ngt.make_transformer().computation(results, *parameters)
