// SPDX-License-Identifier: Apache-2.0
// Compares a call of a computation with arrays that another program computed, matched to its ops by
// name.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/analysis/compare/compare_transformers.h"
#include "engine/documents/binding/value_match.h"
#include "engine/documents/checkpoint_contents.h"

namespace ng {

struct NamedArrays {
  CheckpointContents contents;
  std::function<Tensor(const std::string&)> read;  // by name
};

// Of a checkpoint or a file of arrays, such as .npz. Throws the errors of CheckpointSource.
NamedArrays arrays_of_file(const std::string& path);

// Ops whose values can be compared: variables, and what is computed.
std::vector<Op> comparable_ops(const Op& computation);

struct ArrayMatch {
  ValueMatch values;                     // of ops
  std::map<std::string, Tensor> inputs;  // of arrays named as parameters, by the parameter's name
  std::size_t ops = 0;                   // that an array can belong to
};

// Throws the errors of match_values.
ArrayMatch match_arrays(const NamedArrays& arrays, const Op& computation,
                        const BindingChoices& choices);

struct ArrayComparison {
  ValueMatch match;
  ValueComparison values;
  std::size_t without = 0;  // ops that no array belongs to
};

// request.right says where the arrays come from. Inputs of the match are not used: they belong into
// request.arguments. Throws a value Error if no array belongs to an op, and the errors of
// compare_values.
ArrayComparison compare_arrays(const CompareRequest& request, const NamedArrays& arrays,
                               ArrayMatch match);

}  // namespace ng
