// SPDX-License-Identifier: Apache-2.0
// Turns a TensorFlow Lite model into a model that the ONNX importer reads, with the ops of
// TensorFlow. Integers of quantised models become floats for each operator, and are rounded to
// their steps again after it.
#pragma once

#include "engine/base/note.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tflite/tflite_model.h"
#include "engine/frontends/onnx/import_model.h"

namespace ng::tflite {

// The main graph. Weights are read when they are needed; those that are quantised stay integers.
// `model` need not outlive the result. Operators that are not imported become nodes that cannot
// run, with their shape. Throws bad_file Errors.
onnx::Model convert(const Model& model, Notes& notes);

// The ops of TensorFlow, and one for operators that are not imported.
extern const onnx::Dialect dialect;

}  // namespace ng::tflite
