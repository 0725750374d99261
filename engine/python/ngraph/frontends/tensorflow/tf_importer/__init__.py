# SPDX-License-Identifier: Apache-2.0
"""The importer, under the original's module name."""
