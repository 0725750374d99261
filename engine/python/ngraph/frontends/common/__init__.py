# SPDX-License-Identifier: Apache-2.0
"""Common parts of front ends."""
