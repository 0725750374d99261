// SPDX-License-Identifier: Apache-2.0
// Converts an ONNX model to a document.
#pragma once

#include <memory>

#include "engine/documents/document.h"
#include "engine/formats/documents/document.h"
#include "engine/formats/onnx/onnx_model.h"

namespace ng {

// A document with one computation, "inference", and a plan that feeds every input. Ids and names
// are the same at each call. `options` may set the lengths of open dimensions, which are 1
// otherwise. Adds notes about lengths and about ops that cannot run.
DocumentModel onnx_document(const onnx::Model& model, const LoadOptions& options, Notes& notes);

}  // namespace ng
