// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compilation_changes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <map>
#include <set>

#include "engine/analysis/difference/main_op.h"
#include "engine/analysis/roofline.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

using Ids = std::unordered_map<OpId, OpId>;
using Origins = std::set<OpId>;

std::string number_text(double value) {
  char text[32];
  const auto [end, error] =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, 4);
  return {text, end};
}

Change number_change(ChangeOf of, const std::string& name, const char* what, double before,
                     double after) {
  Change change{of, ChangeKind::changed, name, 0, what, {}, {}, {}};
  change.before = number_text(before);
  change.after = number_text(after);
  if (before > 0) change.ratio = after / before;
  return change;
}

Change count_change(ChangeOf of, const std::string& name, const char* what, std::int64_t before,
                    std::int64_t after) {
  Change change =
      number_change(of, name, what, static_cast<double>(before), static_cast<double>(after));
  change.before = std::to_string(before);
  change.after = std::to_string(after);
  return change;
}

// The user's ops from which these ops come, by the ids of the second document.
Origins origins_of(const CompilationRecord& record, const std::vector<OpId>& ops, const Ids* ids) {
  Origins origins;
  const GraphRecordPtr graphs[] = {record.final_graph(), record.as_written()};
  for (const OpId op : ops) {
    const OpRecord* known = nullptr;
    for (const GraphRecordPtr& graph : graphs)
      if (!known && graph) known = graph->find(op);
    if (!known) continue;
    for (const OpId origin : known->origins) {
      if (!ids) {
        origins.insert(origin);
      } else if (const auto found = ids->find(origin); found != ids->end()) {
        origins.insert(found->second);
      }
    }
  }
  return origins;
}

// Rows of two lists that belong together: first by their ops, in order, then by their names.
template <class Row>
struct Pairs {
  std::vector<std::pair<const Row*, const Row*>> both;
  std::vector<const Row*> removed, added;
};

template <class Row, class OpsOf>
Pairs<Row> pairs_of(const std::vector<Row>& first, const std::vector<Row>& second,
                    const OpsOf& ops_of) {
  Pairs<Row> pairs;
  std::map<Origins, std::deque<const Row*>> by_ops;
  std::map<std::string, const Row*> by_name;
  std::set<const Row*> taken;
  for (const Row& row : second) {
    by_ops[ops_of(row, false)].push_back(&row);
    by_name[row.name] = &row;
  }
  std::vector<const Row*> left;
  for (const Row& row : first) {
    const auto found = by_ops.find(ops_of(row, true));
    if (found == by_ops.end() || found->first.empty() || found->second.empty()) {
      left.push_back(&row);
      continue;
    }
    pairs.both.emplace_back(&row, found->second.front());
    taken.insert(found->second.front());
    found->second.pop_front();
  }
  for (const Row* row : left) {
    const auto found = by_name.find(row->name);
    if (found == by_name.end() || !taken.insert(found->second).second)
      pairs.removed.push_back(row);
    else
      pairs.both.emplace_back(row, found->second);
  }
  for (const Row& row : second)
    if (!taken.contains(&row)) pairs.added.push_back(&row);
  return pairs;
}

template <class Row>
void add_lonely(std::vector<Change>& changes, ChangeOf of, const Pairs<Row>& pairs) {
  for (const Row* row : pairs.removed)
    changes.push_back({of, ChangeKind::removed, row->name, 0, {}, {}, {}, {}});
  for (const Row* row : pairs.added)
    changes.push_back({of, ChangeKind::added, row->name, 0, {}, {}, {}, {}});
}

// Times differ from run to run, and are no difference of the compilations.
void add_kernel(std::vector<Change>& changes, const KernelRecord& a, const KernelRecord& b) {
  const auto text = [&](const char* what, const std::string& before, const std::string& after) {
    if (before != after)
      changes.push_back(
          {ChangeOf::kernel, ChangeKind::changed, b.name, 0, what, before, after, {}});
  };
  text("kind", std::string(name(a.kind)), std::string(name(b.kind)));
  text("library", a.library, b.library);
  text("loops", a.loops, b.loops);
  if (a.bytes != b.bytes)
    changes.push_back(count_change(ChangeOf::kernel, b.name, "bytes moved", a.bytes, b.bytes));
  if (a.flops != b.flops)
    changes.push_back(count_change(ChangeOf::kernel, b.name, "FLOP", a.flops, b.flops));
}

