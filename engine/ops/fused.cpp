// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/fused.h"
#include "engine/ops/make_op.h"

#include <algorithm>
#include <unordered_map>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/node_memory.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

std::vector<TensorType> infer_parameter(std::span<const Value>, const Attributes&) {
  refuse(ErrorKind::internal, "parameters of bodies are made by fuse only");
}

// A parameter for an outer value: same type, and the producer's id for links. If the value comes
// from another fused op, the producer is the op in its body.
NodePtr make_parameter(const Value& outer) {
  const Node& producer = producer_of(outer);
  auto node = new_node();
  node->def = &parameter_op;
  node->results = {outer.type()};
  node->id = producer.id;
  node->origins = producer.origins;
  node->attributes.set("stands_for", display_name(producer));
  return node;
}

// Scalar constants become numbers in the kernel's text and need no buffer.
bool is_scalar_constant(const Value& value) {
  const TensorPtr tensor = constant_value(value);
  return tensor && tensor->shape.empty();
}

struct BodyBuilder {
  std::unordered_map<const Node*, NodePtr> copies;
  std::vector<Value> outer;  // operands of the fused op
  std::vector<NodePtr> parameters;
  std::vector<NodePtr> order;

  Value parameter(const Value& value) {
    for (std::size_t i = 0; i < outer.size(); ++i) {
      if (outer[i] == value) return {parameters[i], 0};
    }
    outer.push_back(value);
    parameters.push_back(make_parameter(value));
    return {parameters.back(), 0};
  }

  void copy(const NodePtr& node) {
    auto inner = new_node(*node);
    for (Value& operand : inner->operands) {
      auto at = copies.find(operand.node.get());
      if (at != copies.end()) {
        operand = Value{at->second, operand.result};
      } else if (!is_scalar_constant(operand)) {
        operand = parameter(operand);
      }
    }
    copies[node.get()] = inner;
    order.push_back(inner);
  }
};

}  // namespace

const OpDef fused_op = {
    .name = "fused",
    .class_name = "FusedOp",
    .glyph = "▦",
    .family = Family::elementwise,
    .doc =
        "Several ops computed by one kernel: one pass over memory, intermediate values in "
        "registers. Made by fuse.",
    .operands = {"inputs…"},
    .attributes = {"kernel"},
    .traits = {.kind = OpKind::kernel},
    .infer = [](std::span<const Value>, const Attributes&) -> std::vector<TensorType> {
      refuse(ErrorKind::internal, "fused ops are made by fuse only");
    },
    .flops =
        [](const Node& node) {
          std::int64_t total = 0;
          for (const NodePtr& inside : node.body->order) total += inside->def->flops(*inside);
          return total;
        },
};

const OpDef parameter_op = {
    .name = "parameter",
    .class_name = "Parameter",
    .glyph = "·",
    .family = Family::state,
    .doc = "Inside a fused op: a value computed outside.",
    .operands = {},
    .attributes = {"stands_for"},
    .traits = {.kind = OpKind::kernel_parameter},
    .infer = infer_parameter,
    .flops = no_flops,
};

const Node& producer_of(const Value& value) {
  const Body* body = value.node->body.get();
  return body ? *body->results[static_cast<std::size_t>(value.result)].node : *value.node;
}

NodePtr make_fused(const std::vector<NodePtr>& inside, const std::vector<Value>& outputs,
                   const std::string& name, IterationSpace iteration) {
  BodyBuilder builder;
  for (const NodePtr& node : inside) builder.copy(node);
  auto body = std::make_shared<Body>();
  auto fused = new_node();
  for (const Value& output : outputs) {
    body->results.push_back({builder.copies.at(output.node.get()), output.result});
    fused->results.push_back(output.type());
  }
  body->parameters = builder.parameters;
  body->order = builder.order;
  body->iteration = std::make_shared<const IterationSpace>(std::move(iteration));
  fused->def = &fused_op;
  fused->operands = builder.outer;
  fused->body = body;
  fused->attributes.set("kernel", name);
  fused->made_by = "fuse";
  OpId hash = 1469598103934665603ull;
  for (const NodePtr& node : inside) {
    hash = (hash ^ node->id) * 1099511628211ull;
    for (OpId origin : node->origins) {
      if (std::find(fused->origins.begin(), fused->origins.end(), origin) == fused->origins.end()) {
        fused->origins.push_back(origin);
      }
    }
  }
  fused->id = (hash * 1099511628211ull + 7) | (OpId{1} << 63);
  return fused;
}

}  // namespace ng
