# SPDX-License-Identifier: Apache-2.0
"""TensorFlow graphs as ops."""

from ngraph.frontends.tensorflow.tf_importer.importer import (ImportedGraph, TFImporter,
                                                              import_model)

__all__ = ["ImportedGraph", "TFImporter", "import_model"]
