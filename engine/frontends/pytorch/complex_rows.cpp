// SPDX-License-Identifier: Apache-2.0
// Arithmetic, functions and products of complex numbers.
#include <cmath>

#include "engine/frontends/pytorch/complex_values.h"

namespace ng::pytorch {
namespace {

Complex self_parts(NodeContext& n) {
  return need_complex(n, "self");
}

void from_parts(NodeContext& n) {
  give(n, Complex{need_complex(n, "real").real, need_complex(n, "imag").real});
}

void polar(NodeContext& n) {
  give(n, of_polar(n, need_complex(n, "abs").real, need_complex(n, "angle").real));
}

// The value itself, whose last dimension has the parts.
void reinterpreted(NodeContext& n) {
  give(n, self(n));
}

void real_part(NodeContext& n) {
  give(n, self_parts(n).real);
}
void imaginary_part(NodeContext& n) {
  give(n, self_parts(n).imaginary);
}
void absolute_row(NodeContext& n) {
  give(n, absolute(n, self_parts(n)));
}
void angle_row(NodeContext& n) {
  give(n, angle_of(n, self_parts(n)));
}
void conjugate(NodeContext& n) {
  give(n, conjugated(n, self_parts(n)));
}
void same(NodeContext& n) {
  give(n, self_parts(n));
}
void negate(NodeContext& n) {
  give(n, scaled(n, self_parts(n), -1));
}

// `b` times the argument alpha.
Complex times_alpha(NodeContext& n, const Complex& b) {
  return has(n, "alpha") ? multiplied(n, b, complex_operand(n, "alpha")) : b;
}

void add(NodeContext& n) {
  give(n, added(n, self_parts(n), times_alpha(n, need_complex(n, "other"))));
}
void subtract(NodeContext& n) {
  give(n, subtracted(n, self_parts(n), times_alpha(n, need_complex(n, "other"))));
}
void subtract_from(NodeContext& n) {
  give(n, subtracted(n, need_complex(n, "other"), times_alpha(n, self_parts(n))));
}
void multiply(NodeContext& n) {
  give(n, multiplied(n, self_parts(n), need_complex(n, "other")));
}
void divide(NodeContext& n) {
  if (!text_of(n, "rounding_mode", "").empty()) NodeContext::refuse("it rounds a complex quotient");
  give(n, divided(n, self_parts(n), need_complex(n, "other")));
}

Complex one_like(const Complex& z) {
  return {like(z.real, 1), nullptr};
}

void reciprocal(NodeContext& n) {
  const Complex z = self_parts(n);
  give(n, divided(n, one_like(z), z));
}

void square(NodeContext& n) {
  const Complex z = self_parts(n);
  give(n, multiplied(n, z, z));
}

// exp(x) (cos(y) + i sin(y)).
Complex exponential(NodeContext& n, const Complex& z) {
  const ItemPtr size = step(n, "Exp", {z.real});
  return z.imaginary ? of_polar(n, size, z.imaginary) : Complex{size, nullptr};
}

Complex logarithm(NodeContext& n, const Complex& z) {
  return {step(n, "Log", {absolute(n, z)}), angle_of(n, z)};
}

// With the real part >= 0.
Complex root(NodeContext& n, const Complex& z) {
  const ItemPtr size = step(n, "Abs", {z.real}), sum = step(n, "Add", {absolute(n, z), size});
  const ItemPtr none = step(n, "Equal", {sum, like(sum, 0)});
  const ItemPtr half =
      step(n, "Mul", {step(n, "Where", {none, like(sum, 1), sum}), like(sum, 0.5)});
  const ItemPtr large = step(n, "Sqrt", {half});
  const ItemPtr small = step(n, "Div", {z.imaginary, step(n, "Mul", {large, like(large, 2)})});
  const ItemPtr left = step(n, "Less", {z.real, like(size, 0)});
  const ItemPtr below = is_negative(n, z.imaginary);
  const ItemPtr turned = step(n, "Where", {below, step(n, "Neg", {large}), large});
  const ItemPtr real = step(n, "Where", {left, step(n, "Abs", {small}), large});
  const ItemPtr imaginary = step(n, "Where", {left, turned, small});
  return {step(n, "Where", {none, like(sum, 0), real}),
          step(n, "Where", {none, like(sum, 0), imaginary})};
}

// By squaring.
Complex integer_power(NodeContext& n, Complex z, std::int64_t exponent) {
  if (exponent < 0) {
    z = divided(n, one_like(z), z);
    exponent = -exponent;
  }
  Complex made;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) made = made.real ? multiplied(n, made, z) : z;
    if (exponent > 1) z = multiplied(n, z, z);
  }
  return made;
}

