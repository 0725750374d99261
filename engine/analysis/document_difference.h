// SPDX-License-Identifier: Apache-2.0
// Differences between two documents and, where both are compiled, between their compilations.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/enum_names.h"
#include "engine/base/tensor.h"
#include "engine/records/records.h"

namespace ng {

// Tensors in attributes, such as initial values, by op and attribute.
using AttributeTensors = std::map<std::pair<OpKey, std::string>, std::shared_ptr<const Tensor>>;

// A document with what is known of a compilation of it: a saved compilation or a capture.
struct ComparedDocument {
  DocumentRecordPtr document;        // not null
  CompilationRecordPtr compilation;  // null: a document alone
  AttributeTensors tensors = {};     // without them, only types and shapes are compared
};

enum class ChangeKind { added, removed, changed };
constexpr auto names_of(ChangeKind) {
  return std::to_array<std::string_view>({"added", "removed", "changed"});
}
enum class ChangeOf { op, computation, plan, compilation, kernel, buffer };
constexpr auto names_of(ChangeOf) {
  return std::to_array<std::string_view>(
      {"op", "computation", "plan", "compilation", "kernel", "buffer"});
}

// One difference: an op that has other axes and another dtype has two.
struct Change {
  ChangeOf of = ChangeOf::op;
  ChangeKind kind = ChangeKind::changed;
  std::string name;  // in the second document; of what is removed, in the first
  OpKey op = 0;      // in DocumentDifference::before or after; 0: not an op
  std::string what;  // "axes", "dtype", "operand x", "time in µs"; empty: added or removed
  std::string before, after;
  std::optional<double> ratio;  // after over before, of numbers
};

struct DocumentDifference {
  std::string first, second;  // paths
  std::vector<Change> changes;
  std::size_t matched = 0;  // ops
  // The graphs of the documents. Ops of the first have the ids of the ops of the second that they
  // match, or ids that the second does not have.
  GraphRecordPtr before, after;
  std::vector<OpKey> added, removed, changed;  // ops, in graph order
  bool same() const { return changes.empty(); }
};
using DocumentDifferencePtr = std::shared_ptr<const DocumentDifference>;

DocumentDifference document_difference(const ComparedDocument& first,
                                       const ComparedDocument& second);

// "12 ops match, 3 added, 1 removed, 2 changed; 4 other differences".
std::string summary(const DocumentDifference& difference);

// "first.ngraph -> second.ngraph"; with folders if the names are equal.
std::string title(const DocumentDifference& difference);

// The differences as a pass "differences" from `before` to `after`, which views show like other
// passes; its rewrites are the changes.
PassRecord pass_of(const DocumentDifference& difference);

}  // namespace ng
