# SPDX-License-Identifier: Apache-2.0
"""User-defined graph passes."""
