// SPDX-License-Identifier: Apache-2.0
// Differences between two documents and, where both are compiled, between their compilations.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/match_graphs.h"
#include "engine/base/enum_names.h"
#include "engine/base/op_id.h"
#include "engine/records/records.h"
#include "engine/records/values/element_difference.h"

namespace ng {

class Timeline;

using Facts = std::vector<std::pair<std::string, std::string>>;

// A document with what is known of a compilation of it: a saved compilation or a capture.
struct ComparedDocument {
  DocumentRecordPtr document;                   // not null
  CompilationRecordPtr compilation;             // null: a document alone
  AttributeTensors tensors = {};                // without them, only types and shapes are compared
  Facts machine = {};                           // of a capture: "processor", "threads" …
  std::map<OpId, TensorRecordPtr> values = {};  // of a capture
  // Of a document: further roles of its axes, by axis. Empty: not known.
  std::optional<std::map<std::string, std::string>> axis_roles = {};
};

enum class ChangeKind { added, removed, changed };
constexpr auto names_of(ChangeKind) {
  return std::to_array<std::string_view>({"added", "removed", "changed"});
}
enum class ChangeOf { op, axis, value, computation, plan, compilation, kernel, buffer };
constexpr auto names_of(ChangeOf) {
  return std::to_array<std::string_view>(
      {"op", "axis", "value", "computation", "plan", "compilation", "kernel", "buffer"});
}

// One difference: an op that has other axes and another dtype has two.
struct Change {
  ChangeOf of = ChangeOf::op;
  ChangeKind kind = ChangeKind::changed;
  std::string name;  // in the second document; of what is removed, in the first
  OpId op = 0;       // in DocumentDifference::before or after; 0: not an op
  std::string what;  // "axes", "dtype", "operand x", "bytes moved"; empty: added or removed
  std::string before, after;
  std::optional<double> ratio;  // after over before, of numbers
  std::string scope = {};       // of an op or value
  // Of values, and of tensors in attributes whose elements can be compared.
  std::optional<TensorDifference> elements = {};
  std::vector<std::size_t> order = {};  // the axes of A in the order of B; empty: the same order
};

enum class RenameOf { op, axis };
constexpr auto names_of(RenameOf) {
  return std::to_array<std::string_view>({"op", "axis"});
}

// Another name or scope of something that is otherwise matched; not a difference.
struct Rename {
  RenameOf of = RenameOf::op;
  std::string before, after;  // with scopes: "enc/0/W"
  OpId op = 0;                // 0: an axis
};

// What is known of both: ops, parameters, transformer, processor. "–": only of the other.
struct ComparedFact {
  std::string what, before, after;
};

// `after` over `before`, where both are known.
inline std::optional<double> ratio_of(std::optional<double> before, std::optional<double> after) {
  return before && after && *before > 0 ? std::optional(*after / *before) : std::nullopt;
}

// What `Change::what` is for values, which are tensors of the difference under this name.
inline constexpr const char* compared_value = "value";

// Measured times of the kernels that count for an op of the documents: the op with the most FLOP of
// those that the kernel computes.
struct OpTimes {
  OpId op = 0;              // in DocumentDifference::before or after; 0: no op of the documents
  std::string name, scope;  // of the op
  std::vector<std::string> before_kernels, kernels;  // in the first and the second
  std::optional<double> before, after;               // µs per call; empty: no kernel
  std::optional<double> ratio() const { return ratio_of(before, after); }
};

struct DocumentDifference {
  std::string first, second;  // paths
  std::vector<Change> changes;
  std::size_t matched = 0;  // ops
  // The graphs of the documents. Ops of the first have the ids of the ops of the second that they
  // match, or ids that the second does not have.
  GraphRecordPtr before, after;
  AttributeTensors tensors_before, tensors_after;  // by the ids of these graphs
  std::vector<OpId> added, removed, changed;       // ops, in graph order
  std::vector<OpId> differing_values;              // ops whose values differ, in graph order
  std::vector<Rename> renamed;
  std::vector<ComparedFact> facts;
  std::vector<OpTimes> times;                  // of two compilations with measured kernels
  std::size_t values = 0, rounded_values = 0;  // compared; and those that differ by rounding only
  std::shared_ptr<const Timeline> timeline_before;  // of the first, set by its reader; null: none
  bool same() const { return changes.empty(); }
};
using DocumentDifferencePtr = std::shared_ptr<const DocumentDifference>;

DocumentDifference document_difference(const ComparedDocument& first,
                                       const ComparedDocument& second);

// Both tensors of a change that has elements, A with its axes in the order of B.
struct ComparedTensors {
  Tensor before, after;
};
std::optional<ComparedTensors> compared_tensors(const DocumentDifference& difference,
                                                const Change& change);

// Changes and times by name scope.
struct BlockDifference {
  std::string block;                                             // scope; empty: outside all scopes
  std::size_t added = 0, removed = 0, changed = 0, weights = 0;  // ops; `changed`: not weights
  std::size_t values = 0;
  std::optional<double> before = {}, after = {};  // µs per call; empty: no measured kernel
  std::optional<double> ratio() const { return ratio_of(before, after); }
};
// In graph order, by the outermost scopes that are at most `most` blocks.
std::vector<BlockDifference> blocks_of(const DocumentDifference& difference, std::size_t most);

// "12 ops match, 3 added, 1 removed, 2 changed; 4 other differences; 7 renamed".
std::string summary(const DocumentDifference& difference);

// "first.ngraph -> second.ngraph"; with folders if the names are equal.
std::string title(const DocumentDifference& difference);

// The differences as a pass "differences" from `before` to `after`, which views show like other
// passes; its rewrites are the changes.
PassRecord pass_of(const DocumentDifference& difference);

}  // namespace ng
