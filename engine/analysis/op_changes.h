// SPDX-License-Identifier: Apache-2.0
// Differences between two matched ops: name, scope, axes, types, operands, attributes.
#pragma once

#include "engine/analysis/document_difference.h"

namespace ng {

// One of the compared documents. Matched ops have the same ids on both sides.
struct ComparedSide {
  const GraphRecord& graph;
  const AttributeTensors& tensors;
};

std::string axes_text(const ResultRecord& result);  // "(N 4, C 8)"
// Name of an op or one of its results: "scan, result 1".
std::string name_in(const GraphRecord& graph, const OperandRecord& operand);
std::string text_or_dash(const std::string& text);  // "–" if empty

class OpChanges {
 public:
  OpChanges(const ComparedSide& before, const ComparedSide& after, std::vector<Change>& changes)
      : before_(before), after_(after), changes_(changes) {}
  bool add(const OpRecord& a, const OpRecord& b);  // false: the ops are the same

 private:
  void add_text(const std::string& what, const std::string& before, const std::string& after);
  void add_results(const OpRecord& a, const OpRecord& b);
  void add_operands(const OpRecord& a, const OpRecord& b);
  void add_attributes(const OpRecord& a, const OpRecord& b);
  void add_elements(const OpRecord& op);

  const ComparedSide before_, after_;
  std::vector<Change>& changes_;
  const OpRecord* op_ = nullptr;
};

}  // namespace ng
