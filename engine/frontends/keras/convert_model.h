// SPDX-License-Identifier: Apache-2.0
// Turns a Keras model into a model that the ONNX importer reads: a node for each call of a layer,
// with the ops of layer_rows.h. Models inside models are inlined.
#pragma once

#include "engine/base/note.h"
#include "engine/formats/keras/keras_model.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/frontends/onnx/import_model.h"

namespace ng::keras {

// Throws bad_file Errors for architectures that are damaged, or that only Python code describes.
// Weights are read when they are needed; `keras` need not outlive the result.
onnx::Model convert(const Model& keras, Notes& notes);

extern const onnx::Dialect dialect;

}  // namespace ng::keras