void power(NodeContext& n) {
  const Complex z = self_parts(n);
  const bool real = n.given("exponent") && !is_complex(n, "exponent");
  const double exponent = real ? real_of(n, "exponent", 1) : 0;
  if (real && exponent == 0) {
    const Shape shape = z.real->shape();
    return give(n, Complex{filled(n, {shape.begin(), shape.end()}, 1, z.real->dtype()), nullptr});
  }
  if (real && exponent == std::floor(exponent) && std::abs(exponent) <= 64)
    return give(n, integer_power(n, z, static_cast<std::int64_t>(exponent)));
  if (real && exponent == 0.5) return give(n, root(n, z));
  give(n, exponential(n, multiplied(n, need_complex(n, "exponent"), logarithm(n, z))));
}

template <Complex (*function)(NodeContext&, const Complex&)>
void apply(NodeContext& n) {
  give(n, function(n, self_parts(n)));
}

// z / |z|, or 0.
Complex direction(NodeContext& n, const Complex& z) {
  const ItemPtr size = absolute(n, z), none = step(n, "Equal", {size, like(size, 0)});
  return divided(n, z, {step(n, "Where", {none, like(size, 1), size}), nullptr});
}

ItemPtr product_of(NodeContext& n, const char* a, const ItemPtr& x, const char* b,
                   const ItemPtr& y) {
  return step(n, "Mul", {step(n, a, {x}), step(n, b, {y})});
}

Complex sine(NodeContext& n, const Complex& z) {
  return {product_of(n, "Sin", z.real, "Cosh", z.imaginary),
          product_of(n, "Cos", z.real, "Sinh", z.imaginary)};
}
Complex cosine(NodeContext& n, const Complex& z) {
  return {product_of(n, "Cos", z.real, "Cosh", z.imaginary),
          step(n, "Neg", {product_of(n, "Sin", z.real, "Sinh", z.imaginary)})};
}
Complex hyperbolic_sine(NodeContext& n, const Complex& z) {
  return {product_of(n, "Sinh", z.real, "Cos", z.imaginary),
          product_of(n, "Cosh", z.real, "Sin", z.imaginary)};
}
Complex hyperbolic_cosine(NodeContext& n, const Complex& z) {
  return {product_of(n, "Cosh", z.real, "Cos", z.imaginary),
          product_of(n, "Sinh", z.real, "Sin", z.imaginary)};
}

ItemPtr equality(NodeContext& n) {
  const Complex a = self_parts(n), b = need_complex(n, "other");
  const auto imaginary = [](const Complex& z) {
    return z.imaginary ? z.imaginary : like(z.real, 0);
  };
  return step(n, "And",
              {step(n, "Equal", {a.real, b.real}), step(n, "Equal", {imaginary(a), imaginary(b)})});
}

void equal(NodeContext& n) {
  give(n, equality(n));
}
void not_equal(NodeContext& n) {
  give(n, step(n, "Not", {equality(n)}));
}

void is_nan(NodeContext& n) {
  const Complex z = self_parts(n);
  give(n, step(n, "Or", {step(n, "IsNaN", {z.real}), step(n, "IsNaN", {z.imaginary})}));
}

// The norm of the absolute values.
void norm(NodeContext& n) {
  const ItemPtr size = absolute(n, self_parts(n));
  const auto made = real_results(n, 0, [&](std::string_view, const ItemPtr&) { return size; });
  give(n, made.at(0));
}

Complex matmul(NodeContext& n, const Complex& a, const Complex& b) {
  return multilinear(n, {a, b},
                     [&](const std::vector<ItemPtr>& x) { return step(n, "MatMul", x); });
}

void matrix_product(NodeContext& n, const char* other) {
  give(n, matmul(n, self_parts(n), need_complex(n, other)));
}

void conjugate_product(NodeContext& n) {
  give(n, matmul(n, conjugated(n, self_parts(n)), need_complex(n, "other")));
}

Complex times(NodeContext& n, const char* name, const Complex& z) {
  return has(n, name) ? multiplied(n, z, complex_operand(n, name)) : z;
}

// beta × self + alpha × a · b.
void add_product(NodeContext& n, const char* first, const char* second) {
  const Complex made = matmul(n, need_complex(n, first), need_complex(n, second));
  give(n, added(n, times(n, "beta", self_parts(n)), times(n, "alpha", made)));
}

// self + value × a × b, or a / b.
void add_combined(NodeContext& n,
                  Complex (*combine)(NodeContext&, const Complex&, const Complex&)) {
  const Complex made = combine(n, need_complex(n, "tensor1"), need_complex(n, "tensor2"));
  give(n, added(n, self_parts(n), times(n, "value", made)));
}

