// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op_def.h"

#include <algorithm>

#include "engine/base/error.h"

namespace ng {

kernel::Expr scalar_expression(const Node& node, std::span<const kernel::Expr> operands) {
  return node.def->fn ? kernel::apply(*node.def->fn, operands) : node.def->scalar(node, operands);
}

std::optional<Op> OpArguments::optional_op(std::string_view name) const {
  if (!has(name)) return std::nullopt;
  const Operand given = operand(name);
  if (given.is_op()) return given.op();
  Diagnostic diagnostic;
  diagnostic.what = "the argument '" + std::string(name) + "' must be an op";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::int64_t byte_size(const TensorType& type) {
  const std::int64_t count = type.axes.element_count();
  std::int64_t bytes = 0;
  if (!__builtin_mul_overflow(count, static_cast<std::int64_t>(size_of(type.dtype)), &bytes)) {
    return bytes;
  }
  refuse(ErrorKind::value, "the size in bytes of " + to_string(type) + " overflows 64 bits");
}

namespace {

// A slice, or rows of a table: an op that only moves elements reads no more than its result has.
std::int64_t bytes_read(const Node& node, const TensorType& operand) {
  if (node.def->family != Family::view || node.results.empty()) return byte_size(operand);
  const auto elements =
      std::min(operand.axes.element_count(), node.results[0].axes.element_count());
  return elements * static_cast<std::int64_t>(size_of(operand.dtype));
}

}  // namespace

std::int64_t byte_traffic(const Node& node) {
  if (node.def->traits.is_source() || node.def->traits.is_sequencing()) return 0;
  std::int64_t written = 0, read = 0;
  for (const TensorType& result : node.results) written += byte_size(result);
  for (const Value& operand : node.operands) {
    if (operand.has_type()) read += bytes_read(node, operand.type());
  }
  return read + written;
}

}  // namespace ng
