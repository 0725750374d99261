# SPDX-License-Identifier: Apache-2.0
"""Learning rates that change with the iteration.

A policy is a number, or a dict with its name and arguments, such as
`{"name": "step", "base_lr": 0.1, "gamma": 0.5, "step": 1000}`.
"""
from ngraph import _engine

# Arguments of each policy.
lr_policies = {
    "fixed": ("base_lr",),
    "step": ("base_lr", "gamma", "step"),
    "schedule": ("base_lr", "gamma", "schedule"),
    "exp": ("base_lr", "gamma"),
    "inv": ("base_lr", "gamma", "power"),
    "poly": ("base_lr", "max_iter", "power"),
    "sigmoid": ("base_lr", "gamma", "step_size"),
    "provided": ("lr_placeholder",),
}


def get_learning_rate_policy(policy, iteration=None):
    """The rate as an op. `iteration`: a scalar op; policies other than fixed and provided need it."""
    check_policy(policy)
    return _engine.neon.learning_rate(policy, iteration)


def check_policy(policy):
    """NotImplementedError for a name that is none; other faults the engine refuses."""
    if isinstance(policy, dict) and policy.get("name") not in lr_policies:
        raise NotImplementedError(f"no learning-rate policy is called {policy.get('name')!r}; "
                                  f"there are {', '.join(sorted(lr_policies))}")
