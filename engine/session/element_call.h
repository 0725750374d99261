// SPDX-License-Identifier: Apache-2.0
// A call that is asked about: its graph with derivatives as ops, programs that give values of it,
// and the loops that were run again.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "engine/session/compare_transformers.h"
#include "engine/session/element_origin.h"
#include "engine/session/loop_steps.h"

namespace ng {

struct ElementCall {
  // The values of some ops. They are watched together with what they are made of, as far as that is
  // little, so that the next question finds its values there.
  struct Program {
    std::vector<Value> wanted;
    TransformerPtr transformer;
    Computation computation;
    std::vector<std::pair<std::uint64_t, Tensor>> initial;  // state
    std::vector<Tensor> values;                             // of `wanted` in the call asked about

    bool gives(const Value& value) const;
    std::vector<Tensor> call(const CallBasis& basis);
  };

  // Begins anew, unless the request is about the same call.
  void open(const ElementRequest& request);

  struct Asked {
    std::shared_ptr<const Graph> graph;
    Value value;
    Loops loops;  // in whose step it stands; empty: in none
  };
  // A derivative is found as the op that it became; an op that a pattern replaced as it was.
  Asked find(const ElementRequest& request);
  // One that gives all of these, which have values to compute; where there are none, one whose
  // transformer has `source`.
  Program& program(const ElementRequest& request, const std::vector<Value>& wanted,
                   const Value& source);

  Graph written;
  std::vector<std::shared_ptr<const Graph>> graphs;
  std::deque<Program> programs;
  std::map<const Node*, LoopSteps> loops;
  std::int64_t compilations = 0;

 private:
  bool serves(const ElementRequest& request) const;
  std::shared_ptr<const Graph> versioned(const ElementRequest& request, const Graph& from,
                                         bool patterns);
  Program make(const ElementRequest& request, std::vector<Value> wanted, const Value& source);

  Op computation_;
  std::string transformer_;
  CompileOptions options_;
  CallBasis basis_;
};

// Whether a call computes it.
bool is_computed(const Value& value);

}  // namespace ng
