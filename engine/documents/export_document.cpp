// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/export_document.h"

#include <algorithm>
#include <set>

#include "engine/base/cancellation.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/documents/export_op.h"
#include "engine/documents/returns_names.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"

namespace ng {
namespace {

// Collects the ops of loop bodies into the same list.
void collect(const std::vector<Value>& roots, std::set<const Node*>& known,
             std::vector<NodePtr>& all) {
  for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots))) {
    if (node->def->traits.kind == OpKind::computation || !known.insert(node.get()).second) continue;
    all.push_back(node);
    if (!node->loop) continue;
    std::vector<Value> inside = node->loop->results;
    for (const NodePtr& parameter : node->loop->parameters) inside.push_back({parameter, 0});
    collect(inside, known, all);
  }
}

class Exporter {
 public:
  explicit Exporter(const Document& document) : document_(document) {}

  DocumentModel run() {
    DocumentModel model;
    model.title = document_.title;
    model.description = document_.description;
    model.made_by = document_.made_by;
    model.plan = document_.plan;
    model.words = document_.words;
    for (const NodePtr& node : exported_nodes(document_)) {
      poll_cancellation();
      OpModel op = op_model(*node, axes_);
      op.name = names_.take(op.name, '_');
      model.ops.push_back(std::move(op));
    }
    for (const Op& computation : document_.computations) {
      model.computations.push_back(this->computation(computation.node()));
    }
    model.axes = axes_.rows();
    return model;
  }

 private:
  ComputationModel computation(const Node& node) {
    const ComputationParts parts = parts_of(node);
    require_saved_name(parts.name, "a computation");
    ComputationModel model;
    model.id = node.id;
    model.name = computation_names_.take(parts.name, '_');
    for (const Value& result : parts.results) {
      model.results.push_back({result.node->id, result.result});
    }
    for (const NodePtr& parameter : parts.parameters) model.parameters.push_back(parameter->id);
    model.returns = name(parts.returns);
    if (node.label) {
      model.file = node.label->file;
      model.line = node.label->line;
    }
    return model;
  }

  const Document& document_;
  AxisTable axes_;
  DistinctNames names_, computation_names_;
};

}  // namespace

std::vector<NodePtr> exported_nodes(const Document& document) {
  std::vector<Value> roots;
  for (const Op& op : document.ops) roots.push_back(op.value());
  for (const Op& computation : document.computations) roots.push_back(computation.value());
  std::vector<NodePtr> all;
  std::set<const Node*> known;
  collect(roots, known, all);
  std::sort(all.begin(), all.end(),
            [](const NodePtr& a, const NodePtr& b) { return a->id < b->id; });
  const auto twice = std::adjacent_find(
      all.begin(), all.end(), [](const NodePtr& a, const NodePtr& b) { return a->id == b->id; });
  if (twice != all.end()) {
    refuse(ErrorKind::value, "two ops have the same id and cannot be saved together: " +
                                 describe(**twice) + " and " + describe(**std::next(twice)));
  }
  return all;
}

DocumentModel export_document(const Document& document) {
  return Exporter(document).run();
}

}  // namespace ng
