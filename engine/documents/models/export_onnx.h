// SPDX-License-Identifier: Apache-2.0
// Writes a document's computation as an ONNX model.
#pragma once

#include <string>

#include "engine/documents/document.h"

namespace ng {

// Replaces the file at `path` atomically with a computation and returns its name. Without a name,
// the first that changes no state: of the plan's computation, its evaluations, and the others; if
// all do, the plan's or the first. Throws a key Error for an unknown computation, and a value Error
// that names the first op that ONNX cannot express.
std::string export_onnx(const Document& document, const std::string& path,
                        const std::string& computation = {});

}  // namespace ng
