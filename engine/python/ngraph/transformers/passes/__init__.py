# SPDX-License-Identifier: Apache-2.0
"""Passes of users: graph in, graph out."""
