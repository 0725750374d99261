# SPDX-License-Identifier: Apache-2.0
"""Front ends: libraries that build graphs."""
