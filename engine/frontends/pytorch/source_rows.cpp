// SPDX-License-Identifier: Apache-2.0
// Tensors that are made of nothing, or like another.
#include <cmath>
#include <numbers>

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

bool is_integer(const ItemPtr& x) {
  return !x || !is_float(x->dtype());
}

// From start up to, but without, end.
void arange(NodeContext& n) {
  const ItemPtr start = operand(n, "start"), end = need_operand(n, "end"), by = operand(n, "step");
  const bool integral = is_integer(start) && is_integer(end) && is_integer(by);
  const DType type = type_of(n, "dtype", integral ? DType::i64 : DType::f32);
  const double from = real_of(n, "start", 0), to = real_of(n, "end", 0),
               each = real_of(n, "step", 1);
  if (each == 0 || !std::isfinite((to - from) / each)) NodeContext::refuse("its step is 0");
  const double count = std::max(std::ceil((to - from) / each), 0.0);
  if (count > 1e6 * 128) NodeContext::refuse("it has too many elements");
  ng::Tensor made(type, {static_cast<std::int64_t>(count)});
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, from + static_cast<double>(i) * each);
  give(n, constant_of(std::move(made)));
}

void linspace(NodeContext& n) {
  const double from = real_of(n, "start", 0), to = real_of(n, "end", 0);
  const std::int64_t count = int_of(n, "steps", 100);
  tensorflow::need_moderate({count});
  ng::Tensor made(type_of(n, "dtype", DType::f32), {count});
  const double each = count < 2 ? 0 : (to - from) / static_cast<double>(count - 1);
  for (std::int64_t i = 0; i < count; ++i) {
    const bool second = i >= count / 2;
    made.set(i, second ? to - static_cast<double>(count - 1 - i) * each
                       : from + static_cast<double>(i) * each);
  }
  if (count == 1) made.set(0, from);
  give(n, constant_of(std::move(made)));
}

DType type_of_value(const NodeContext& n, const char* name) {
  const ItemPtr value = need_operand(n, name);
  return value->dtype();
}

Integers shape_like(const NodeContext& n) {
  const Shape shape = need_tensor(n, "self")->shape();
  return {shape.begin(), shape.end()};
}

void fill_shape(NodeContext& n, double value, DType otherwise) {
  give(n, filled(n, ints_of(n, "size"), value, type_of(n, "dtype", otherwise)));
}

void fill_like(NodeContext& n, double value) {
  give(n, filled(n, shape_like(n), value, type_of(n, "dtype", need_tensor(n, "self")->dtype())));
}

void zeros(NodeContext& n) {
  fill_shape(n, 0, DType::f32);
}
void ones(NodeContext& n) {
  fill_shape(n, 1, DType::f32);
}
void full(NodeContext& n) {
  const DType type = type_of_value(n, "fill_value");
  fill_shape(n, real_of(n, "fill_value", 0), type);
}
void zeros_like(NodeContext& n) {
  fill_like(n, 0);
}
void ones_like(NodeContext& n) {
  fill_like(n, 1);
}
void full_like(NodeContext& n) {
  fill_like(n, real_of(n, "fill_value", 0));
}
void new_zeros(NodeContext& n) {
  fill_shape(n, 0, need_tensor(n, "self")->dtype());
}
void new_ones(NodeContext& n) {
  fill_shape(n, 1, need_tensor(n, "self")->dtype());
}
void new_full(NodeContext& n) {
  fill_shape(n, real_of(n, "fill_value", 0), need_tensor(n, "self")->dtype());
}

// self with all elements of one value.
void fill(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  give(n, broadcast(n, operand_as(n, "value", x->dtype()), shape_like(n)));
}

void zero(NodeContext& n) {
  give(n, filled(n, shape_like(n), 0, need_tensor(n, "self")->dtype()));
}

// The operand of an assignment of all elements.
void copy(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  give(n, broadcast(n, cast(n, need_tensor(n, "src"), x->dtype()), shape_like(n)));
}

void scalar_tensor(NodeContext& n) {
  give(n, operand_as(n, "s", type_of(n, "dtype", DType::f32)));
}

void eye(NodeContext& n) {
  const std::int64_t rows = int_of(n, "n", 1), columns = int_of(n, "m", rows);
  tensorflow::need_moderate({rows, columns});
  ng::Tensor made(type_of(n, "dtype", DType::f32), {rows, columns});
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, i / columns == i % columns ? 1 : 0);
  give(n, constant_of(std::move(made)));
}

