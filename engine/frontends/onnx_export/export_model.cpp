// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/export_model.h"

#include <unordered_map>

#include "engine/base/error.h"
#include "engine/frontends/onnx_export/export_rows.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t opset = 18, ir_version = 8;

class Exporter {
 public:
  Model run(const Op& computation, const std::string& title) {
    const ComputationParts parts = parts_of(computation.node());
    for (const NodePtr& parameter : parts.parameters) add_input(parameter);
    for (const NodePtr& node : ordered_nodes(std::span<const Value>(parts.results))) write(node);
    for (const Value& result : parts.results) add_output(result);
    Model model;
    model.ir_version = ir_version;
    model.producer = "ngraph workbench";
    model.opsets[""] = opset;
    writer_.graph.name = title.empty() ? "graph" : title;
    model.graph = std::move(writer_.graph);
    return model;
  }

 private:
  static std::string name_of(const ng::Node& node) {
    return node.label ? node.label->name : std::string(node.def->name) + std::to_string(node.id);
  }

  static ValueInfo info(const std::string& name, const Written& value) {
    ValueInfo made{name, true, element_type(value.dtype), std::vector<Dimension>()};
    for (const std::int64_t length : value.axes.lengths()) made.dims->push_back({length, ""});
    return made;
  }

  void add_input(const NodePtr& node) {
    const TensorType& type = node->results[0];
    const Written value{writer_.distinct(name_of(*node)), type.axes, type.dtype};
    writer_.graph.inputs.push_back(info(value.name, value));
    done_[node.get()] = value;
  }

  // A name of its own, because a value may be returned twice.
  void add_output(const Value& result) {
    const Written& value = done_.at(result.node.get());
    const std::string name =
        writer_.add("Identity", {value.name}, {}, name_of(*result.node) + ".out");
    writer_.graph.outputs.push_back(info(name, value));
  }

  void write(const NodePtr& node) {
    if (done_.contains(node.get())) return;
    const Traits& traits = node->def->traits;
    if (const TensorPtr value = constant_value({node, 0})) {
      const Axes axes = value->shape.empty() ? Axes{} : node->results[0].axes;
      Written made{writer_.initializer(*value, name_of(*node)), axes, value->dtype};
      done_[node.get()] = writer_.expanded(made, node->results[0].axes);
    } else if (traits.is_state()) {
      const TensorType& type = node->results[0];
      done_[node.get()] = {writer_.initializer(initial_contents(*node), name_of(*node)), type.axes,
                           type.dtype};
    } else {
      ExportContext context{writer_, *node, {}, name_of(*node)};
      const ExportRow* row = find_export_row(node->def->name);
      if (!row || node->results.size() != 1) {
        if (node->def->decompose) return write_parts(node);
        context.refuse("there is no op for '" + std::string(node->def->name) + "'");
      }
      for (const Value& operand : node->operands)
        context.operands.push_back(done_.at(operand.node.get()));
      Written made = row->write(context, row->onnx);
      made.axes = node->results[0].axes;
      done_[node.get()] = std::move(made);
    }
  }

  // An op that is defined by others.
  void write_parts(const NodePtr& node) {
    parts_.push_back(node->def->decompose(*node));
    const Value& value = parts_.back();
    for (const NodePtr& part : ordered_nodes(std::span<const Value>(&value, 1))) write(part);
    done_[node.get()] = writer_.ordered(done_.at(value.node.get()), node->results[0].axes);
  }

  GraphWriter writer_;
  std::unordered_map<const ng::Node*, Written> done_;
  std::vector<Value> parts_;  // kept, because `done_` holds addresses
};

}  // namespace

Model export_model(const Op& computation, const std::string& title) {
  return Exporter().run(computation, title);
}

}  // namespace ng::onnx
