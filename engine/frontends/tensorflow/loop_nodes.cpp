// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/loop_nodes.h"

#include "engine/frontends/tensorflow/convert_graph.h"
#include "engine/frontends/tensorflow/convert_node.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::tensorflow {
namespace {

onnx::Attribute scalar_attribute(std::int64_t value) {
  ng::Tensor scalar(DType::i64, {});
  scalar.as<std::int64_t>()[0] = value;
  return tensor_attribute("value", tensor_of(std::move(scalar)));
}

}  // namespace

std::string LoopNodes::add_node(const char* op, std::vector<std::string> inputs, std::string result,
                                std::vector<onnx::Node>& nodes,
                                std::vector<onnx::Attribute> attributes) {
  onnx::Node node = plain_;
  node.name = result;
  node.op_type = op;
  node.inputs = std::move(inputs);
  node.outputs = {result};
  node.attributes = std::move(attributes);
  nodes.push_back(std::move(node));
  return result;
}

// The smallest distance of a limit from the first value of its counter.
std::string LoopNodes::trip_count() {
  std::string least;
  for (std::size_t i = 0; i < plan_.limits.size(); ++i) {
    const LoopLimit& limit = plan_.limits[i];
    const std::string number = std::to_string(i);
    std::string end;
    if (limit.value) {
      end = add_node("While", {loop_.inputs[*limit.value]}, value("limit_" + number), nodes_,
                     {attribute("part", "count")});
    } else {
      end = add_node("Const", {}, value("limit_" + number), nodes_,
                     {scalar_attribute(limit.constant), integer_attribute("weight", 0)});
    }
    const std::string start =
        add_node("While", {loop_.inputs[limit.counter]}, value("start_" + number), nodes_,
                 {attribute("part", "count")});
    const std::string count = add_node("Sub", {end, start}, value("count_" + number), nodes_);
    least = least.empty() ? count
                          : add_node("Minimum", {least, count}, value("least_" + number), nodes_);
  }
  return least;
}

std::shared_ptr<const onnx::Graph> LoopNodes::body(const std::string& function) {
  auto graph = std::make_shared<onnx::Graph>();
  const auto named = [](const std::string& name) {
    onnx::ValueInfo info;
    info.name = name;
    return info;
  };
  const std::string iteration = value("iteration"), again = value("again");
  graph->inputs = {named(iteration), named(again)};
  graph->outputs = {named(again)};
  onnx::Node call = plain_;
  call.op_type = function;
  call.domain = function_domain;
  for (std::size_t i = 0; i < plan_.values.size(); ++i) {
    const std::string number = std::to_string(i);
    switch (plan_.values[i].role) {
      case LoopRole::invariant: call.inputs.push_back(loop_.inputs[i]); break;
      case LoopRole::counter: {
        const std::string at =
            add_node("While", {iteration, loop_.inputs[i]}, value("counter_" + number),
                     graph->nodes, {attribute("part", "counter")});
        call.inputs.push_back(at);
        break;
      }
      case LoopRole::list: call.inputs.emplace_back(); break;
      case LoopRole::state:
        call.inputs.push_back(value("state_" + number));
        graph->inputs.push_back(named(call.inputs.back()));
        break;
    }
  }
  for (const LoopRole role : {LoopRole::state, LoopRole::list}) {
    for (std::size_t i = 0; i < plan_.values.size(); ++i) {
      if (plan_.values[i].role != role) continue;
      call.outputs.push_back(value("next_" + std::to_string(i)));
      graph->outputs.push_back(named(call.outputs.back()));
    }
  }
  graph->nodes.push_back(std::move(call));
  return graph;
}

void LoopNodes::add_results() {
  for (std::size_t i = 0; i < plan_.values.size(); ++i) {
    const LoopValue& each = plan_.values[i];
    if (!wants(i)) continue;
    if (each.role == LoopRole::invariant) {
      add_node("Identity", {loop_.inputs[i]}, loop_.outputs[i], nodes_);
    } else if (each.role == LoopRole::counter) {
      add_node("While", {trips_, loop_.inputs[i]}, loop_.outputs[i], nodes_,
               {attribute("part", "counter")});
    } else if (each.overwrites) {
      add_node("While", {value("elements_" + std::to_string(i))}, loop_.outputs[i], nodes_,
               {attribute("part", "last")});
    } else if (each.index) {
      add_node("While", {value("elements_" + std::to_string(i)), loop_.inputs[*each.index]},
               loop_.outputs[i], nodes_, {attribute("part", "list")});
    }
  }
}

void LoopNodes::add(const std::string& function) {
  trips_ = trip_count();
  onnx::Node loop = plain_;
  loop.op_type = "Loop";
  loop.domain.clear();
  loop.inputs = {trips_, ""};
  for (const LoopRole role : {LoopRole::state, LoopRole::list}) {
    for (std::size_t i = 0; i < plan_.values.size(); ++i) {
      const LoopValue& each = plan_.values[i];
      if (each.role != role) continue;
      if (role == LoopRole::state) loop.inputs.push_back(loop_.inputs[i]);
      if (role == LoopRole::list)
        loop.outputs.push_back(value("elements_" + std::to_string(i)));
      else
        loop.outputs.push_back(wants(i) ? loop_.outputs[i] : value("unused_" + std::to_string(i)));
    }
  }
  onnx::Attribute graph;
  graph.name = "body";
  graph.kind = onnx::AttributeKind::graph;
  graph.g = body(function);
  loop.attributes.push_back(std::move(graph));
  nodes_.push_back(std::move(loop));
  add_results();
}

}  // namespace ng::tensorflow
