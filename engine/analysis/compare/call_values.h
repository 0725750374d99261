// SPDX-License-Identifier: Apache-2.0
// Runs one call of a computation on a transformer of its own, and returns values of its ops.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/compile_options.h"

namespace ng {

struct CallRequest {
  Op computation;
  std::string transformer;
  CompileOptions options;
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;  // by storage; others have initial values
};

std::vector<Op> parameters_of(const Op& computation);
// Arguments in the dtypes and shapes of the parameters. Throws as broadcast_to does.
std::vector<Tensor> fitted_arguments(const Op& computation, const std::vector<Tensor>& arguments);

// Computed by the call, and no source.
bool is_computed_value(const Value& op);

// The values of these ops in their own dtypes. Those computed are stored each, which prevents
// fusion across them; state has its value before the call, a placeholder its argument.
std::vector<Tensor> stored_values(const CallRequest& call, const std::vector<Value>& ops);

// The results that have a value, from the program as it is compiled without stored ops.
std::vector<Tensor> returned_values(const CallRequest& call);

// The values of a computation that a comparison lists: all results of the ops that compute,
// operands first, without the ops that only order others.
std::vector<Value> computed_ops(const Op& computation);
// The results of a computation that have a value.
std::vector<Value> valued_results(const Op& computation);

// Reports the part `index` of `count` equal parts of a longer work, as `stage`. Empty if `whole`
// is.
std::function<bool(const std::string& stage, double fraction)> progress_of_part(
    const std::function<bool(const std::string& stage, double fraction)>& whole, std::string stage,
    int index, int count);

}  // namespace ng
