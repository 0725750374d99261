# SPDX-License-Identifier: Apache-2.0
"""Event files for TensorBoard. Neither TensorFlow nor protobuf is needed."""
