// SPDX-License-Identifier: Apache-2.0
// Finds the shared library of ONNX Runtime.
#pragma once

#include "engine/analysis/compare/onnxruntime/onnxruntime_api.h"

namespace ng {

// The file that NGRAPH_ONNXRUNTIME names; without the variable, the first that loads of the
// library path and of the Python packages of the active virtual environment, the user and the
// system. Throws an unavailable Error with the reason and what to install.
OnnxRuntimeApi open_onnxruntime();

}  // namespace ng
