// SPDX-License-Identifier: Apache-2.0
// Writes a document's computation as an ONNX model.
#pragma once

#include <string>

#include "engine/documents/document.h"

namespace ng {

struct ExportedModel {
  std::string computation;   // its name
  std::string weights;       // the file with large weights, in the model's folder; may be empty
  std::size_t left_out = 0;  // its results that only assign to state
};

// Replaces the file at `path` as write_onnx() does. Without a name of a computation, it writes
// the first that changes no state: of the plan's computation, its evaluations, and the others; if
// all do, the plan's or the first. Results that only assign to state, as those of an imported model
// that updates its buffers, are left out; state that they write has its value after the updates
// where it is a result. Throws a key Error for an unknown computation, and a
// value Error that names the first op that ONNX cannot express.
ExportedModel export_onnx(const Document& document, const std::string& path,
                          const std::string& computation = {});

}  // namespace ng
