# SPDX-License-Identifier: Apache-2.0
"""Front ends: ways to write graphs."""
