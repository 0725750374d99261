// SPDX-License-Identifier: Apache-2.0
// Writes a document's computation as an ONNX model.
#pragma once

#include <string>

#include "engine/documents/document.h"

namespace ng {

// Replaces the file at `path` atomically with a computation; by default that of the plan, else the
// first. Throws a key Error for an unknown computation, and a value Error that names the first op
// that ONNX cannot express.
void export_onnx(const Document& document, const std::string& path,
                 const std::string& computation = {});

}  // namespace ng
