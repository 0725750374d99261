// SPDX-License-Identifier: Apache-2.0
// Data of the memory plan view: the record, derived facts, and rectangles. Immutable after
// construction; can be built on any thread.
#pragma once

#include <QString>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/tables/memory_table.h"
#include "views/buffers/rect_tree.h"

namespace ng::views {

class PlanModel {
 public:
  explicit PlanModel(CompilationRecordPtr record);

  const MemoryPlan& plan() const { return plan_; }
  const CompilationRecord& record() const { return *record_; }
  const MemoryFacts& facts() const { return plan_.facts(); }
  int buffers() const { return static_cast<int>(record_->buffers.size()); }
  const BufferRecord& buffer(int index) const { return plan_.buffer(index); }
  int steps() const { return static_cast<int>(facts().alive_bytes.size()); }

  int named(const QString& buffer) const;  // -1: none
  int holding(OpId op) const;     // buffer of the op or of its replacement after passes; -1: none
  QString opName(OpId op) const;  // e.g. "hidden"; empty: unknown op
  QString kernelAt(int step) const;     // e.g. "k4"
  QString placeText(int buffer) const;  // "@226,304" in the pool, otherwise "own allocation"
  QString flagsText(int buffer) const;  // comma-separated

  // Rectangles of the temporaries; `all` stacks the other buffers above them. PlotRect::row is the
  // buffer index, PlotRect::colour the family of the owner.
  const RectTree& tree(bool all) const { return all ? allTree_ : poolTree_; }
  const PlotRect* rect(int buffer, bool all) const;  // in tree(all); null: not drawn there
  // Layout of the temporaries without buffer reuse.
  const RectTree& ghost() const { return ghost_; }

 private:
  PlotRect rectOf(int index, double low) const;
  void buildTrees();
  std::vector<int> placesIn(const RectTree& tree) const;

  CompilationRecordPtr record_;
  MemoryPlan plan_;
  std::unordered_map<std::string, int> names_;
  RectTree poolTree_, allTree_, ghost_;
  std::vector<int> poolPlaces_, allPlaces_;  // rectangle index of each buffer; -1: none
};
using PlanModelPtr = std::shared_ptr<const PlanModel>;

}  // namespace ng::views
