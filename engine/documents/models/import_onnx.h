// SPDX-License-Identifier: Apache-2.0
// Converts an ONNX model to a document.
#pragma once

#include <memory>

#include "engine/documents/document.h"
#include "engine/formats/documents/document.h"
#include "engine/frontends/onnx/import_model.h"

namespace ng {

// A document with one computation, "inference", and a plan that feeds every input. Ids and names
// are the same at each call. `options` may set the lengths of open dimensions, which are 1
// otherwise. Adds notes about lengths and about ops that cannot run.
// `framework` is the key of the metadata with the op type of each node.
DocumentModel onnx_document(const onnx::Model& model, const LoadOptions& options, Notes& notes,
                            const char* framework = "onnx", const onnx::Dialect* dialect = nullptr);

}  // namespace ng
