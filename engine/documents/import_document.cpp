// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/import_document.h"

#include <algorithm>
#include <unordered_map>

#include "engine/base/nearest.h"
#include "engine/base/quote.h"
#include "engine/documents/import_attributes.h"
#include "engine/documents/import_order.h"
#include "engine/documents/returns_names.h"
#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/graph/user_line.h"
#include "engine/ops/op_table.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/sequencing.h"

namespace ng {
namespace {

// Ops that appear in the list of ops; computations have their own list.
bool is_writable(const OpDef& def) {
  const OpKind kind = def.traits.kind;
  return kind != OpKind::kernel && kind != OpKind::kernel_parameter && kind != OpKind::computation;
}

[[noreturn]] void refuse_op(const std::string& name, bool known, const Place& place) {
  if (known) {
    place.fail("only the compiler makes this op", quote(name), "an op that users can create",
               "save the document from the graph as it was written");
  }
  std::vector<std::string> names;
  for (const OpDef* def : op_table()) {
    if (is_writable(*def)) names.emplace_back(def->name);
  }
  const std::string best = nearest(name, names);
  place.fail("there is no such op", quote(name), "an op of the engine's table",
             best.empty() ? "" : "did you mean " + quote(best) + "?");
}

class Importer {
 public:
  Importer(const DocumentModel& model, const std::string& path)
      : model_(model), path_(path), axes_(model.axes) {}

  Document run() {
    Document document;
    document.path = path_;
    document.title = model_.title;
    document.description = model_.description;
    document.made_by = model_.made_by;
    document.plan = model_.plan;
    document.words = model_.words;
    nodes_.reserve(model_.ops.size());
    for (const std::size_t i : order_of(model_, path_)) build(model_.ops[i]);
    document.ops.reserve(model_.ops.size());
    for (const OpModel& op : model_.ops) document.ops.emplace_back(nodes_.at(op.id));
    std::sort(document.ops.begin(), document.ops.end(),
              [](const Op& a, const Op& b) { return a.id() < b.id(); });
    for (const ComputationModel& computation : model_.computations) {
      document.computations.emplace_back(build_computation(computation));
    }
    reserve_op_ids(last_id_);
    return document;
  }

  const std::map<std::string, Axis>& axes() const { return axes_.rows(); }

 private:
  void build(const OpModel& model) {
    const Place place{path_, model.document_line, model.op, model.name};
    const OpDef* def = find_op(model.op);
    if (!def || !is_writable(*def)) refuse_op(model.op, def != nullptr, place);
    require_operand_count(*def, model, place);
    auto node = new_node();
    node->def = def;
    for (const OperandModel& operand : model.operands) {
      node->operands.push_back(value_of_model(operand, place));
    }
    for (const auto& [key, value] : model.attributes) {
      node->attributes.set(key, axes_.attribute(*def, key, value, place));
    }
    if (def->traits.kind == OpKind::loop) add_step(*node, model, place);
    infer(*node, place);
    check_lengths(*node, place);
    check_initial_value(*node, place);
    finish(*node, model.id, model.name, model.named, model.file, model.line);
    node->label->metadata = model.metadata;
    nodes_[model.id] = std::move(node);
  }

  NodePtr build_computation(const ComputationModel& model) {
    const Place place{path_, model.document_line, "computation", model.name};
    auto node = new_node();
    node->def = &computation_op;
    for (const OperandModel& result : model.results) {
      node->operands.push_back(value_of_model(result, place));
    }
    for (const std::uint64_t id : model.parameters) {
      node->operands.push_back(value_of_model({id, 0}, place));
    }
    node->attributes.set("results", static_cast<std::int64_t>(model.results.size()));
    const Returns returns = from_name<Returns>(model.returns).value_or(Returns::list);
    node->attributes.set("returns", static_cast<std::int64_t>(returns));
    infer(*node, place);
    finish(*node, model.id, model.name, true, model.file, model.line);
    return node;
  }

  static void require_operand_count(const OpDef& def, const OpModel& model, const Place& place) {
    const std::size_t most = def.operands.size();
    if (most > 0 && def.operands.back().ends_with("…")) return;
    const std::size_t least =
        def.traits.kind == OpKind::derivative ? 2 : most;  // its error is optional
    const std::size_t found = model.operands.size();
    if (found >= least && found <= most) return;
    std::string names;
    for (const std::string_view name : def.operands) {
      names += (names.empty() ? ": " : ", ") + std::string(name);
    }
    place.fail(
        "an op has a wrong number of operands", std::to_string(found),
        (least == most ? "" : std::to_string(least) + " or ") + std::to_string(most) + names);
  }

