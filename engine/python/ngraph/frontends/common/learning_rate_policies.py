# SPDX-License-Identifier: Apache-2.0
"""Learning rates that change with the iteration.

A policy is a number, or a dict with its name and arguments, such as
`{"name": "step", "base_lr": 0.1, "gamma": 0.5, "step": 1000}`.
"""
import functools

from ngraph import _engine

_ARGUMENTS = {
    "fixed": ("base_lr",),
    "step": ("base_lr", "gamma", "step"),
    "schedule": ("base_lr", "gamma", "schedule"),
    "exp": ("base_lr", "gamma"),
    "inv": ("base_lr", "gamma", "power"),
    "poly": ("base_lr", "max_iter", "power"),
    "sigmoid": ("base_lr", "gamma", "step_size"),
    "provided": ("lr_placeholder",),
}


def checked_policy(policy):
    """The policy's name and arguments, without what else the dict holds.

    NotImplementedError for a name that is none, ValueError for missing arguments.
    """
    name = policy.get("name")
    if name not in _ARGUMENTS:
        raise NotImplementedError(f"no learning-rate policy is called {name!r}; "
                                  f"there are {', '.join(sorted(_ARGUMENTS))}")
    missing = [argument for argument in _ARGUMENTS[name] if argument not in policy]
    if missing:
        raise ValueError(f"the learning-rate policy {name!r} needs {', '.join(missing)}")
    return {"name": name, **{argument: policy[argument] for argument in _ARGUMENTS[name]}}


def get_learning_rate_policy(policy, iteration=None):
    """The rate as an op. `iteration`: a scalar op; policies other than fixed and provided need it."""
    return _engine.neon.learning_rate(policy, iteration)


class LearningRatePolicy:
    """Call it with the iteration, a scalar op: the rate as an op."""

    def __init__(self, name, params):
        self.params = checked_policy(dict(params, name=name))

    def __call__(self, iteration=None):
        return get_learning_rate_policy(self.params, iteration)


# By name the arguments of a policy, and what makes one of a dict with them.
lr_policies = {name: {"args": arguments, "obj": functools.partial(LearningRatePolicy, name)}
               for name, arguments in _ARGUMENTS.items()}
