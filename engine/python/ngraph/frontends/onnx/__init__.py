# SPDX-License-Identifier: Apache-2.0
"""ONNX models as ops."""

from ngraph.frontends.onnx.onnx_importer.importer import (ImportedModel, import_model,
                                                          import_onnx_file, import_onnx_model)

__all__ = ["ImportedModel", "import_model", "import_onnx_file", "import_onnx_model"]
