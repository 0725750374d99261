// SPDX-License-Identifier: Apache-2.0
// Detects dots that are a single matmul: each operand's axes are a free block and the contracted
// block, in either order, and both operands list the contracted axes in the same order.
#include "engine/lowering/lower_program.h"
#include "engine/ops/dot.h"

namespace ng {
namespace {

std::int64_t product_of(const std::vector<Axis>& axes) {
  return Axes(axes).element_count();
}

bool is_wide(DType dtype) {
  return dtype == DType::f32 || dtype == DType::f64;
}
bool is_half(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16;
}
bool is_byte(DType dtype) {
  return dtype == DType::i8 || dtype == DType::u8;
}

// Sets the matmul's types, unless it would have others than `types`.
bool set_types(Matmul& matmul, const Node& dot, const MatmulTypes& types) {
  const DType x = dot.operands[0].dtype(), y = dot.operands[1].dtype();
  matmul.dtype = dot.results[0].dtype;
  if (types.integers && is_byte(x) && is_byte(y) && matmul.dtype == DType::i32) {
    matmul.bytes = {x == DType::i8, y == DType::i8};
    return true;
  }
  if (x != matmul.dtype || y != matmul.dtype) return false;
  const bool whole = matmul.dtype == DType::i32 || matmul.dtype == DType::i64;
  return is_wide(x) || (types.halves && is_half(x)) || (types.integers && whole);
}

// Does `axes` begin (or end) with `block`, in order?
bool begins(const Axes& axes, const std::vector<Axis>& block) {
  return std::equal(block.begin(), block.end(), axes.begin());
}
bool ends(const Axes& axes, const std::vector<Axis>& block) {
  return std::equal(block.rbegin(), block.rend(), axes.list().rbegin());
}

}  // namespace

std::optional<Matmul> matmul_of(const Node& dot, const MatmulTypes& types) {
  const DotAxes axes = dot_axes_of(dot);
  const Axes& x = dot.operands[0].axes();
  const Axes& y = dot.operands[1].axes();
  Matmul matmul;
  if (!set_types(matmul, dot, types)) return std::nullopt;
  if (axes.x_contracted.empty()) return std::nullopt;
  const bool x_plain = ends(x, axes.x_contracted), x_turned = begins(x, axes.x_contracted);
  const bool y_plain = begins(y, axes.y_contracted), y_turned = ends(y, axes.y_contracted);
  if (!(x_plain || x_turned) || !(y_plain || y_turned)) return std::nullopt;
  matmul.k = product_of(axes.x_contracted);
  matmul.m = x.element_count() / std::max<std::int64_t>(matmul.k, 1);
  matmul.n = y.element_count() / std::max<std::int64_t>(matmul.k, 1);
  matmul.transpose_a = !x_plain;
  matmul.transpose_b = !y_plain;
  if (matmul.k <= 0 || matmul.m <= 0 || matmul.n <= 0) return std::nullopt;
  return matmul;
}

}  // namespace ng
