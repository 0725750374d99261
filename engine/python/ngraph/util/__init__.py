# SPDX-License-Identifier: Apache-2.0
"""Names, errors and helpers for user programs."""
