# SPDX-License-Identifier: Apache-2.0
"""PyTorch modules and files of torch.export as ops. Only functions of modules need torch."""

from ngraph.frontends.onnx.onnx_importer.importer import (ImportedModel, LoadedModel, complex_of,
                                                          import_model, load_model, parts_of)
from ngraph.frontends.pytorch.comparison import Comparison, compare_module, module_values
from ngraph.frontends.pytorch.modules import from_module, load_module

__all__ = ["Comparison", "ImportedModel", "LoadedModel", "compare_module", "complex_of",
           "from_module", "import_model", "load_model", "load_module", "module_values", "parts_of"]