  Value value_of_model(const OperandModel& operand, const Place& place) const {
    const auto at = nodes_.find(operand.op);
    if (at == nodes_.end()) {
      place.fail("a computation cannot be an operand", "id " + std::to_string(operand.op),
                 "the id of an op");
    }
    const std::size_t results = at->second->results.size();
    const auto result = static_cast<std::size_t>(operand.result);
    if (result > 0 && result >= results) {
      place.fail("an op has no such result",
                 "result " + std::to_string(operand.result) + " of " + describe(*at->second),
                 std::to_string(results) + (results == 1 ? " result" : " results"));
    }
    return {at->second, operand.result};
  }

  void add_step(Node& node, const OpModel& model, const Place& place) const {
    std::vector<NodePtr> parameters;
    std::vector<Value> results;
    for (const std::uint64_t id : model.step_parameters) {
      parameters.push_back(value_of_model({id, 0}, place).node);
    }
    for (const OperandModel& result : model.step_results) {
      results.push_back(value_of_model(result, place));
    }
    try {
      node.loop = scan_body(std::move(parameters), std::move(results));
    } catch (const Error& error) {
      if (error.fault() == Fault::internal) throw;
      place.pass_on(error.diagnostic());
    }
  }

  static void infer(Node& node, const Place& place) {
    try {
      node.results = node.loop ? scan_types(node.operands, node.attributes, *node.loop)
                               : node.def->infer(node.operands, node.attributes);
    } catch (const Error& error) {
      if (error.fault() == Fault::internal) throw;
      place.pass_on(error.diagnostic());
    }
  }

  static void check_lengths(const Node& node, const Place& place) {
    for (const TensorType& type : node.results) {
      if (type.axes.size() > Limits{}.rank) {
        place.fail("an op has too many axes", std::to_string(type.axes.size()),
                   "at most " + std::to_string(Limits{}.rank));
      }
      if (!type.axes.all_lengths_known()) continue;
      try {
        type.axes.element_count();
      } catch (const Error& error) {
        place.fail("an op's value is too large", "(" + type.axes.text() + ")",
                   "at most 2^47 elements", "shorten its axes");
      }
    }
  }

  // Checks that the initial value broadcasts to the axes whose lengths are known.
  static void check_initial_value(const Node& node, const Place& place) {
    const auto value = node.attributes.get<TensorPtr>("initial_value");
    if (!value) return;
    const Axes& axes = node.results.at(0).axes;
    const Shape& shape = value->shape;
    bool fits = shape.size() <= axes.size();
    for (std::size_t i = 0; fits && i < shape.size(); ++i) {
      const auto length = axes[axes.size() - shape.size() + i].known_length();
      fits = shape[i] == 1 || !length || shape[i] == *length;
    }
    if (fits) return;
    place.fail("the initial value does not fit the axes", to_string(shape),
               "(" + axes.text() + "), or a shape that broadcasts to it");
  }

  void finish(Node& node, OpId id, const std::string& name, bool named, const std::string& file,
              int line) {
    node.id = id;
    node.origins = {id};
    node.label = std::make_shared<Label>();
    node.label->name = name;
    node.label->named = named;
    node.label->file = file;
    node.label->line = line;
    last_id_ = std::max(last_id_, id);
  }

  const DocumentModel& model_;
  const std::string& path_;
  AttributeImporter axes_;
  std::unordered_map<std::uint64_t, NodePtr> nodes_;
  OpId last_id_ = 0;
};

}  // namespace

Document import_document(const DocumentModel& model, const std::string& path) {
  const ScopedUserLine nowhere{std::source_location()};  // ops have the lines of the document
  return Importer(model, path).run();
}

Document import_document(const DocumentModel& model, const std::string& path,
                         std::map<std::string, Axis>& axes) {
  const ScopedUserLine nowhere{std::source_location()};
  Importer importer(model, path);
  Document document = importer.run();
  axes = importer.axes();
  return document;
}

}  // namespace ng
