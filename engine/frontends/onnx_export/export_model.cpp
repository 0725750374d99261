// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/export_model.h"

#include <limits>
#include <unordered_map>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/frontends/onnx_export/export_rows.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/composite.h"
#include "engine/ops/opaque.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t opset = 18, ir_version = 8;

class Exporter {
 public:
  Model run(const Op& computation, const std::string& title, const std::vector<Value>& given) {
    const ComputationParts parts = parts_of(computation.node());
    const std::vector<Value>& values = given.empty() ? parts.results : given;
    for (const NodePtr& parameter : parts.parameters) add_input(parameter);
    for (const NodePtr& node : ordered_nodes(std::span<const Value>(values))) write(node);
    std::vector<GraphWriter::Result> results;
    for (std::size_t i = 0; i < values.size(); ++i)
      results.push_back({name_of(*parts.results[i].node), written(values[i])});
    writer_.add_outputs(results);
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

  Written add_input(const NodePtr& node) {
    const TensorType& type = node->results[0];
    const Written value{writer_.distinct(name_of(*node)), type.axes, type.dtype};
    writer_.graph.inputs.push_back(value_info(value.name, value));
    done_[node.get()] = {value};
    return value;
  }

  void write(const NodePtr& node) {
    if (done_.contains(node.get())) return;
    const Traits& traits = node->def->traits;
    require_values_only(*node);
    if (const TensorPtr value = constant_value({node, 0})) {
      const Axes axes = value->shape.empty() ? Axes{} : node->results[0].axes;
      Written made{writer_.initializer(*value, name_of(*node)), axes, value->dtype};
      done_[node.get()] = {writer_.expanded(made, node->results[0].axes)};
    } else if (traits.is_state()) {
      const TensorType& type = node->results[0];
      done_[node.get()] = {
          {writer_.initializer(initial_contents(*node), name_of(*node)), type.axes, type.dtype}};
    } else if (traits.kind == OpKind::loop) {
      write_loop(*node);
    } else if (traits.kind == OpKind::sequential) {
      done_[node.get()] = {written(node->operands.back())};  // nothing changes between its operands
    } else {
      const ExportRow* row = find_export_row(node->def->name);
      if (!row || row->otherwise) {
        if (const Value parts = composed(*node)) return write_parts(node, parts);
      }
      ExportContext context{writer_, *node, {}, name_of(*node)};
      if (!row) context.refuse("there is no op for '" + std::string(node->def->name) + "'");
      for (const Value& operand : node->operands) context.operands.push_back(written(operand));
      Written made = row->write(context, row->onnx);
      made.axes = node->results[0].axes;
      writer_.note(made);
      done_[node.get()] = {std::move(made)};
    }
  }

  // ONNX computes values: it changes no state, and draws other random numbers.
  void require_values_only(const ng::Node& node) {
    const ExportContext context{writer_, node, {}, name_of(node)};
    const Traits& traits = node.def->traits;
    if (traits.is_effect() || (traits.is_sequencing() && node.results.empty()))
      context.refuse("it changes the state of the model; choose a computation that does not");
    if (traits.kind == OpKind::derivative)
      context.refuse("it is a gradient; choose a computation without training");
    if (traits.random) context.refuse("ONNX draws other random numbers");
    if (const std::string reason = reason_not_to_run(node); !reason.empty())
      context.refuse("it cannot run: " + reason);
  }

  // An op that is defined by others.
  void write_parts(const NodePtr& node, const Value& value) {
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

  // A loop over sequences is a Scan, one over none a Loop. Sequences and stacked outputs have the
  // loop's axis first.
  void write_loop(const ng::Node& node) {
    const ScanParts parts = scan_parts(node);
    const bool counts = parts.sequences == 0;
    onnx::Node made;
    made.op_type = counts ? "Loop" : "Scan";
    made.name = writer_.distinct(name_of(node));
    if (counts) made.inputs = {writer_.number(parts.steps, made.name + ".steps"), ""};
    add_loop_inputs(node, parts, made);
    auto body = std::make_shared<Graph>(write_body(node, parts));
    body->name = made.name + ".body";
    const std::vector<Written> stacked = add_loop_results(node, parts, made);
    Attribute graph;
    graph.name = "body";
    graph.kind = AttributeKind::graph;
    graph.g = std::move(body);
    made.attributes.push_back(std::move(graph));
    if (!counts) add_directions(parts, made);
    writer_.graph.nodes.push_back(std::move(made));
    if (counts && parts.reverse) turn_around(node, parts, stacked);
  }

  void add_loop_inputs(const ng::Node& node, const ScanParts& parts, onnx::Node& made) {
    for (std::size_t i = 0; i < parts.states + parts.sequences; ++i) {
      const Axes& axes = node.loop->parameters[i]->results[0].axes;
      const Axes all = i < parts.states ? axes : Axes(parts.axis) + axes;
      made.inputs.push_back(writer_.ordered(written(node.operands[i]), all).name);
    }
  }

  // Returns the stacked outputs that are used.
  std::vector<Written> add_loop_results(const ng::Node& node, const ScanParts& parts,
                                        onnx::Node& made) {
    std::vector<Written>& own = done_[&node];
    own.resize(node.results.size());
    std::vector<Written> stacked;
    for (std::size_t i = 0; i < parts.saved(); ++i) {
      if (!node.loop->results[i]) continue;
      const TensorType& type =
          i < parts.states ? node.loop->parameters[i]->results[0] : node.results[i];
      own[i] = {writer_.distinct(made.name + ".out"), type.axes, type.dtype};
      made.outputs.push_back(own[i].name);
      writer_.note(own[i]);
      if (i >= parts.states) stacked.push_back(own[i]);
    }
    return stacked;
  }

  static void add_directions(const ScanParts& parts, onnx::Node& made) {
    const std::int64_t way = parts.reverse ? 1 : 0;
    made.attributes.push_back(
        integer_attribute("num_scan_inputs", static_cast<std::int64_t>(parts.sequences)));
    made.attributes.push_back(integers_attribute("scan_input_directions",
                                                 std::vector<std::int64_t>(parts.sequences, way)));
    made.attributes.push_back(
        integers_attribute("scan_output_directions",
                           std::vector<std::int64_t>(made.outputs.size() - parts.states, way)));
  }

  // A Loop stacks its first step first.
  void turn_around(const ng::Node& node, const ScanParts& parts,
                   const std::vector<Written>& stacked) {
    for (const Written& value : stacked) {
      const auto list = [&](std::int64_t number) {
        return writer_.integers({number}, value.name + ".reverse");
      };
      const std::string turned = writer_.add(
          "Slice",
          {value.name, list(-1), list(std::numeric_limits<std::int64_t>::min()), list(0), list(-1)},
          {}, value.name + ".reversed");
      for (std::size_t i = parts.states; i < parts.saved(); ++i) {
        Written& own = done_[&node][i];
        if (own.name == value.name) own.name = turned;
      }
    }
  }

  // The body reads outer values by their names; its own constants are not seen outside.
  Graph write_body(const ng::Node& node, const ScanParts& parts) {
    Graph outside = std::exchange(writer_.graph, {});
    const auto before = done_;
    if (parts.sequences == 0) add_loop_condition(name_of(node));
    const std::vector<NodePtr>& parameters = node.loop->parameters;
    const std::size_t own = parts.states + parts.sequences;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (i < own)
        add_input(parameters[i]);
      else
        done_[parameters[i].get()] = {written(node.operands[i])};
    }
    std::vector<Value> results;
    for (std::size_t i = 0; i < parts.saved(); ++i)
      if (node.loop->results[i]) results.push_back(node.loop->results[i]);
    for (const NodePtr& each : ordered_nodes(std::span<const Value>(results))) write(each);
    for (std::size_t i = 0; i < parts.saved(); ++i) {
      const Value& result = node.loop->results[i];
      if (!result) continue;
      const Axes axes = i < parts.states ? parameters[i]->results[0].axes
                                         : node.results[i].axes - Axes(parts.axis);
      add_body_output(writer_.ordered(written(result), axes), name_of(*result.node));
    }
    done_ = before;
    return std::exchange(writer_.graph, std::move(outside));
  }

  // The number of the step, which nothing reads, and a condition that always holds.
  void add_loop_condition(const std::string& like) {
    const Written step{writer_.distinct(like + ".step"), {}, DType::i64},
        repeats{writer_.distinct(like + ".goes_on"), {}, DType::bool_};
    for (const Written& value : {step, repeats})
      writer_.graph.inputs.push_back(value_info(value.name, value));
    add_body_output(repeats, repeats.name);
  }

  // A name of its own, because a value may be returned twice.
  void add_body_output(const Written& value, const std::string& like) {
    const std::string name = writer_.add("Identity", {value.name}, {}, like + ".out");
    writer_.graph.outputs.push_back(value_info(name, value));
  }

  GraphWriter writer_;
  std::unordered_map<const ng::Node*, std::vector<Written>> done_;  // by result; no name: none
  std::vector<Value> parts_;  // kept, because `done_` holds addresses
};

}  // namespace

Model export_model(const Op& computation, const std::string& title,
                   const std::vector<Value>& values) {
  return Exporter().run(computation, title, values);
}

}  // namespace ng::onnx
