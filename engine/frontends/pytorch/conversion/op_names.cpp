// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/conversion/op_names.h"

#include <algorithm>

#include "engine/frontends/pytorch/aten_ops.h"

namespace ng::pytorch {

namespace {

constexpr std::string_view native = "torch.ops.aten.";

// "mul_.Tensor" of "multiply_.Tensor".
std::string plain_op(std::string_view op) {
  const std::string_view overload = op.substr(std::min(op.find('.'), op.size()));
  std::string_view name = op.substr(0, op.size() - overload.size());
  const bool changes = name.ends_with('_');
  if (changes) name.remove_suffix(1);
  return std::string(plain_name(name)) + (changes ? "_" : "") + std::string(overload);
}

}  // namespace

std::string op_type_of(const std::string& target) {
  constexpr std::string_view ops = "torch.ops.", plain = "_operator.";
  if (target.starts_with(native))
    return "aten." + plain_op(std::string_view(target).substr(native.size()));
  if (target.starts_with(ops)) return target.substr(ops.size());
  if (target.starts_with(plain)) return target.substr(1);
  return target;
}

std::string functional_name(const std::string& op_type) {
  constexpr std::string_view aten = "aten.";
  if (!op_type.starts_with(aten)) return {};
  const std::size_t end = op_type.find('.', aten.size());
  const std::size_t last = (end == op_type.npos ? op_type.size() : end) - 1;
  const std::string_view name = std::string_view(op_type).substr(0, last + 1);
  if (name.starts_with("aten.__i") && name.ends_with("__"))
    return std::string(op_type).erase(aten.size() + 2, 1);
  const bool inner = last > aten.size() && op_type[last] == '_' && op_type[last - 1] != '_';
  return inner ? std::string(op_type).erase(last, 1) : std::string();
}

bool changes_operand(const Node& node) {
  const std::string op_type = op_type_of(node.target);
  return !functional_name(op_type).empty() && !node.arguments.empty() && !find_row(op_type) &&
         !node.arguments[0].values.empty();
}

}  // namespace ng::pytorch
