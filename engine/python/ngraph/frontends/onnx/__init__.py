# SPDX-License-Identifier: Apache-2.0
"""ONNX models as ops."""

from ngraph.frontends.onnx.onnx_importer.importer import (ImportedModel, LoadedModel,
                                                          import_model, import_onnx_file,
                                                          import_onnx_model, load_model)

__all__ = ["ImportedModel", "LoadedModel", "import_model", "import_onnx_file", "import_onnx_model",
           "load_model"]