void adjoint(NodeContext& n) {
  const Complex z = self_parts(n);
  if (rank_of(z.real) < 2) NodeContext::refuse("it is no matrix");
  give(n, conjugated(n, matrices_transposed(n, z)));
}

// x · weightᵀ + bias.
void linear(NodeContext& n) {
  const Complex weight = need_complex(n, "weight"), bias = complex_operand(n, "bias");
  if (rank_of(weight.real) != 2) NodeContext::refuse("its weight is no matrix");
  const Complex made = matmul(n, need_complex(n, "input"), matrices_transposed(n, weight));
  give(n, bias.real ? added(n, made, bias) : made);
}

void outer(NodeContext& n) {
  const auto apart = [&](const Complex& z, std::int64_t at) {
    return Complex{unsqueezed(n, z.real, {at}),
                   z.imaginary ? unsqueezed(n, z.imaginary, {at}) : nullptr};
  };
  give(n, multiplied(n, apart(self_parts(n), 1), apart(need_complex(n, "vec2"), 0)));
}

void einsum(NodeContext& n) {
  std::vector<Complex> operands;
  for (std::size_t i = 0; i < tensors(n, "tensors").size(); ++i)
    operands.push_back(need_complex(n, "tensors." + std::to_string(i)));
  const std::string equation = text_of(n, "equation", "");
  give(n, multilinear(n, operands, [&](const std::vector<ItemPtr>& x) {
         return step(n, "Einsum", x, {attribute("equation", equation.c_str())});
       }));
}

constexpr OpRow rows[] = {
    {"_conj", 1, 0, conjugate},
    {"_conj_physical", 1, 0, conjugate},
    {"abs", 1, 0, absolute_row},
    {"absolute", 1, 0, absolute_row},
    {"add", 1, 0, add},
    {"addcdiv", 1, 0, [](NodeContext& n) { add_combined(n, divided); }},
    {"addcmul", 1, 0, [](NodeContext& n) { add_combined(n, multiplied); }},
    {"addmm", 1, 0, [](NodeContext& n) { add_product(n, "mat1", "mat2"); }},
    {"addmv", 1, 0, [](NodeContext& n) { add_product(n, "mat", "vec"); }},
    {"adjoint", 1, 0, adjoint},
    {"angle", 1, 0, angle_row},
    {"baddbmm", 1, 0, [](NodeContext& n) { add_product(n, "batch1", "batch2"); }},
    {"bmm", 1, 0, [](NodeContext& n) { matrix_product(n, "mat2"); }},
    {"complex", 1, 0, from_parts},
    {"conj", 1, 0, conjugate},
    {"conj_physical", 1, 0, conjugate},
    {"cos", 1, 0, apply<cosine>},
    {"cosh", 1, 0, apply<hyperbolic_cosine>},
    {"div", 1, 0, divide},
    {"dot", 1, 0, [](NodeContext& n) { matrix_product(n, "tensor"); }},
    {"einsum", 1, 0, einsum},
    {"eq", 1, 0, equal},
    {"exp", 1, 0, apply<exponential>},
    {"imag", 1, 0, imaginary_part},
    {"isnan", 1, 0, is_nan},
    {"linalg_vector_norm", 1, 0, norm},
    {"linear", 1, 0, linear},
    {"log", 1, 0, apply<logarithm>},
    {"mH", 1, 0, adjoint},
    {"matmul", 1, 0, [](NodeContext& n) { matrix_product(n, "other"); }},
    {"matrix_H", 1, 0, adjoint},
    {"mm", 1, 0, [](NodeContext& n) { matrix_product(n, "mat2"); }},
    {"mul", 1, 0, multiply},
    {"mv", 1, 0, [](NodeContext& n) { matrix_product(n, "vec"); }},
    {"ne", 1, 0, not_equal},
    {"neg", 1, 0, negate},
    {"norm", 1, 0, norm},
    {"outer", 1, 0, outer},
    {"polar", 1, 0, polar},
    {"pow", 1, 0, power},
    {"real", 1, 0, real_part},
    {"reciprocal", 1, 0, reciprocal},
    {"resolve_conj", 1, 0, same},
    {"resolve_neg", 1, 0, same},
    {"rsub", 1, 0, subtract_from},
    {"sgn", 1, 0, apply<direction>},
    {"sin", 1, 0, apply<sine>},
    {"sinh", 1, 0, apply<hyperbolic_sine>},
    {"sqrt", 1, 0, apply<root>},
    {"square", 1, 0, square},
    {"sub", 1, 0, subtract},
    {"vdot", 1, 0, conjugate_product},
    {"view_as_complex", 1, 0, reinterpreted},
    {"view_as_real", 1, 0, reinterpreted},
};

}  // namespace

std::span<const OpRow> complex_rows() {
  return rows;
}

}  // namespace ng::pytorch
