// SPDX-License-Identifier: Apache-2.0
// Data of the memory plan view: the record, derived facts, and rectangles. Immutable after
// construction; can be built on any thread.
#pragma once

#include <QString>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/analysis/memory_facts.h"
#include "views/buffers/rect_tree.h"

namespace ng::views {

class PlanModel {
 public:
  explicit PlanModel(CompilationRecordPtr record);

  const CompilationRecord& record() const { return *record_; }
  const MemoryFacts& facts() const { return facts_; }
  int buffers() const { return static_cast<int>(record_->buffers.size()); }
  const BufferRecord& buffer(int index) const {
    return record_->buffers[static_cast<std::size_t>(index)];
  }
  const BufferFacts& factsOf(int index) const {
    return facts_.buffers[static_cast<std::size_t>(index)];
  }
  const Tenancy& tenancy() const { return tenancy_; }
  int steps() const { return static_cast<int>(facts_.alive_bytes.size()); }

  int named(const QString& buffer) const;  // -1: none
  int holding(OpKey op) const;  // buffer of the op or of its replacement after passes; -1: none
  const OpRecord* op(OpKey op) const;   // from any graph of the compilation; null: none
  QString opName(OpKey op) const;       // e.g. "hidden"; empty: unknown op
  QString kernelAt(int step) const;     // e.g. "k4"
  QString stepText(int step) const;     // e.g. "step 4 (k4)"
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
  MemoryFacts facts_;
  Tenancy tenancy_;
  std::unordered_map<OpKey, const OpRecord*> ops_;
  std::unordered_map<std::string, int> names_;
  RectTree poolTree_, allTree_, ghost_;
  std::vector<int> poolPlaces_, allPlaces_;  // rectangle index of each buffer; -1: none
};
using PlanModelPtr = std::shared_ptr<const PlanModel>;

}  // namespace ng::views
