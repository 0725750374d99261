// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/make_op.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/graph/user_line.h"
#include "engine/kernels/integer_functions.h"
#include "engine/ops/result_type.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

// Would the op be float32 while a ScopedResultType requests another type?
bool takes_current_type(const OpDef& def, std::span<const Value> operands,
                        const Attributes& attributes) {
  if (current_result_type() == DType::f32 || attributes.has("dtype")) return false;
  const auto& known = def.attributes;
  if (std::find(known.begin(), known.end(), "dtype") == known.end()) return false;
  const std::vector<TensorType> types = def.infer(operands, attributes);
  return !types.empty() && types[0].dtype == DType::f32;
}

// Beside integers, a number without a fraction is one, so that the arithmetic stays exact: of the
// result's type, or int64 if it is out of that type's range.
DType type_of_number(double number) {
  const DType type = current_result_type();
  constexpr double beyond = 0x1p63;
  if (is_float(type) || std::trunc(number) != number || std::fabs(number) > beyond)
    return DType::f64;
  const Integer whole = truncated(number);
  if (wrapped(type, whole) == whole) return type;
  return number == beyond ? DType::u64 : DType::i64;
}

// The type in which a comparison takes a number exactly: that of another operand which holds what
// float32 would round. Without one, the current type.
DType type_beside(const OpDef& def, const std::vector<Operand>& operands) {
  if (!def.fn || !kernel::is_comparison(*def.fn)) return current_result_type();
  for (const Operand& operand : operands) {
    if (!operand.is_op() || !operand.op().value().has_type()) continue;
    const DType type = operand.op().dtype();
    if (type == DType::f64 || is_integer(type)) return type;
  }
  return current_result_type();
}

std::vector<Value> values_of(const OpDef& def, const std::vector<Operand>& operands) {
  const DType beside = type_beside(def, operands);
  std::vector<Value> values;
  values.reserve(operands.size());
  for (const Operand& operand : operands) {
    if (operand.is_op()) {
      values.push_back(operand.op().value());
    } else {
      const ScopedResultType type(beside);
      values.push_back(as_value(operand));
    }
  }
  return values;
}

}  // namespace

Value as_value(const Operand& operand, const Axes& axes) {
  if (operand.is_op()) return operand.op().value();
  if (operand.number() && current_result_type() != DType::f32) {
    const DType type = type_of_number(*operand.number());
    const Tensor number = Tensor::from(type, {}, std::span(&*operand.number(), 1));
    return constant(number, operand.where()).value();
  }
  if (!operand.constant()) {
    Diagnostic diagnostic;
    diagnostic.what = "an operand is an empty ng::Op";
    diagnostic.where =
        std::string(operand.where().file_name()) + ":" + std::to_string(operand.where().line());
    diagnostic.expected = "an op created by a function of ng, a number or an array";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  const Tensor& tensor = *operand.constant();
  if (axes.size() == tensor.shape.size()) return constant(tensor, axes, operand.where()).value();
  return constant(tensor, operand.where()).value();
}

Op make_op(const OpDef& def, const std::vector<Operand>& operands, Attributes attributes) {
  return make_op_at(def, operands, std::move(attributes),
                    operands.empty() ? Operand::Where{} : operands.front().where());
}

Op make_op_at(const OpDef& def, const std::vector<Operand>& operands, Attributes attributes,
              const Operand::Where& where) {
  const std::vector<Value> values = values_of(def, operands);
  const Operand::Where line = user_line(where);
  try {
    if (takes_current_type(def, values, attributes)) {
      attributes.set("dtype", std::string(name(current_result_type())));
    }
    return make_node(def, values, std::move(attributes), line.file_name(),
                     static_cast<int>(line.line()));
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    for (const Value& value : values) diagnostic.ops.push_back(value.node->id);
    rethrow_at(Error(error.fault(), error.kind(), std::move(diagnostic)), def, where);
  }
}

void rethrow_at(const Error& error, const OpDef& def, const Operand::Where& where) {
  Diagnostic diagnostic = error.diagnostic();
  const Operand::Where line = user_line(where);
  const std::string at =
      std::string(def.name) + " at " + line.file_name() + ":" + std::to_string(line.line());
  if (diagnostic.where.find(at) == std::string::npos) {
    diagnostic.where = diagnostic.where.empty() ? at : diagnostic.where + "; " + at;
  }
  throw Error(error.fault(), error.kind(), std::move(diagnostic));
}

std::int64_t no_flops(const Node&) {
  return 0;
}

void require_values(const OpDef& def, std::span<const Value> operands, std::size_t count) {
  if (operands.size() != count) {
    Diagnostic diagnostic;
    diagnostic.what = "'" + std::string(def.name) + "' takes " + std::to_string(count) +
                      (count == 1 ? " operand" : " operands");
    diagnostic.found = std::to_string(operands.size());
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  for (const Value& operand : operands) {
    if (operand.has_type()) continue;
    Diagnostic diagnostic;
    diagnostic.what = "an operand has no value";
    diagnostic.found = describe(operand);
    diagnostic.expected = "an op with a tensor value";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

DType result_dtype(const Attributes& attributes) {
  const Attribute* attribute = attributes.find("dtype");
  if (!attribute) return DType::f32;
  const auto& text = std::get<std::string>(*attribute);
  if (auto dtype = dtype_from_name(text)) return *dtype;
  Diagnostic diagnostic;
  diagnostic.what = "unknown dtype '" + text + "'";
  diagnostic.expected = "float64, float32, float16, bfloat16, int8 … int64, uint8 … uint64 or bool";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace ng
