// SPDX-License-Identifier: Apache-2.0
// How the tensors of a checkpoint match the variables of a document, and the user's choices.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/tensor.h"

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
  std::string tensor;                         // of the same name, or chosen; empty if missing
  std::vector<std::size_t> order;             // of the tensor's axes; empty: unchanged
  std::string problem;                        // of a mismatched one
  bool transposable = false;                  // of a mismatched one: another order of axes fits
  bool declined = false;                      // the user chose no tensor
  std::vector<TensorSuggestion> suggestions;  // of other tensors; best first, at most 3
};
constexpr auto names_of(VariableBinding::State) {
  return std::to_array<std::string_view>({"bound", "missing", "mismatched"});
}

struct CheckpointBinding {
  std::vector<VariableBinding> variables;  // by name
  std::vector<std::string> extra;          // tensors that no variable takes
  std::size_t bound() const {
    return static_cast<std::size_t>(std::count_if(
        variables.begin(), variables.end(),
        [](const VariableBinding& each) { return each.state == VariableBinding::State::bound; }));
  }
  bool complete() const { return bound() == variables.size(); }
};

// The tensor of one variable, in place of the one that names and rules give.
struct TensorChoice {
  std::string variable;
  std::string tensor;              // empty: none
  std::vector<std::size_t> order;  // of the tensor's axes; empty: unchanged
};

struct BindingChoices {
  std::vector<std::string> renames, transposes;  // rules of TensorRules
  std::vector<TensorChoice> chosen;
  bool suggested = false;  // missing variables take their best suggestion
};

struct RuleSuggestion {
  enum class Kind { rename, transpose };
  Kind kind = Kind::rename;
  std::string rule;
  std::size_t variables = 0;  // that get a tensor, or for a transpose one that fits
};
constexpr auto names_of(RuleSuggestion::Kind) {
  return std::to_array<std::string_view>({"rename", "transpose"});
}

struct CheckpointMatch {
  std::string path;
  BindingChoices choices;
  CheckpointBinding binding;
  std::vector<RuleSuggestion> rules;  // that improve the binding; best first
};

}  // namespace ng
