// SPDX-License-Identifier: Apache-2.0
// Traces one element of a value in a call to the elements that its op reads. Runs on its own
// transformer, so queries do not affect a run.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/element_record.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"

namespace ng {

// Inputs of a call.
struct CallBasis {
  std::int64_t iteration = 1;
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;  // by storage; others have initial values
};

struct ElementRequest {
  Op computation;
  std::string transformer = default_transformer();
  CompileOptions options;  // its progress reports the query and may cancel it
  CallBasis call;
  std::vector<CallBasis> history;  // further calls in which to compute the element
  // Time budget for `history`. If it does not suffice, calls at even distances are made.
  double history_seconds = HUGE_VAL;
  OpId op = 0;
  int result = 0;  // of the op
  std::int64_t element = 0;
  // Step of the loop around the op; nested loops are counted through: 5 in loops of 3 and 2 steps
  // is the last inner step of the last outer step. Empty: not in a loop.
  std::optional<std::int64_t> step;
  std::size_t terms = 16;  // number of terms listed per sum
};

// The op may be a user's op or part of an expanded derivative. State has its value before the call;
// a queried variable has its value after the call. Values inside a loop are computed by the op
// records' evaluate functions, from the loop inputs that the transformer computed. Throws key
// Errors for an op outside of the computation and for an op in a loop if no step is given; index
// Errors for an element or step out of range.
ElementOrigin element_origin(const ElementRequest& request);

struct ElementCall;

// Answers a series of queries. Queries about the same call share compiled programs and computed
// values. Not thread safe.
class ElementOrigins {
 public:
  ElementOrigins();
  ~ElementOrigins();
  ElementOrigin origin(const ElementRequest& request);
  std::int64_t compilations() const;  // since construction

 private:
  std::unique_ptr<ElementCall> call_;
};

}  // namespace ng
