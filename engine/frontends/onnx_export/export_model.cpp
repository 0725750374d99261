// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/export_model.h"

#include <unordered_map>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/frontends/onnx_export/export_rows.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/scan/scan.h"
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

  Written add_input(const NodePtr& node) {
    const TensorType& type = node->results[0];
    const Written value{writer_.distinct(name_of(*node)), type.axes, type.dtype};
    writer_.graph.inputs.push_back(info(value.name, value));
    done_[node.get()] = {value};
    return value;
  }

  // A name of its own, because a value may be returned twice.
  void add_output(const Value& result) { add_output(written(result), name_of(*result.node)); }
  void add_output(const Written& value, const std::string& like) {
    const std::string name = writer_.add("Identity", {value.name}, {}, like + ".out");
    writer_.graph.outputs.push_back(info(name, value));
  }

  void write(const NodePtr& node) {
    if (done_.contains(node.get())) return;
    const Traits& traits = node->def->traits;
    if (const TensorPtr value = constant_value({node, 0})) {
      const Axes axes = value->shape.empty() ? Axes{} : node->results[0].axes;
      Written made{writer_.initializer(*value, name_of(*node)), axes, value->dtype};
      done_[node.get()] = {writer_.expanded(made, node->results[0].axes)};
    } else if (traits.is_state()) {
      const TensorType& type = node->results[0];
      done_[node.get()] = {
          {writer_.initializer(initial_contents(*node), name_of(*node)), type.axes, type.dtype}};
    } else if (traits.kind == OpKind::loop) {
      write_scan(*node);
    } else {
      ExportContext context{writer_, *node, {}, name_of(*node)};
      const ExportRow* row = find_export_row(node->def->name);
      if (!row || node->results.size() != 1) {
        if (node->def->decompose) return write_parts(node);
        context.refuse("there is no op for '" + std::string(node->def->name) + "'");
      }
      for (const Value& operand : node->operands) context.operands.push_back(written(operand));
      Written made = row->write(context, row->onnx);
      made.axes = node->results[0].axes;
      done_[node.get()] = {std::move(made)};
    }
  }

  // An op that is defined by others.
  void write_parts(const NodePtr& node) {
    const Value value = node->def->decompose(*node);
    parts_.push_back(value);
    for (const NodePtr& part : ordered_nodes(std::span<const Value>(&value, 1))) write(part);
    done_[node.get()] = {writer_.ordered(written(value), node->results[0].axes)};
  }

  const Written& written(const Value& value) const {
    const Written& found = done_.at(value.node.get()).at(static_cast<std::size_t>(value.result));
    if (!found.name.empty()) return found;
    Diagnostic diagnostic;
    diagnostic.what =
        "a result of the loop " + quote(name_of(*value.node)) + " has no place in ONNX";
    diagnostic.found = "result " + std::to_string(value.result);
    diagnostic.expected = "a final state or a stacked output; gradients are not written";
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  // Sequences and stacked outputs have the loop's axis first.
  void write_scan(const ng::Node& node) {
    const ScanParts parts = scan_parts(node);
    const std::vector<NodePtr>& parameters = node.loop->parameters;
    if (parts.sequences == 0)
      ExportContext{writer_, node, {}, name_of(node)}.refuse("its loop reads no sequence");
    onnx::Node made;
    made.op_type = "Scan";
    made.name = writer_.distinct(name_of(node));
    for (std::size_t i = 0; i < parts.states + parts.sequences; ++i) {
      const Axes& axes = parameters[i]->results[0].axes;
      const Axes all = i < parts.states ? axes : Axes(parts.axis) + axes;
      made.inputs.push_back(writer_.ordered(written(node.operands[i]), all).name);
    }
    const std::vector<Value>& results = node.loop->results;
    auto body = std::make_shared<Graph>(write_body(node, parts));
    body->name = made.name + ".body";
    std::vector<Written>& own = done_[&node];
    own.resize(node.results.size());
    for (std::size_t i = 0; i < parts.states + parts.outputs; ++i) {
      if (!results[i]) continue;
      const TensorType& type = i < parts.states ? parameters[i]->results[0] : node.results[i];
      own[i] = {writer_.distinct(made.name + ".out"), type.axes, type.dtype};
      made.outputs.push_back(own[i].name);
    }
    Attribute graph;
    graph.name = "body";
    graph.kind = AttributeKind::graph;
    graph.g = std::move(body);
    const std::int64_t way = parts.reverse ? 1 : 0;
    made.attributes = {
        std::move(graph),
        integer_attribute("num_scan_inputs", static_cast<std::int64_t>(parts.sequences)),
        integers_attribute("scan_input_directions",
                           std::vector<std::int64_t>(parts.sequences, way)),
        integers_attribute("scan_output_directions",
                           std::vector<std::int64_t>(made.outputs.size() - parts.states, way))};
    writer_.graph.nodes.push_back(std::move(made));
  }

  // The body reads outer values by their names; its own constants are not seen outside.
  Graph write_body(const ng::Node& node, const ScanParts& parts) {
    Graph outside = std::exchange(writer_.graph, {});
    const auto before = done_;
    const std::vector<NodePtr>& parameters = node.loop->parameters;
    const std::size_t own = parts.states + parts.sequences;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (i < own)
        add_input(parameters[i]);
      else
        done_[parameters[i].get()] = {written(node.operands[i])};
    }
    std::vector<Value> results;
    for (std::size_t i = 0; i < parts.states + parts.outputs; ++i)
      if (node.loop->results[i]) results.push_back(node.loop->results[i]);
    for (const NodePtr& each : ordered_nodes(std::span<const Value>(results))) write(each);
    for (std::size_t i = 0; i < parts.states + parts.outputs; ++i) {
      const Value& result = node.loop->results[i];
      if (!result) continue;
      const Axes axes = i < parts.states ? parameters[i]->results[0].axes
                                         : without(node.results[i].axes, parts.axis);
      add_output(writer_.ordered(written(result), axes), name_of(*result.node));
    }
    done_ = before;
    return std::exchange(writer_.graph, std::move(outside));
  }

  static Axes without(const Axes& axes, const Axis& removed) {
    std::vector<Axis> rest;
    for (const Axis& axis : axes)
      if (axis != removed) rest.push_back(axis);
    return Axes(std::move(rest));
  }

  GraphWriter writer_;
  std::unordered_map<const ng::Node*, std::vector<Written>> done_;  // by result; no name: none
  std::vector<Value> parts_;  // kept, because `done_` holds addresses
};

}  // namespace

Model export_model(const Op& computation, const std::string& title) {
  return Exporter().run(computation, title);
}

}  // namespace ng::onnx
