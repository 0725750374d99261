# SPDX-License-Identifier: Apache-2.0
"""PyTorch modules and files of torch.export as ops. Only from_module and load_module need torch."""

from ngraph.frontends.onnx.onnx_importer.importer import (ImportedModel, LoadedModel, import_model,
                                                          load_model)
from ngraph.frontends.pytorch.modules import from_module, load_module

__all__ = ["ImportedModel", "LoadedModel", "from_module", "import_model", "load_model",
           "load_module"]
