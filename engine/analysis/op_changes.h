// SPDX-License-Identifier: Apache-2.0
// Differences between two matched ops: axes, types, operands, attributes, metadata, elements of
// tensors, steps of loops; and how they were renamed.
#pragma once

#include "engine/analysis/difference/axis_names.h"
#include "engine/analysis/difference/computation_changes.h"
#include "engine/analysis/document_difference.h"

namespace ng {

// One of the compared documents. Matched ops have the same ids on both sides.
struct ComparedSide {
  const GraphRecord& graph;
  const AttributeTensors& tensors;
  const LoopSteps& steps;
};

std::string axes_text(const ResultRecord& result);  // "(N 4, C 8)"
std::string text_or_dash(const std::string& text);  // "–" if empty

class OpChanges {
 public:
  // Adds to `difference`: changes and renamed ops.
  OpChanges(const ComparedSide& before, const ComparedSide& after, const AxisRenames& axes,
            DocumentDifference& difference)
      : before_(before), after_(after), axes_(axes), difference_(difference) {}
  // False: the ops are the same, apart from their names and the names of their axes.
  bool add(const OpRecord& a, const OpRecord& b);

 private:
  Change& add_change(const std::string& what, const std::string& before, const std::string& after);
  bool has_change(const std::string& what) const;  // of the op
  void add_text(const std::string& what, const std::string& before, const std::string& after);
  void add_names(const OpRecord& a, const OpRecord& b);
  void add_results(const OpRecord& a, const OpRecord& b);
  void add_operands(const OpRecord& a, const OpRecord& b);
  void add_attributes(const OpRecord& a, const OpRecord& b);
  void add_metadata(const OpRecord& a, const OpRecord& b);
  void add_step();
  const Tensor* tensor_of(const ComparedSide& side, const std::string& attribute) const;
  bool add_elements(const std::string& attribute);

  const ComparedSide before_, after_;
  const AxisRenames& axes_;
  DocumentDifference& difference_;
  const OpRecord* op_ = nullptr;
  std::size_t first_ = 0;  // number of changes before those of the op
};

}  // namespace ng
