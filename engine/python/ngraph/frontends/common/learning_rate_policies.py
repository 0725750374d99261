# SPDX-License-Identifier: Apache-2.0
"""Learning-rate policies: constants and functions of the iteration.

A policy is a number, or a dict with its name and arguments, such as
`{"name": "step", "base_lr": 0.1, "gamma": 0.5, "step": 1000}`.
"""
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


def _policy_named(name):
    """The class of a policy, of a dict of its arguments."""
    def __init__(self, params):  # noqa: N807
        LearningRatePolicy.__init__(self, name, params)
    return type(f"lr_policy_{name}", (LearningRatePolicy,), {
        "__init__": __init__, "__doc__": f"The learning-rate policy {name!r}.",
        "req_args": ("name",) + _ARGUMENTS[name], "__module__": __name__})


lr_policy_fixed, lr_policy_step = _policy_named("fixed"), _policy_named("step")
lr_policy_schedule, lr_policy_exp = _policy_named("schedule"), _policy_named("exp")
lr_policy_inv, lr_policy_poly = _policy_named("inv"), _policy_named("poly")
lr_policy_sigmoid, lr_policy_provided = _policy_named("sigmoid"), _policy_named("provided")


def get_learning_rate_policy_callback(lr_params):
    """Return a function from the iteration to the rate, for a number, a policy or a function."""
    if callable(lr_params):
        return lr_params
    if not isinstance(lr_params, dict):
        lr_params = {"name": "fixed", "base_lr": lr_params}
    return LearningRatePolicy(lr_params.get("name"), lr_params)


# Per policy name: its arguments, and the constructor of a policy from a dict with them.
lr_policies = {name: {"args": arguments, "obj": globals()[f"lr_policy_{name}"]}
               for name, arguments in _ARGUMENTS.items()}
