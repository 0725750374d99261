# SPDX-License-Identifier: Apache-2.0
"""Graphs and weights as files."""
