// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/complex_values.h"

#include <algorithm>

namespace ng::pytorch {
namespace {

std::vector<OpRow> all_complex_rows() {
  std::vector<OpRow> all;
  for (const auto family : {complex_rows, fourier_rows, parts_rows}) {
    const std::span<const OpRow> some = family();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

const onnx::Attribute* complex_names(const NodeContext& n) {
  return n.node.find(complex_key);
}

Shape common(const Shape& a, const Shape& b) {
  Shape shape = a.size() < b.size() ? b : a;
  const Shape& other = a.size() < b.size() ? a : b;
  for (std::size_t i = 0; i < other.size(); ++i) {
    std::int64_t& length = shape[shape.size() - other.size() + i];
    if (length == 1) length = other[i];
  }
  return shape;
}

Complex in_type(NodeContext& n, const Complex& z, DType type) {
  return {z.real ? cast(n, z.real, type) : nullptr,
          z.imaginary ? cast(n, z.imaginary, type) : nullptr};
}

ItemPtr sum_of(NodeContext& n, const char* op, const ItemPtr& a, const ItemPtr& b) {
  if (!b) return a;
  if (a) return step(n, op, {a, b});
  return op == std::string_view("Sub") ? step(n, "Neg", {b}) : b;
}

// float32 is computed in float64, so that squares neither overflow nor vanish.
Complex wide(NodeContext& n, const Complex& z) {
  return in_type(n, z, DType::f64);
}

ItemPtr square_of(NodeContext& n, const Complex& z) {
  const ItemPtr real = step(n, "Mul", {z.real, z.real});
  return z.imaginary ? step(n, "Add", {real, step(n, "Mul", {z.imaginary, z.imaginary})}) : real;
}

}  // namespace

Complex parts_of(NodeContext& n, const ItemPtr& whole) {
  if (whole->parts.size() == 2) return {whole->parts[0], whole->parts[1]};
  const std::int64_t last = rank_of(whole) - 1;
  if (last < 0 || whole->shape().back() != 2)
    NodeContext::refuse("its complex argument has no last dimension of 2, its parts");
  if (whole->op) n.dims.prefer(whole->op.axes().list().back(), "part", 2);
  const auto at = [&](std::int64_t i) {
    return squeezed(n, sliced(n, whole, last, i, i + 1), {last});
  };
  return {at(0), at(1)};
}

ItemPtr joined(NodeContext& n, const Complex& z) {
  const ItemPtr other = z.imaginary ? z.imaginary : number(0, z.real->dtype());
  const Shape all = common(z.real->shape(), other->shape());
  const Integers shape(all.begin(), all.end());
  const ItemPtr real = broadcast(n, z.real, shape), imaginary = broadcast(n, other, shape);
  const Integers last{std::ssize(shape)};
  const ItemPtr whole =
      step(n, "Concat", {unsqueezed(n, real, last), unsqueezed(n, imaginary, last)},
           {attribute("axis", std::ssize(shape))});
  if (whole->op) n.dims.prefer(whole->op.axes().list().back(), "part", 2);
  whole->parts = {real, imaginary};
  return whole;
}

bool is_complex(const NodeContext& n, std::string_view argument) {
  const onnx::Attribute* names = complex_names(n);
  return names &&
         std::find(names->strings.begin(), names->strings.end(), argument) != names->strings.end();
}

bool gives_complex(const NodeContext& n) {
  return n.node.find(parts_type_key) != nullptr;
}

DType parts_type(const NodeContext& n) {
  if (gives_complex(n)) return type_of(n, parts_type_key, DType::f32);
  const onnx::Attribute* names = complex_names(n);
  for (std::size_t i = 0; names && i < names->strings.size(); ++i)
    if (const ItemPtr item = tensor(n, names->strings[i])) return item->dtype();
  return DType::f32;
}

Complex complex_operand(NodeContext& n, std::string_view name) {
  const DType type = parts_type(n);
  if (const ItemPtr found = tensor(n, name))
    return in_type(n, is_complex(n, name) ? parts_of(n, found) : Complex{found, nullptr}, type);
  if (!is_complex(n, name)) return {has(n, name) ? operand_as(n, name, type) : nullptr, nullptr};
  const std::vector<double> given = reals_of(n, name);
  NodeContext::need_count("its complex number", given.size(), 2);
  return {number(given[0], type), number(given[1], type)};
}

Complex need_complex(NodeContext& n, std::string_view name) {
  const Complex z = complex_operand(n, name);
  if (!z.real) NodeContext::refuse("an argument is absent");
  return z;
}

void give(NodeContext& n, const Complex& z, std::size_t i) {
  if (!n.wants(i)) return;
  const ItemPtr whole = joined(n, in_type(n, z, parts_type(n)));
  give(n, whole, i);
}

Complex added(NodeContext& n, const Complex& a, const Complex& b) {
  return {sum_of(n, "Add", a.real, b.real), sum_of(n, "Add", a.imaginary, b.imaginary)};
}

Complex subtracted(NodeContext& n, const Complex& a, const Complex& b) {
  return {sum_of(n, "Sub", a.real, b.real), sum_of(n, "Sub", a.imaginary, b.imaginary)};
}

Complex multilinear(NodeContext& n, const std::vector<Complex>& operands, const RealFunction& f) {
  std::vector<std::size_t> complex;  // operands
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (operands[i].imaginary) complex.push_back(i);
  if (complex.size() > 4) NodeContext::refuse("it multiplies more than 4 complex operands");
  Complex total;
  for (std::size_t choice = 0; choice < std::size_t{1} << complex.size(); ++choice) {
    std::vector<ItemPtr> chosen;
    for (const Complex& each : operands) chosen.push_back(each.real);
    std::size_t power = 0;  // of the imaginary unit
    for (std::size_t i = 0; i < complex.size(); ++i) {
      if ((choice >> i & 1) == 0) continue;
      chosen[complex[i]] = operands[complex[i]].imaginary;
      ++power;
    }
    const ItemPtr term = f(chosen);
    ItemPtr& part = power % 2 == 0 ? total.real : total.imaginary;
    part = sum_of(n, power % 4 < 2 ? "Add" : "Sub", part, term);
  }
  return total;
}

Complex multiplied(NodeContext& n, const Complex& a, const Complex& b) {
  return multilinear(n, {a, b}, [&](const std::vector<ItemPtr>& x) { return step(n, "Mul", x); });
}

Complex scaled(NodeContext& n, const Complex& z, double factor) {
  return factor == 1 ? z : multiplied(n, z, {like(z.real, factor), nullptr});
}

Complex matrices_transposed(NodeContext& n, const Complex& z) {
  const std::int64_t last = rank_of(z.real) - 1;
  const auto of = [&](const ItemPtr& x) { return x ? swapped(n, x, last - 1, last) : nullptr; };
  return {of(z.real), of(z.imaginary)};
}

Complex conjugated(NodeContext& n, const Complex& z) {
  return {z.real, z.imaginary ? step(n, "Neg", {z.imaginary}) : nullptr};
}

Complex divided(NodeContext& n, const Complex& a, const Complex& b) {
  const auto over = [&](const Complex& z, const ItemPtr& by) {
    return Complex{step(n, "Div", {z.real, by}),
                   z.imaginary ? step(n, "Div", {z.imaginary, by}) : nullptr};
  };
  if (!b.imaginary) return over(a, b.real);
  const Complex divisor = wide(n, b);
  const Complex made =
      over(multiplied(n, wide(n, a), conjugated(n, divisor)), square_of(n, divisor));
  return in_type(n, made, a.real->dtype());
}

// The derivative at 0 is 0, as in PyTorch.
ItemPtr absolute(NodeContext& n, const Complex& z) {
  if (!z.imaginary) return step(n, "Abs", {z.real});
  const auto equals_zero = [&](const ItemPtr& x) { return step(n, "Equal", {x, like(x, 0)}); };
  const ItemPtr none = step(n, "And", {equals_zero(z.real), equals_zero(z.imaginary)});
  const ItemPtr length =
      hypotenuse(n, step(n, "Where", {none, like(z.real, 1), z.real}), z.imaginary);
  return step(n, "Where", {none, like(length, 0), length});
}

ItemPtr angle_of(NodeContext& n, const Complex& z) {
  const ItemPtr imaginary = z.imaginary ? z.imaginary : like(z.real, 0);
  return arctangent(n, imaginary, z.real);
}

Complex of_polar(NodeContext& n, const ItemPtr& absolute, const ItemPtr& angle) {
  return {step(n, "Mul", {absolute, step(n, "Cos", {angle})}),
          step(n, "Mul", {absolute, step(n, "Sin", {angle})})};
}

const OpRow* find_complex_row(std::string_view op_type) {
  static const std::vector<OpRow> rows = all_complex_rows();
  static const RowTable table(rows);
  return table.find(op_type);
}

}  // namespace ng::pytorch
