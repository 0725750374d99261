// SPDX-License-Identifier: Apache-2.0
// The buffers of a memory plan as a table, and the differences of two plans.
#pragma once

#include <string>
#include <unordered_map>

#include "engine/analysis/memory_facts.h"
#include "engine/tables/table_column.h"

namespace ng {

// A memory plan with what is derived from it once. The record must outlive the plan.
class MemoryPlan {
 public:
  explicit MemoryPlan(const CompilationRecord& record);

  const CompilationRecord& record() const { return record_; }
  const MemoryFacts& facts() const { return facts_; }
  const Tenancy& tenancy() const { return tenancy_; }
  const BufferRecord& buffer(int index) const {
    return record_.buffers[static_cast<std::size_t>(index)];
  }
  const BufferFacts& facts_of(int index) const {
    return facts_.buffers[static_cast<std::size_t>(index)];
  }

  const OpRecord* op(OpId op) const;      // from any graph of the compilation; null: none
  std::string op_name(OpId op) const;     // empty: unknown op
  std::string kernel_at(int step) const;  // empty: the step runs no kernel
  std::string step_text(int step) const;  // "step 4 (k4)"
  std::vector<std::string> flags(int buffer) const;

 private:
  const CompilationRecord& record_;
  MemoryFacts facts_;
  Tenancy tenancy_;
  std::unordered_map<OpId, const OpRecord*> ops_;
};

struct BufferRow {
  const MemoryPlan* plan;
  int buffer;
  std::int64_t total = 0;  // bytes of all rows

  const BufferRecord& record() const { return plan->buffer(buffer); }
};
std::vector<BufferRow> buffer_rows(const MemoryPlan& plan);  // all buffers, in the record's order
// The rows of these buffers.
std::vector<BufferRow> buffer_rows(const MemoryPlan& plan, const std::vector<int>& buffers);

// In JSON these columns follow the fields of the BufferRecord.
const Columns<BufferRow>& buffer_columns();
const Columns<PlanChange>& plan_change_columns();

}  // namespace ng