void add_totals(std::vector<Change>& changes, const CompilationRecord& a,
                const CompilationRecord& b) {
  const std::string& name = b.computation;
  const auto text = [&](const char* what, const std::string& before, const std::string& after) {
    if (before != after)
      changes.push_back(
          {ChangeOf::compilation, ChangeKind::changed, name, 0, what, before, after, {}});
  };
  const auto count = [&](const char* what, std::int64_t before, std::int64_t after) {
    if (before != after)
      changes.push_back(count_change(ChangeOf::compilation, name, what, before, after));
  };
  text("computation", a.computation, b.computation);
  text("transformer", a.transformer, b.transformer);
  count("kernels", std::ssize(a.kernels), std::ssize(b.kernels));
  count("peak bytes of temporaries", a.peak_bytes, b.peak_bytes);
  count("FLOP", a.flops, b.flops);
  count("bytes moved", a.bytes, b.bytes);
}

// Rows by op, and those of kernels that count for no op.
class Times {
 public:
  explicit Times(const DocumentDifference& difference) : difference_(difference) {}

  void add(const CompilationRecord& record, const Ids* ids) {
    const GraphRecordPtr graph = record.final_graph();
    if (!graph) return;
    const std::vector<KernelPoint> points = kernel_points(record, {});
    const auto id_of = [&](OpId origin) {
      if (!ids) return origin;
      const auto found = ids->find(origin);
      return found == ids->end() ? OpId(0) : found->second;
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
      const KernelPoint& point = points[i];
      if (point.once || point.microseconds <= 0) continue;
      const OpId origin =
          main_op(record.kernels[i], *graph, [&](OpId op) { return known(id_of(op)) != nullptr; });
      OpTimes& row = row_of(origin == 0 ? 0 : id_of(origin), point.kernel);
      (ids ? row.before_kernels : row.kernels).push_back(point.kernel);
      std::optional<double>& time = ids ? row.before : row.after;
      const auto launches = static_cast<double>(std::max<std::int64_t>(1, point.launches));
      time = time.value_or(0) + point.microseconds * launches;
    }
  }

  // Those of both sides first, then the largest differences.
  std::vector<OpTimes> rows() && {
    const auto weight = [](const OpTimes& row) {
      return std::pair(!row.ratio(), -std::abs(row.after.value_or(0) - row.before.value_or(0)));
    };
    std::stable_sort(rows_.begin(), rows_.end(),
                     [&](const OpTimes& a, const OpTimes& b) { return weight(a) < weight(b); });
    return std::move(rows_);
  }

 private:
  const OpRecord* known(OpId op) const {
    const OpRecord* found = difference_.after->find(op);
    return found ? found : difference_.before->find(op);
  }

  OpTimes& row_of(OpId op, const std::string& kernel) {
    const auto [at, fresh] = places_.emplace(std::pair(op, op == 0 ? kernel : ""), rows_.size());
    if (fresh) {
      OpTimes& row = rows_.emplace_back();
      row.op = op;
      if (const OpRecord* record = known(op)) row.name = record->name, row.scope = record->scope;
    }
    return rows_[at->second];
  }

  const DocumentDifference& difference_;
  std::vector<OpTimes> rows_;
  std::map<std::pair<OpId, std::string>, std::size_t> places_;
};

std::string time_text(const std::vector<OpTimes>& times, std::optional<double> OpTimes::* side) {
  double sum = 0;
  for (const OpTimes& row : times) sum += (row.*side).value_or(0);
  return number_text(sum);
}

void add_times(const CompilationRecord& first, const CompilationRecord& second, const Ids& ids,
               DocumentDifference& difference) {
  Times times(difference);
  times.add(first, &ids);
  times.add(second, nullptr);
  difference.times = std::move(times).rows();
  if (difference.times.empty()) return;
  difference.facts.push_back({"time of the kernels of a call in µs",
                              time_text(difference.times, &OpTimes::before),
                              time_text(difference.times, &OpTimes::after)});
}

}  // namespace

void add_compilations(const CompilationRecord& first, const CompilationRecord& second,
                      const Ids& ids, DocumentDifference& difference) {
  std::vector<Change>& changes = difference.changes;
  add_totals(changes, first, second);
  const auto kernels =
      pairs_of(first.kernels, second.kernels, [&](const KernelRecord& kernel, bool of_first) {
        return origins_of(of_first ? first : second, kernel.ops, of_first ? &ids : nullptr);
      });
  add_lonely(changes, ChangeOf::kernel, kernels);
  for (const auto& [a, b] : kernels.both) add_kernel(changes, *a, *b);
  const auto buffers =
      pairs_of(first.buffers, second.buffers, [&](const BufferRecord& buffer, bool of_first) {
        return origins_of(of_first ? first : second, buffer.values, of_first ? &ids : nullptr);
      });
  add_lonely(changes, ChangeOf::buffer, buffers);
  for (const auto& [a, b] : buffers.both)
    if (a->bytes != b->bytes)
      changes.push_back(count_change(ChangeOf::buffer, b->name, "bytes", a->bytes, b->bytes));
  add_times(first, second, ids, difference);
}

}  // namespace ng
