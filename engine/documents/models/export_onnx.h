// SPDX-License-Identifier: Apache-2.0
// Writes a document's computation as an ONNX model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/documents/document.h"

namespace ng {

// A length of the document's inputs that the model sets.
struct SetLength {
  std::string symbol;
  std::int64_t length = 0;
  std::string why;  // what depends on it
};

struct ExportedModel {
  std::string computation;   // its name
  std::string weights;       // the file with large weights, in the model's folder; may be empty
  std::size_t left_out = 0;  // its results that only assign to state
  std::vector<std::string> open = {};  // lengths that the model's inputs give
  std::vector<SetLength> set = {};     // lengths that were open and that the model sets
};

// Replaces the file at `path` as write_onnx() does. Without a name of a computation, it writes
// the first that changes no state: of the plan's computation, its evaluations, and the others; if
// all do, the plan's or the first. Results that only assign to state, as those of an imported model
// that updates its buffers, are left out; state that they write has its value after the updates
// where it is a result. Throws a key Error for an unknown computation, and a
// value Error that names the first op that ONNX cannot express.
ExportedModel export_onnx(const Document& document, const std::string& path,
                          const std::string& computation = {});

// The same of the document's file, read with these options. Open lengths of a model of another
// framework, and the length of the batch axis of a document, which the options do not set, stay
// open where the computation allows: the file is read and exported with several lengths, and what
// differs must be lengths. Throws like load_document(), too.
ExportedModel export_open_onnx(const Document& document, const LoadOptions& options,
                               const std::string& path, const std::string& computation = {});

}  // namespace ng
