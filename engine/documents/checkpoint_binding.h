// SPDX-License-Identifier: Apache-2.0
// Binds the tensors of a checkpoint of any framework to the variables of a document, by name, by
// rules, and by suggestions where names differ.
#pragma once

#include <string>
#include <vector>

#include "engine/documents/checkpoint_contents.h"
#include "engine/documents/document.h"
#include "engine/documents/tensor_rules.h"

namespace ng {

// A tensor that could be meant by a variable without one: it has the same lengths in some order.
struct TensorSuggestion {
  std::string tensor;
  std::vector<std::size_t> order;  // of its axes; empty: unchanged
  double similarity = 0;           // of the names, 0 to 1
};

struct VariableBinding {
  enum class State { bound, missing, mismatched };
  std::string variable;
  DType dtype = DType::f32;
  std::vector<std::string> axes;
  Shape shape;
  State state = State::missing;
  std::string tensor;                         // of the same name; empty if missing
  std::vector<std::size_t> order;             // of the tensor's axes; empty: unchanged
  std::string problem;                        // of a mismatched one
  std::vector<TensorSuggestion> suggestions;  // of others; best first, at most 3
};
constexpr auto names_of(VariableBinding::State) {
  return std::to_array<std::string_view>({"bound", "missing", "mismatched"});
}

struct CheckpointBinding {
  std::vector<VariableBinding> variables;  // by name
  std::vector<std::string> extra;          // tensors that no variable takes
  bool complete() const;
};

// Variables and persistent tensors of a document, by name.
std::vector<Op> state_of(const Document& document);

// Binds by name after the rules. Floating-point tensors are rounded to a variable's floating-point
// type; any other difference of types or lengths is a mismatch.
CheckpointBinding bind_checkpoint(const CheckpointContents& contents, const std::vector<Op>& state,
                                  const TensorRules& rules);

// Binds missing variables to their best suggestion if its names are similar enough; each tensor is
// used once.
void accept_suggestions(CheckpointBinding& binding, double least_similarity = 0.5);

// Reads the bound tensors as a checkpoint of the document. Variables without a tensor get their
// initial values.
Checkpoint bound_checkpoint(CheckpointSource& source, const CheckpointBinding& binding,
                            const Document& document, const std::vector<Op>& state);

}  // namespace ng
