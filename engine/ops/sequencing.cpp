// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/sequencing.h"

#include <set>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

void require_count(const OpDef& def, std::span<const Value> operands, std::size_t low,
                   std::size_t high) {
  if (operands.size() >= low && operands.size() <= high) return;
  refuse(ErrorKind::value, "'" + std::string(def.name) + "' cannot take " +
                               std::to_string(operands.size()) + " operands");
}

std::vector<TensorType> infer_assign(std::span<const Value> operands, const Attributes&) {
  require_values(assign_op, operands, 2);
  const Value& target = operands[0];
  const Value& value = operands[1];
  require_assignable(target);
  if (!value.axes().is_sub_set(target.axes())) {
    Diagnostic diagnostic;
    diagnostic.what = "the assigned value has axes that the target lacks";
    diagnostic.found = describe(value);
    diagnostic.expected = "axes of " + describe(target);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  broadcast_axes(value.axes(), target.axes(),
                 [&] { return describe(value) + " assigned to " + describe(target); });
  return {};
}

std::vector<TensorType> infer_sequential(std::span<const Value> operands, const Attributes&) {
  require_count(sequential_op, operands, 1, 1u << 30);
  return operands.back().has_type() ? std::vector<TensorType>{operands.back().type()}
                                    : std::vector<TensorType>{};
}

std::vector<TensorType> infer_none(std::span<const Value>, const Attributes&) {
  return {};
}

std::vector<TensorType> infer_computation(std::span<const Value> operands,
                                          const Attributes& attributes) {
  const auto results = static_cast<std::size_t>(attributes.get<std::int64_t>("results"));
  if (results > operands.size()) refuse(ErrorKind::value, "a computation lists too few operands");
  std::set<const Node*> parameters;
  for (std::size_t i = results; i < operands.size(); ++i) {
    const bool storage = is_storage(*operands[i].node);
    if (storage && parameters.insert(operands[i].node.get()).second) continue;
    Diagnostic diagnostic;
    diagnostic.what = storage
                          ? "a computation has the same parameter twice"
                          : "a parameter of a computation must be a placeholder or other storage";
    diagnostic.found = describe(operands[i]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  return {};
}

std::vector<TensorType> infer_deriv(std::span<const Value> operands, const Attributes&) {
  require_count(deriv_op, operands, 2, 3);
  require_values(deriv_op, operands, operands.size());
  const Axes& dep = operands[0].axes();
  Diagnostic diagnostic;
  diagnostic.found = describe(operands[0]);
  if (operands.size() == 2 && !dep.empty()) {
    diagnostic.what = "the derivative of an op with axes needs an explicit error";
    diagnostic.expected = "a scalar, or deriv(dep, indep, error) with an error of the same axes";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  if (operands.size() == 3 && !operands[2].axes().is_equal_set(dep)) {
    diagnostic.what = "the error of a derivative must have the axes of the differentiated op";
    diagnostic.found = describe(operands[2]);
    diagnostic.expected = "the axes of " + describe(operands[0]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  if (operands.size() == 3) {
    broadcast_axes(operands[2].axes(), dep, [&] {
      return describe(operands[2]) + " as the error of " + describe(operands[0]);
    });
  }
  const bool wide = operands[1].dtype() == DType::f64;
  return {{operands[1].axes(), wide ? DType::f64 : DType::f32}};
}

Op make_list(const OpDef& def, const std::vector<Op>& ops, Attributes attributes,
             const Operand::Where& where) {
  const std::vector<Operand> operands(ops.begin(), ops.end());
  return make_op_at(def, operands, std::move(attributes), where);
}

}  // namespace

const OpDef assign_op = {
    .name = "assign",
    .class_name = "AssignOp",
    .glyph = "←",
    .family = Family::effect,
    .doc =
        "Sets the target to the value, at the end of the run or at this point of a sequence. "
        "Has no value.",
    .operands = {"target", "value"},
    .attributes = {},
    .functions = {{{{"lvalue"}, {"rvalue"}},
                   [](const OpArguments& a) {
                     const Operand target = a.operand("lvalue");
                     return assign(target, written_argument(a, "rvalue", target));
                   }}},
    .traits = {.kind = OpKind::update},
    .infer = infer_assign,
    .flops = no_flops,
};

const OpDef sequential_op = {
    .name = "sequential",
    .class_name = "SequentialOp",
    .glyph = "1→n",
    .family = Family::effect,
    .doc =
        "Runs its operands in order, each once; each sees the assigns before it. Value and "
        "gradient: those of the last operand.",
    .operands = {"ops…"},
    .attributes = {},
    .functions = {{{{"ops", ParameterKind::operands}},
                   [](const OpArguments& a) { return sequential(a.operands("ops")); }}},
    .traits = {.kind = OpKind::sequential},
    .infer = infer_sequential,
    .adjoint = [](AdjointContext& c) { c.add(c.node->operands.size() - 1, c.delta); },
    .flops = no_flops,
};

const OpDef doall_op = {
    .name = "doall",
    .class_name = "ParallelOp",
    .glyph = "∥",
    .family = Family::effect,
    .doc =
        "Runs its operands in no order: every expression sees the values before the updates. "
        "Has no value.",
    .operands = {"ops…"},
    .attributes = {},
    .functions = {{{{"all", ParameterKind::operands}},
                   [](const OpArguments& a) { return doall(a.operands("all")); }}},
    .traits = {.kind = OpKind::doall},
    .infer = infer_none,
    .flops = no_flops,
};

const OpDef computation_op = {
    .name = "computation",
    .class_name = "ComputationOp",
    .glyph = "ƒ",
    .family = Family::effect,
    .doc = "A function to call: its results, then its parameters.",
    .operands = {"ops…"},
    .attributes = {"results", "returns"},
    .traits = {.kind = OpKind::computation},
    .infer = infer_computation,
    .flops = no_flops,
};

const OpDef deriv_op = {
    .name = "deriv",
    .class_name = "DerivOp",
    .glyph = "∂",
    .family = Family::elementwise,
    .doc =
        "The derivative of dep with respect to indep, with indep's axes: the sum over dep of "
        "error times the partial derivatives. The first pass expands it.",
    .operands = {"dep", "indep", "error"},
    .attributes = {},
    .functions = {{{{"dependent"}, {"independent"}, {"error", ParameterKind::operand, "None"}},
                   [](const OpArguments& a) {
                     return deriv(a.operand("dependent"), a.operand("independent"),
                                  a.optional_op("error"));
                   }}},
    .traits = {.kind = OpKind::derivative},
    .infer = infer_deriv,
    .flops = no_flops,
};

Op assign(const Operand& target, const Operand& value) {
  const Op to = as_value(target);
  const Op from = as_exact_value(value, target, to.axes());
  return make_op_at(assign_op, {Operand(to, target.where()), Operand(from, value.where())}, {},
                    target.where());
}

Op sequential(const std::vector<Op>& ops, Operand::Where where) {
  return make_list(sequential_op, ops, {}, where);
}

Op doall(const std::vector<Op>& ops, Operand::Where where) {
  return make_list(doall_op, ops, {}, where);
}

Op computation(const std::vector<Op>& results, const std::vector<Op>& parameters, Returns returns,
               Operand::Where where) {
  std::vector<Op> all = results;
  all.insert(all.end(), parameters.begin(), parameters.end());
  return make_list(computation_op, all,
                   {{"results", static_cast<std::int64_t>(results.size())},
                    {"returns", static_cast<std::int64_t>(returns)}},
                   where);
}

ComputationParts parts_of(const Node& node) {
  check(node.def == &computation_op, "not a computation");
  ComputationParts parts;
  const auto results = static_cast<std::size_t>(node.attributes.get<std::int64_t>("results"));
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    if (i < results) {
      parts.results.push_back(node.operands[i]);
    } else {
      parts.parameters.push_back(node.operands[i].node);
    }
  }
  parts.returns = static_cast<Returns>(node.attributes.get<std::int64_t>("returns"));
  if (node.label) parts.name = node.label->name;
  return parts;
}

Op deriv(const Operand& dep, const Operand& indep, const std::optional<Op>& error) {
  std::vector<Operand> operands = {dep, indep};
  if (error) operands.push_back(*error);
  return make_op(deriv_op, operands);
}

}  // namespace ng
