// SPDX-License-Identifier: Apache-2.0
// Where does this number come from? One element of one value in a call, traced to the elements that
// its op reads. On a transformer of its own, so nothing of a run is changed by asking.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/element_record.h"
#include "engine/session/transformer.h"

namespace ng {

// What a call begins with.
struct CallBasis {
  std::int64_t iteration = 1;
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;  // by storage; others: initial values
};

struct ElementRequest {
  Op computation;
  std::string transformer = "cpu";
  CompileOptions options;  // its progress is told of this, and may cancel it
  CallBasis call;
  std::vector<CallBasis> history;  // further calls, for the element's value in each
  // What may be spent on them: as many as it allows are made, at even distances.
  double history_seconds = HUGE_VAL;
  OpKey op = 0;
  std::int64_t element = 0;
  // Of the loop that the op stands in, of loops in loops counted through: 5 with 3 and 2 steps is
  // the last of the inner in the last of the outer. Below 0: it stands in none.
  std::int64_t step = -1;
  std::size_t terms = 16;  // listed of each sum
};

// The op may be the user's or made by a derivative. State is what the call found, and a variable
// that is asked for what it leaves. Within a loop values are computed by the ops' records, from
// what the transformer gave the loop. Errors: key for an op that the computation does not have, or
// that has a value in every step of a loop where no step is asked for; index for an element or a
// step that it does not have.
ElementOrigin element_origin(const ElementRequest& request);

struct ElementCall;

// Answers one question after the other: those about the same call share what was compiled and
// computed for it, as long as it is of use. One thread at a time.
class ElementOrigins {
 public:
  ElementOrigins();
  ~ElementOrigins();
  ElementOrigin origin(const ElementRequest& request);
  std::int64_t compilations() const;  // since the beginning

 private:
  std::unique_ptr<ElementCall> call_;
};

}  // namespace ng
