// SPDX-License-Identifier: Apache-2.0
#include "engine/session/export_document.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "engine/base/quote.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"

namespace ng {
namespace {

const char* const returns_names[] = {"single", "list", "set", "none"};

// Takes names, and makes those that are taken distinct by a number.
class DistinctNames {
 public:
  std::string take(const std::string& wanted, char separator) {
    std::string name = wanted;
    for (int n = 2; !taken_.insert(name).second; ++n) name = wanted + separator + std::to_string(n);
    return name;
  }

 private:
  std::set<std::string> taken_;
};

// "C-1" would read as a dual of C.
bool reads_as_dual(const std::string& name) {
  const std::size_t digits = name.find_last_not_of("0123456789");
  return digits != std::string::npos && digits + 1 < name.size() &&
         (name[digits] == '-' || name[digits] == '+');
}

class AxisTable {
 public:
  AxisUse use(const Axis& axis) {
    if (axis.is_flattened()) return {{}, 0, uses(axis.members())};
    auto [at, fresh] = ids_.try_emplace(axis.identity());
    if (fresh) {
      const Axis base = axis - axis.dual_level();
      at->second = names_.take(base.name() + (reads_as_dual(base.name()) ? "#" : ""), '#');
      rows_.push_back({at->second,
                       base.name(),
                       base.known_length(),
                       base.is_batch(),
                       base.is_recurrent(),
                       {base.roles().begin(), base.roles().end()},
                       base.docstring()});
    }
    return {at->second, axis.dual_level(), {}};
  }
  template <class List>
  AxesModel uses(const List& axes) {
    AxesModel list;
    for (const Axis& axis : axes) list.push_back(use(axis));
    return list;
  }
  std::vector<AxisModel> take() { return std::move(rows_); }

 private:
  std::map<const void*, std::string> ids_;
  DistinctNames names_;
  std::vector<AxisModel> rows_;
};

class Exporter {
 public:
  explicit Exporter(const Document& document) : document_(document) {}

  DocumentModel run() {
    DocumentModel model;
    model.title = document_.title;
    model.description = document_.description;
    model.made_by = document_.made_by;
    model.plan = document_.plan;
    for (const NodePtr& node : nodes()) model.ops.push_back(op(*node));
    for (const Op& computation : document_.computations) {
      model.computations.push_back(this->computation(computation.node()));
    }
    model.axes = axes_.take();
    return model;
  }

 private:
  std::vector<NodePtr> nodes() const {
    std::vector<Value> roots;
    for (const Op& op : document_.ops) roots.push_back(op.value());
    for (const Op& computation : document_.computations) roots.push_back(computation.value());
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

  // The ops of loops' steps stand in the list like all others.
  static void collect(const std::vector<Value>& roots, std::set<const Node*>& known,
                      std::vector<NodePtr>& all) {
    for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots))) {
      if (node->def == &computation_op || !known.insert(node.get()).second) continue;
      all.push_back(node);
      if (!node->loop) continue;
      std::vector<Value> inside = node->loop->results;
      for (const NodePtr& parameter : node->loop->parameters) inside.push_back({parameter, 0});
      collect(inside, known, all);
    }
  }

  OpModel op(const Node& node) {
    if (!node.label || !node.made_by.empty()) {
      refuse(ErrorKind::value, "ops that passes made cannot be saved: " + describe(node));
    }
    OpModel model;
    model.id = node.id;
    model.op = node.def->name;
    model.name = names_.take(node.label->name, '_');
    model.named = node.label->named;
    for (const Value& operand : node.operands) {
      model.operands.push_back({operand.node->id, operand.result});
    }
    for (const auto& [key, value] : node.attributes) {
      model.attributes.emplace_back(key, attribute(value));
    }
    if (node.loop) {
      for (const NodePtr& each : node.loop->parameters) model.step_parameters.push_back(each->id);
      for (const Value& result : node.loop->results) {
        model.step_results.push_back({result.node->id, result.result});
      }
    }
    model.metadata = node.label->metadata;
    model.file = node.label->file;
    model.line = node.label->line;
    return model;
  }

  AttributeModel attribute(const Attribute& attribute) {
    struct Visitor {
      AxisTable& axes;
      AttributeModel operator()(bool value) const { return value; }
      AttributeModel operator()(std::int64_t value) const { return value; }
      AttributeModel operator()(double value) const { return value; }
      AttributeModel operator()(const std::string& value) const { return value; }
      AttributeModel operator()(const Axes& value) const { return axes.uses(value); }
      AttributeModel operator()(const TensorPtr& value) const {
        check(value != nullptr, "an attribute without its array");
        return TensorModel{*value, {}, {}};
      }
    };
    return std::visit(Visitor{axes_}, attribute);
  }

  ComputationModel computation(const Node& node) {
    const ComputationParts parts = parts_of(node);
    ComputationModel model;
    model.id = node.id;
    model.name = computation_names_.take(parts.name, '_');
    for (const Value& result : parts.results) {
      model.results.push_back({result.node->id, result.result});
    }
    for (const NodePtr& parameter : parts.parameters) model.parameters.push_back(parameter->id);
    model.returns = returns_names[static_cast<int>(parts.returns)];
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

DocumentModel export_document(const Document& document) {
  return Exporter(document).run();
}

}  // namespace ng
