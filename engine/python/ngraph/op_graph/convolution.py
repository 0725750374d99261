# SPDX-License-Identifier: Apache-2.0
"""Convolution and deconvolution."""
from ngraph.builders import convolution, deconvolution
from ngraph.op_graph.op_classes import ConvolutionOp, DeconvolutionOp, bprop_conv, update_conv

__all__ = ["ConvolutionOp", "DeconvolutionOp", "bprop_conv", "convolution", "deconvolution",
           "update_conv"]
