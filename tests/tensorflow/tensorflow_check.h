// SPDX-License-Identifier: Apache-2.0
// Runs a model of TensorFlow or Keras on recorded inputs and compares its outputs with the recorded
// ones.
#pragma once

#include "tests/onnx/model_check.h"

namespace ng {

// `file`: NAME.pb, NAME.pbtxt, NAME.meta, NAME.keras, NAME.h5, or the folder NAME of a SavedModel;
// NAME.npz, in the same folder, has arrays "in.INPUT" and "out.OUTPUT", or the file `arrays`.
ModelOutcome check_tensorflow(const std::string& file, const std::string& transformer,
                              double tolerance, std::string arrays = {});

}  // namespace ng
