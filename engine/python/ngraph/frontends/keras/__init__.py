# SPDX-License-Identifier: Apache-2.0
"""Keras and TensorFlow Lite models as ops. The packages keras and tensorflow are not needed."""

from ngraph.frontends.onnx.onnx_importer.importer import (ImportedModel, LoadedModel, import_model,
                                                          load_model)

__all__ = ["ImportedModel", "LoadedModel", "import_model", "load_model"]
