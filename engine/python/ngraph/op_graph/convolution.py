# SPDX-License-Identifier: Apache-2.0
"""Convolution and deconvolution."""
from ngraph._engine import convolution, deconvolution
from ngraph.op_graph.op_classes import ConvolutionOp, DeconvolutionOp

__all__ = ["ConvolutionOp", "DeconvolutionOp", "convolution", "deconvolution"]
