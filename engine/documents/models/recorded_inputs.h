// SPDX-License-Identifier: Apache-2.0
// Values of a model's inputs in a file next to it: "net.inputs.npz" of "net.onnx".
#pragma once

#include <map>
#include <string>

#include "engine/base/note.h"
#include "engine/base/tensor.h"
#include "engine/documents/models/open_lengths.h"
#include "engine/formats/onnx/onnx_model.h"

namespace ng {

struct RecordedInputs {
  std::string file;                      // relative to the model's folder; empty: there is none
  std::map<std::string, Tensor> arrays;  // by input
  OpenLengths lengths;                   // that the arrays give
};

// The arrays that are named like inputs of the model. A file that cannot be read, or whose arrays
// have other ranks or contradictory lengths, gives a note and no arrays.
RecordedInputs recorded_inputs(const onnx::Model& model, Notes& notes);

}  // namespace ng
