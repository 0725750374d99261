// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/memory_table.h"

#include <numeric>

#include "engine/records/graph_record.h"

namespace ng {
namespace {

using Row = BufferRow;

Words names(const Row& row, const std::vector<int>& buffers) {
  Words found;
  for (const int i : buffers) found.push_back(row.plan->buffer(i).name);
  return found;
}

Words tenants(const Row& row) {
  Words found;
  for (const OpId op : row.record().values) found.push_back(row.plan->op_name(op));
  return found;
}

Cell step_cell(const Row& row, const std::vector<int>& steps, bool last) {
  if (steps.empty()) return {};
  return row.plan->step_text(last ? steps.back() : steps.front());
}

StepRange life(const BufferRecord& buffer) {
  return {buffer.first_step, buffer.last_step};
}

}  // namespace

MemoryPlan::MemoryPlan(const CompilationRecord& record)
    : record_(record), facts_(memory_facts(record)), tenancy_(record) {
  const auto note = [this](const GraphRecordPtr& graph) {
    if (!graph) return;
    for (const OpRecord& op : graph->ops) ops_.emplace(op.id, &op);
  };
  note(record.final_graph());
  note(record.as_written());
  for (const PassRecord& pass : record.passes) note(pass.after);
}

const OpRecord* MemoryPlan::op(OpId op) const {
  const auto found = ops_.find(op);
  return found == ops_.end() ? nullptr : found->second;
}

std::string MemoryPlan::op_name(OpId key) const {
  const OpRecord* found = op(key);
  return found ? found->name : std::string();
}

std::string MemoryPlan::kernel_at(int step) const {
  const bool there = step >= 0 && static_cast<std::size_t>(step) < record_.steps.size();
  return there ? record_.steps[static_cast<std::size_t>(step)].kernel : std::string();
}

std::string MemoryPlan::step_text(int step) const {
  const std::string kernel = kernel_at(step), text = "step " + std::to_string(step);
  return kernel.empty() ? text : text + " (" + kernel + ")";
}

std::vector<std::string> MemoryPlan::flags(int buffer) const {
  return flag_texts(record_, facts_, buffer);
}

std::vector<BufferRow> buffer_rows(const MemoryPlan& plan) {
  std::vector<int> all(plan.record().buffers.size());
  std::iota(all.begin(), all.end(), 0);
  return buffer_rows(plan, all);
}

std::vector<BufferRow> buffer_rows(const MemoryPlan& plan, const std::vector<int>& buffers) {
  std::int64_t total = 0;
  for (const int i : buffers) total += plan.buffer(i).bytes;
  std::vector<BufferRow> rows;
  for (const int i : buffers) rows.push_back({&plan, i, total});
  return rows;
}

const Columns<BufferRow>& buffer_columns() {
  static const Columns<BufferRow> columns = {
      {{.key = "name", .title = "Buffer"}, [](const Row& r) -> Cell { return r.record().name; }},
      {{.key = "device", .title = "Device", .optional = true},
       [](const Row& r) -> Cell { return r.record().device; }},
      {{.key = "kind", .title = "Kind"},
       [](const Row& r) -> Cell { return std::string(name(r.record().kind)); }},
      {{.key = "bytes", .title = "Bytes", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.record().bytes; }},
      {{.key = "part_of_total",
        .title = "of total",
        .unit = "%",
        .kind = CellKind::decimal,
        .scale = 100},
       [](const Row& r) -> Cell {
         if (r.total <= 0) return {};
         return static_cast<double>(r.record().bytes) / static_cast<double>(r.total);
       }},
      {{.key = "offset", .title = "Offset", .kind = CellKind::integer},
       [](const Row& r) -> Cell {
         if (!is_temporary(r.record())) return {};
         return r.record().offset;
       }},
      {{.key = "steps", .title = "Steps", .kind = CellKind::steps},
       [](const Row& r) -> Cell { return life(r.record()); }},
      {{.key = "dtype", .title = "dtype"},
       [](const Row& r) -> Cell { return std::string(name(r.record().dtype)); }},
      {{.key = "axes", .title = "Axes"}, [](const Row& r) -> Cell { return r.record().axes; }},
      {{.key = "op", .title = "Op"},
       [](const Row& r) -> Cell { return r.plan->op_name(r.record().owner); }},
      {{.key = "holds", .title = "Holds"}, [](const Row& r) -> Cell { return tenants(r); }},
      {{.key = "flags", .title = "Flags"},
       [](const Row& r) -> Cell { return r.plan->flags(r.buffer); }},
      {{.key = "reason", .title = "Reason alive"},
       [](const Row& r) -> Cell { return r.record().reason; }},
      {{.key = "first_written", .title = "Written at"},
       [](const Row& r) { return step_cell(r, r.plan->facts_of(r.buffer).writers, false); }},
      {{.key = "last_read", .title = "Last read at"},
       [](const Row& r) { return step_cell(r, r.plan->facts_of(r.buffer).readers, true); }},
      {{.key = "written_at", .title = "Written at steps"},
       [](const Row& r) -> Cell { return integers(r.plan->facts_of(r.buffer).writers); }},
      {{.key = "read_at", .title = "Read at steps"},
       [](const Row& r) -> Cell { return integers(r.plan->facts_of(r.buffer).readers); }},
      {{.key = "same_bytes_before", .title = "Same bytes before"},
       [](const Row& r) -> Cell { return names(r, r.plan->tenancy().before(r.buffer)); }},
      {{.key = "same_bytes_after", .title = "Same bytes after"},
       [](const Row& r) -> Cell { return names(r, r.plan->tenancy().after(r.buffer)); }},
  };
  return columns;
}

const Columns<PlanChange>& plan_change_columns() {
  using Change = PlanChange;
  static const Columns<PlanChange> columns = {
      {{.key = "name", .title = "Buffer"},
       [](const Change& c) -> Cell { return (c.after ? c.after : c.before)->name; }},
      {{.key = "change", .title = "Change"},
       [](const Change& c) -> Cell {
         return std::string(!c.before ? "+ added" : !c.after ? "− removed" : "~ changed");
       }},
      {{.key = "bytes", .title = "Δ bytes", .kind = CellKind::change},
       [](const Change& c) -> Cell { return c.bytes; }},
      {{.key = "bytes_before", .title = "Bytes before", .kind = CellKind::integer},
       [](const Change& c) { return c.before ? Cell(c.before->bytes) : Cell(); }},
      {{.key = "bytes_after", .title = "Bytes now", .kind = CellKind::integer},
       [](const Change& c) { return c.after ? Cell(c.after->bytes) : Cell(); }},
      {{.key = "steps_before", .title = "Steps before", .kind = CellKind::steps},
       [](const Change& c) { return c.before ? Cell(life(*c.before)) : Cell(); }},
      {{.key = "steps_after", .title = "Steps now", .kind = CellKind::steps},
       [](const Change& c) { return c.after ? Cell(life(*c.after)) : Cell(); }},
  };
  return columns;
}

}  // namespace ng