// A window of a signal at places 0 to 1; over half-open periods its last element is left out.
using Window = double (*)(double place, const NodeContext& n);

void window(NodeContext& n, Window value) {
  const std::int64_t length = int_of(n, "window_length", 1);
  if (length < 0) NodeContext::refuse("its length is negative");
  tensorflow::need_moderate({length});
  const bool periodic = flag_of(n, "periodic", true);
  const auto last = static_cast<double>(periodic ? length : length - 1);
  ng::Tensor made(type_of(n, "dtype", DType::f32), {length});
  for (std::int64_t i = 0; i < length; ++i)
    made.set(i, length == 1 ? 1 : value(static_cast<double>(i) / last, n));
  give(n, constant_of(std::move(made)));
}

double cosine(double periods) {
  return std::cos(2 * std::numbers::pi * periods);
}

double hann(double place, const NodeContext&) {
  return 0.5 - 0.5 * cosine(place);
}
double hamming(double place, const NodeContext& n) {
  return real_of(n, "alpha", 0.54) - real_of(n, "beta", 0.46) * cosine(place);
}
double blackman(double place, const NodeContext&) {
  return 0.42 - 0.5 * cosine(place) + 0.08 * cosine(2 * place);
}
double triangle(double place, const NodeContext&) {
  return 1 - std::abs(2 * place - 1);
}
double kaiser(double place, const NodeContext& n) {
  const double beta = std::abs(real_of(n, "beta", 12)), at = 2 * place - 1;
  if (!(beta <= 700)) NodeContext::refuse("its beta is beyond -700 to 700");
  return std::cyl_bessel_i(0.0, beta * std::sqrt(std::max(1 - at * at, 0.0))) /
         std::cyl_bessel_i(0.0, beta);
}

template <Window value>
void window_row(NodeContext& n) {
  window(n, value);
}

// The frequencies of a transform of n samples, each d after the one before.
void frequencies(NodeContext& n, bool one_sided) {
  const std::int64_t count = int_of(n, "n", 1);
  if (count < 1) NodeContext::refuse("its number of samples is below 1");
  tensorflow::need_moderate({count});
  const double step = 1 / (static_cast<double>(count) * real_of(n, "d", 1));
  ng::Tensor made(type_of(n, "dtype", DType::f32), {one_sided ? count / 2 + 1 : count});
  for (std::int64_t i = 0; i < made.size(); ++i) {
    const bool negative = !one_sided && i >= (count + 1) / 2;
    made.set(i, static_cast<double>(negative ? i - count : i) * step);
  }
  give(n, constant_of(std::move(made)));
}

constexpr OpRow rows[] = {
    {"arange", 1, 0, arange},
    {"bartlett_window", 1, 0, window_row<triangle>},
    {"blackman_window", 1, 0, window_row<blackman>},
    {"copy", 1, 0, copy},
    {"empty", 1, 0, zeros},
    {"empty_like", 1, 0, zeros_like},
    {"empty_permuted", 1, 0, zeros},
    {"empty_strided", 1, 0, zeros},
    {"eye", 1, 0, eye},
    {"fft_fftfreq", 1, 0, [](NodeContext& n) { frequencies(n, false); }},
    {"fft_rfftfreq", 1, 0, [](NodeContext& n) { frequencies(n, true); }},
    {"fill", 1, 0, fill},
    {"full", 1, 0, full},
    {"full_like", 1, 0, full_like},
    {"hamming_window", 1, 0, window_row<hamming>},
    {"hann_window", 1, 0, window_row<hann>},
    {"kaiser_window", 1, 0, window_row<kaiser>},
    {"linspace", 1, 0, linspace},
    {"new_empty", 1, 0, new_zeros},
    {"new_full", 1, 0, new_full},
    {"new_ones", 1, 0, new_ones},
    {"new_zeros", 1, 0, new_zeros},
    {"ones", 1, 0, ones},
    {"ones_like", 1, 0, ones_like},
    {"prims.scalar_tensor.default", 1, 0, scalar_tensor},
    {"scalar_tensor", 1, 0, scalar_tensor},
    {"zero", 1, 0, zero},
    {"zeros", 1, 0, zeros},
    {"zeros_like", 1, 0, zeros_like},
};

}  // namespace

std::span<const OpRow> source_rows() {
  return rows;
}

}  // namespace ng::pytorch
