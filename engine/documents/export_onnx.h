// SPDX-License-Identifier: Apache-2.0
// Writes a document's computation as an ONNX model.
#pragma once

#include <string>

#include "engine/documents/document.h"

namespace ng {

// Replaces the file at `path` atomically with the computation of the plan, else the first. Throws a
// value Error that names the first op that ONNX cannot express.
void export_onnx(const Document& document, const std::string& path);

}  // namespace ng
