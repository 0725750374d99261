// SPDX-License-Identifier: Apache-2.0
// Compares a call of an imported ONNX model with a run of the file in ONNX Runtime.
#pragma once

#include "engine/base/note.h"
#include "engine/comparison/compare_arrays.h"

namespace ng {

struct OnnxRuntimeComparison {
  NamedArrays arrays;  // the values of all nodes
  ArrayComparison comparison;
  Notes notes;  // values that are not compared
};

// request.computation is that of the model at `path`, its right side is not used: the record names
// ONNX Runtime with its version. Without choices of axes, values whose shape is not the op's are
// mismatched. Throws the errors of run_onnxruntime and compare_arrays.
OnnxRuntimeComparison compare_onnxruntime(CompareRequest request, const std::string& path,
                                          const BindingChoices& choices = {});

}  // namespace ng
