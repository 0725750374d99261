# SPDX-License-Identifier: Apache-2.0
"""What programs ask about the original's integer backend, which is not among ours."""


def is_flex_factory(factory):
    """Does the factory make transformers of the integer backend?"""
    return getattr(factory, "name", "") in ("flexgpu", "argon")
