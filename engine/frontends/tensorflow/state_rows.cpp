// SPDX-License-Identifier: Apache-2.0
// Variables without a value from a checkpoint, and updates of variables.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"

namespace ng::tensorflow {
namespace {

// The input, if there is one, is the initial value; else the variable is zero.
void variable_without_value(NodeContext& n) {
  auto item = std::make_shared<onnx::Item>();
  item->weight = true;
  if (n.has(0)) {
    need_moderate(n.shape());
    item->known = n.known(0) ? std::optional(*n.known(0)) : onnx::evaluate_now(n.op(0));
    if (!item->known) NodeContext::refuse("its initial value is computed at run time");
  } else {
    if (!n.given("shape")) NodeContext::refuse("it has no value and no shape in the file");
    need_moderate(n.list("shape"));
    item->known = ng::Tensor(type_of(n, "dtype", DType::f32), n.list("shape"));
  }
  item->statistic = !is_float(item->known->dtype) || n.integer("trained", 1) == 0;
  give(n, item);
}

void read(NodeContext& n) {
  give(n, n.shared(0));
}

// The new value replaces the variable's, or is added to it or subtracted from it.
void update(NodeContext& n) {
  const std::string& op = n.node.op_type;
  ItemPtr value = n.shared(1);
  if (op.find("Add") != std::string::npos) value = step(n, "Add", {n.shared(0), value});
  if (op.find("Sub") != std::string::npos) value = step(n, "Sub", {n.shared(0), value});
  n.result(onnx::assigned(n, n.op(0), value));
}

constexpr OpRow rows[] = {
    {"Assign", 1, 0, update},
    {"AssignAdd", 1, 0, update},
    {"AssignAddVariableOp", 1, 0, update},
    {"AssignSub", 1, 0, update},
    {"AssignSubVariableOp", 1, 0, update},
    {"AssignVariableOp", 1, 0, update},
    {"ReadVariableOp", 1, 0, read},
    {"VarHandleOp", 1, 0, variable_without_value},
    {"Variable", 1, 0, variable_without_value},
    {"VariableV2", 1, 0, variable_without_value},
};

}  // namespace

std::span<const OpRow> state_rows() {
  return rows;
}

}  // namespace ng::tensorflow
