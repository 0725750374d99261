# SPDX-License-Identifier: Apache-2.0
"""Serialization of graphs and weights."""
