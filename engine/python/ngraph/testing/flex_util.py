# SPDX-License-Identifier: Apache-2.0
"""Queries about the original's integer backend, which is not supported."""


def is_flex_factory(factory):
    """Whether the factory creates transformers of the integer backend."""
    return getattr(factory, "name", "") in ("flexgpu", "argon")
