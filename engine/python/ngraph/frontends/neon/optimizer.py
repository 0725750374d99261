# SPDX-License-Identifier: Apache-2.0
"""Optimizers. Subclasses of Optimizer override variable_update(self, variable, grad, scale_factor).
"""
from ngraph.frontends.common.learning_rate_policies import get_learning_rate_policy_callback
from ngraph._engine.neon import Adagrad, Adam, GradientDescentMomentum, Optimizer, RMSProp
from ngraph.frontends.neon.attributes import show_options
from ngraph.frontends.neon.graph import SubGraph, sub_graph_facts

__all__ = ["Adagrad", "Adam", "GradientDescentMomentum", "LearningRateOptimizer", "Optimizer",
           "RMSProp", "clip_gradient_norm", "clip_gradient_value", "clip_weight_value",
           "get_learning_rate_policy_callback"]

import ngraph as ng

LearningRateOptimizer = Optimizer
Optimizer.update_learning_rate = lambda self: None
sub_graph_facts(Optimizer)
SubGraph.register(Optimizer)
show_options(Optimizer)


def clip_gradient_norm(grad_list, clip_norm=None):
    """Return c / max(|g|, c), |g| being the norm over all gradients; 1 without a limit."""
    if clip_norm is None:
        return ng.constant(1)
    squares = sum(ng.squared_L2(gradient, out_axes=()) for gradient in grad_list)
    return clip_norm / ng.maximum(ng.sqrt(squares), clip_norm)


def clip_gradient_value(grad, clip_value=None):
    """Clip each element to [-clip_value, clip_value]; unchanged without a limit."""
    if clip_value is None:
        return grad
    return ng.minimum(ng.maximum(grad, -abs(clip_value)), abs(clip_value))


def clip_weight_value(weight, clip_value=None, min_value_override=None):
    """Clip to [-clip_value, clip_value], or from min_value_override; unchanged without a limit."""
    if clip_value is None:
        return weight
    low = -abs(clip_value) if min_value_override is None else min_value_override
    return ng.minimum(ng.maximum(weight, low), abs(clip_value))
