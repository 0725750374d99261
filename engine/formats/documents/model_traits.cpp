// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/model_traits.h"

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"

namespace ng {

const Traits& traits_of(const OpModel& op) {
  static const Traits unknown;
  const OpDef* const def = find_op(op.op);
  return def ? def->traits : unknown;
}

DType value_type(const OpModel& op) {
  const bool constant = kind_of(op) == OpKind::constant;
  for (const auto& [key, value] : op.attributes) {
    if (const auto* tensor = std::get_if<TensorModel>(&value); tensor && constant && key == "value")
      return tensor->value.dtype;
    if (const auto* text = std::get_if<std::string>(&value); text && !constant && key == "dtype")
      return dtype_from_name(*text).value_or(DType::f32);
  }
  return DType::f32;
}

}  // namespace ng
