# SPDX-License-Identifier: Apache-2.0
"""Learning-rate policies: constants and functions of the iteration.

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
    """Return the name and the arguments of a policy, without other entries of the dict.

    Raises NotImplementedError for an unknown name and ValueError for missing arguments.
    """
    name = policy.get("name")
    if name not in _ARGUMENTS:
        raise NotImplementedError(f"no learning-rate policy is called {name!r}; "
                                  f"available: {', '.join(sorted(_ARGUMENTS))}")
    missing = [argument for argument in _ARGUMENTS[name] if argument not in policy]
    if missing:
        raise ValueError(f"the learning-rate policy {name!r} needs {', '.join(missing)}")
    return {"name": name, **{argument: policy[argument] for argument in _ARGUMENTS[name]}}


def get_learning_rate_policy(policy, iteration=None):
    """Return the rate as an op. `iteration` is a scalar op; only fixed and provided work without
    it.
    """
    return _engine.neon.learning_rate(policy, iteration)


class LearningRatePolicy:
    """A learning-rate policy. Call it with the iteration, a scalar op, to get the rate as an op."""

    def __init__(self, name, params):
        self.params = checked_policy(dict(params, name=name))

    def __call__(self, iteration=None):
        return get_learning_rate_policy(self.params, iteration)


# Per policy name: its arguments, and the constructor of a policy from a dict with them.
lr_policies = {name: {"args": arguments, "obj": functools.partial(LearningRatePolicy, name)}
               for name, arguments in _ARGUMENTS.items()}
