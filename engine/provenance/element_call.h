// SPDX-License-Identifier: Apache-2.0
// The call that a query is about: its graph with expanded derivatives, programs that compute values
// of it, and loops that were replayed.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/provenance/element_origin.h"
#include "engine/provenance/loop_steps.h"
#include "engine/session/compile_options.h"

namespace ng {

struct ElementCall {
  // Computes the values of some ops. Small inputs of these ops are watched too, so that the next
  // query finds their values.
  struct Program {
    std::vector<Value> wanted;
    TransformerPtr transformer;
    Computation computation;
    std::vector<std::pair<std::uint64_t, Tensor>> initial;  // state
    std::vector<Tensor> values;                             // of `wanted`, in the call of the query

    bool gives(const Value& value) const;
    std::vector<Tensor> call(const CallBasis& basis);
  };

  // Resets this object unless the request is about the same call.
  void open(const ElementRequest& request);

  struct Asked {
    std::shared_ptr<const Graph> graph;
    Value value;
    Loops loops;  // loops around the value; empty: none
  };
  // Finds the op of the request. A derivative is found as its expansion, an op replaced by a
  // pattern in its original form.
  Asked find(const ElementRequest& request);
  // Returns a program that gives all of these values. If none has to be computed, returns a program
  // whose transformer holds `source`.
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

// Is the value computed by a call?
bool is_computed(const Value& value);

}  // namespace ng
