# SPDX-License-Identifier: Apache-2.0
"""Axes and ops."""
