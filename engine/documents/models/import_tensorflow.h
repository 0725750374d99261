// SPDX-License-Identifier: Apache-2.0
// Converts a TensorFlow graph to a document.
#pragma once

#include "engine/documents/document.h"
#include "engine/formats/documents/document.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tensorflow/tensorflow_model.h"

namespace ng {

// As onnx_document: one computation, "inference", with the results of the default signature, or of
// the graph. Variables get their values from the checkpoint that belongs to the file, if there is
// one.
DocumentModel tensorflow_document(const tensorflow::Model& model, const LoadOptions& options,
                                  Notes& notes);

}  // namespace ng
