// SPDX-License-Identifier: Apache-2.0
// Reductions: sums, extremes, moments, norms, positions of extremes, running sums.
#include <cmath>

#include "engine/frontends/pytorch/norms.h"

namespace ng::pytorch {
namespace {

// The reduced dimensions: all if the argument is absent or empty.
Integers reduced(const NodeContext& n, const ItemPtr& x) {
  Integers dims = rank_of(x) == 0 ? Integers{} : dims_of(n, "dim", rank_of(x));
  if (dims.empty())
    for (std::int64_t i = 0; i < rank_of(x); ++i) dims.push_back(i);
  return dims;
}

ItemPtr over(NodeContext& n, const char* op, const ItemPtr& x, const Integers& dims, bool keep) {
  return step(n, op, {x, integers(dims)},
              {attribute("keepdims", std::int64_t{keep}),
               attribute("noop_with_empty_axes", std::int64_t{1})});
}

ItemPtr over(NodeContext& n, const char* op, const ItemPtr& x) {
  return over(n, op, x, reduced(n, x), flag_of(n, "keepdim", false));
}

std::int64_t count_along(const ItemPtr& x, const Integers& dims) {
  std::int64_t count = 1;
  for (const std::int64_t dim : dims) count *= x->shape().at(static_cast<std::size_t>(dim));
  return count;
}

DType type_of_sum(const NodeContext& n, const ItemPtr& x) {
  return type_of(n, "dtype", is_float(x->dtype()) ? x->dtype() : DType::i64);
}

void sum(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, over(n, "ReduceSum", cast(n, x, type_of_sum(n, x))));
}

void product(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, over(n, "ReduceProd", cast(n, x, type_of_sum(n, x))));
}

void mean(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, over(n, "ReduceMean", cast(n, x, type_of(n, "dtype", x->dtype()))));
}

// Of the elements that are numbers: their sum, or their mean.
void of_numbers(NodeContext& n, bool mean) {
  const ItemPtr given = self(n);
  const ItemPtr x =
      cast(n, given, mean ? type_of(n, "dtype", given->dtype()) : type_of_sum(n, given));
  if (!is_float(x->dtype())) return give(n, over(n, mean ? "ReduceMean" : "ReduceSum", x));
  const ItemPtr odd = step(n, "IsNaN", {x}), wider = wide(n, x);
  const ItemPtr total = over(n, "ReduceSum", step(n, "Where", {odd, like(wider, 0), wider}));
  if (!mean) return give(n, cast(n, total, x->dtype()));
  const ItemPtr count = over(n, "ReduceSum", cast(n, step(n, "Not", {odd}), wider->dtype()));
  give(n, cast(n, step(n, "Div", {total, count}), x->dtype()));
}

// Truth values are reduced as 0 and 1. The gradient goes to the first of equal elements, or they
// share it.
ItemPtr extreme(NodeContext& n, const char* op, const ItemPtr& x, const Integers& dims, bool keep,
                const char* ties) {
  if (x->dtype() != DType::bool_)
    return step(n, op, {x, integers(dims)},
                {attribute("keepdims", std::int64_t{keep}),
                 attribute("noop_with_empty_axes", std::int64_t{1}), attribute("ties", ties)});
  return cast(n, over(n, op, cast(n, x, DType::i32), dims, keep), DType::bool_);
}

void largest(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, extreme(n, "ReduceMax", x, reduced(n, x), flag_of(n, "keepdim", false), "share"));
}

void smallest(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, extreme(n, "ReduceMin", x, reduced(n, x), flag_of(n, "keepdim", false), "share"));
}

// Bytes give a byte, other types a truth value.
void truth(NodeContext& n, const char* op) {
  const ItemPtr given = self(n), x = cast(n, cast(n, given, DType::bool_), DType::i32);
  give(n, cast(n, over(n, op, x), given->dtype() == DType::u8 ? DType::u8 : DType::bool_));
}

ItemPtr position(NodeContext& n, const char* op, const ItemPtr& x, std::int64_t dim, bool keep) {
  const DType type = x->dtype();
  return step(n, op, {type == DType::bool_ ? cast(n, x, DType::i32) : x},
              {attribute("axis", dim), attribute("keepdims", std::int64_t{keep})});
}

void position_of_extreme(NodeContext& n, const char* op) {
  ItemPtr x = self(n);
  const bool keep = flag_of(n, "keepdim", false);
  if (!has(n, "dim")) {
    if (keep) NodeContext::refuse("it keeps dimensions but names none");
    return give(n, position(n, op, reshaped(n, x, {-1}), 0, false));
  }
  if (rank_of(x) == 0) return give(n, integer(0));
  give(n, position(n, op, x, dim_of(n, "dim", rank_of(x), 0), keep));
}

// Values and positions along one dimension.
void extreme_along(NodeContext& n, const char* value, const char* place) {
  const ItemPtr x = self(n);
  if (rank_of(x) == 0) {
    give(n, x);
    return give(n, integer(0), 1);
  }
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  const bool keep = flag_of(n, "keepdim", false);
  if (n.wants(0)) give(n, extreme(n, value, x, {dim}, keep, "first"));
  if (n.wants(1)) give(n, position(n, place, x, dim, keep), 1);
}

// Divided by the number of elements less a correction.
ItemPtr variance(NodeContext& n, const ItemPtr& given, const Integers& dims, bool keep) {
  const ItemPtr x = wide(n, given);
  double less = flag_of(n, "unbiased", true) ? 1 : 0;
  less = real_of(n, "correction", less);
  const ItemPtr apart = step(n, "Sub", {x, over(n, "ReduceMean", x, dims, true)});
  const ItemPtr total = over(n, "ReduceSum", step(n, "Mul", {apart, apart}), dims, keep);
  const double count = std::max(static_cast<double>(count_along(x, dims)) - less, 0.0);
  return cast(n, step(n, "Div", {total, number(count, x->dtype())}), given->dtype());
}

void variance_row(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, variance(n, x, reduced(n, x), flag_of(n, "keepdim", false)));
}

void deviation(NodeContext& n) {
  const ItemPtr x = self(n);
  const ItemPtr squared = variance(n, wide(n, x), reduced(n, x), flag_of(n, "keepdim", false));
  give(n, cast(n, root(n, squared), x->dtype()));
}

void give_mean(NodeContext& n) {
  if (n.wants(1)) give(n, over(n, "ReduceMean", self(n)), 1);
}

void variance_and_mean(NodeContext& n) {
  if (n.wants(0)) variance_row(n);
  give_mean(n);
}

void deviation_and_mean(NodeContext& n) {
  if (n.wants(0)) deviation(n);
  give_mean(n);
}

ItemPtr norms_operand(NodeContext& n) {
  return as_floats(n, cast(n, self(n), type_of(n, "dtype", self(n)->dtype())));
}

void norm_of(NodeContext& n, double order) {
  const ItemPtr x = norms_operand(n);
  give(n, norm_along(n, x, reduced(n, x), flag_of(n, "keepdim", false), order));
}

void vector_norm(NodeContext& n) {
  norm_of(n, real_of(n, "ord", 2));
}
void norm(NodeContext& n) {
  norm_of(n, real_of(n, "p", 2));
}

bool is_order_named(const NodeContext& n) {
  return n.node.op_type.ends_with("str_ord") || n.node.op_type.ends_with("ord_str");
}

// Of matrices along two dimensions: Frobenius', or the largest or smallest sum of a column or row.
ItemPtr norm_of_matrices(NodeContext& n, const ItemPtr& x, const Integers& dims) {
  const bool named = is_order_named(n), keep = flag_of(n, "keepdim", false);
  const std::string name = named ? text_of(n, "ord", "fro") : "";
  if (name == "fro") return norm_along(n, x, dims, keep, 2);
  const double order = named ? 2 : real_of(n, "ord", 2);
  const bool columns = std::abs(order) == 1;
  if (!columns && !std::isinf(order)) NodeContext::refuse("it needs singular values");
  const ItemPtr sums = norm_along(n, x, {dims[columns ? 0 : 1]}, true, 1);
  const char* op = order > 0 ? "ReduceMax" : "ReduceMin";
  const ItemPtr made = extreme(n, op, sums, {dims[columns ? 1 : 0]}, true, "share");
  return keep ? made : squeezed(n, made, dims);
}

void matrix_norm(NodeContext& n) {
  const ItemPtr x = norms_operand(n);
  Integers dims = dims_of(n, "dim", rank_of(x));
  if (dims.empty()) dims = {rank_of(x) - 2, rank_of(x) - 1};
  if (dims.size() != 2 || dims[0] < 0) NodeContext::refuse("its operand holds no matrices");
  give(n, norm_of_matrices(n, x, dims));
}

// Without an order, of all elements as one vector.
void vector_or_matrix_norm(NodeContext& n) {
  const ItemPtr x = norms_operand(n);
  const Integers dims = reduced(n, x);
  const bool ordered = is_order_named(n) || has(n, "ord");
  if (ordered && dims.size() == 2) return give(n, norm_of_matrices(n, x, dims));
  const double order = is_order_named(n) ? 2 : real_of(n, "ord", 2);
  give(n, norm_along(n, x, dims, flag_of(n, "keepdim", false), order));
}

void log_sum_exp(NodeContext& n) {
  give(n, over(n, "ReduceLogSumExp", as_floats(n, self(n))));
}

void running(NodeContext& n, const char* op) {
  const ItemPtr x = self(n);
  const ItemPtr typed = cast(n, x, type_of_sum(n, x));
  if (rank_of(x) == 0) return give(n, typed);
  give(n, step(n, op, {typed, integer(dim_of(n, "dim", rank_of(x), 0))}));
}

// How many elements lie in each of equal bins between two numbers, of which the last has both ends.
void histogram(NodeContext& n) {
  const ItemPtr x = reshaped(n, as_floats(n, self(n)), {-1, 1});
  const std::int64_t bins = int_of(n, "bins", 100);
  const double least = real_of(n, "min", 0), most = real_of(n, "max", 0);
  if (bins < 1) NodeContext::refuse("it has no bins");
  if (!(least < most)) NodeContext::refuse("its bins depend on its elements; give min and max");
  const ItemPtr scaled =
      step(n, "Mul", {step(n, "Sub", {x, like(x, least)}), like(x, static_cast<double>(bins))});
  const ItemPtr below = step(n, "Floor", {step(n, "Div", {scaled, like(x, most - least)})});
  const ItemPtr bin = step(n, "Min", {below, like(x, static_cast<double>(bins - 1))});
  const ItemPtr inside = step(
      n, "And",
      {step(n, "GreaterOrEqual", {x, like(x, least)}), step(n, "LessOrEqual", {x, like(x, most)})});
  const ItemPtr all =
      cast(n, step(n, "Range", {integer(0), integer(bins), integer(1)}), x->dtype());
  const ItemPtr counted = step(n, "And", {inside, step(n, "Equal", {bin, all})});
  give(n, over(n, "ReduceSum", cast(n, counted, x->dtype()), {0}, false));
}

constexpr OpRow rows[] = {
    {"all", 1, 0, [](NodeContext& n) { truth(n, "ReduceMin"); }},
    {"amax", 1, 0, largest},
    {"amin", 1, 0, smallest},
    {"any", 1, 0, [](NodeContext& n) { truth(n, "ReduceMax"); }},
    {"argmax", 1, 0, [](NodeContext& n) { position_of_extreme(n, "ArgMax"); }},
    {"argmin", 1, 0, [](NodeContext& n) { position_of_extreme(n, "ArgMin"); }},
    {"cumprod", 1, 0, [](NodeContext& n) { running(n, "CumProd"); }},
    {"cumsum", 1, 0, [](NodeContext& n) { running(n, "CumSum"); }},
    {"histc", 1, 0, histogram},
    {"linalg_matrix_norm", 1, 0, matrix_norm},
    {"linalg_norm", 1, 0, vector_or_matrix_norm},
    {"linalg_vector_norm", 1, 0, vector_norm},
    {"logsumexp", 1, 0, log_sum_exp},
    {"max.default", 1, 0, largest},
    {"max.dim", 1, 0, [](NodeContext& n) { extreme_along(n, "ReduceMax", "ArgMax"); }},
    {"mean", 1, 0, mean},
    {"min.default", 1, 0, smallest},
    {"min.dim", 1, 0, [](NodeContext& n) { extreme_along(n, "ReduceMin", "ArgMin"); }},
    {"nanmean", 1, 0, [](NodeContext& n) { of_numbers(n, true); }},
    {"nansum", 1, 0, [](NodeContext& n) { of_numbers(n, false); }},
    {"norm", 1, 0, norm},
    {"prod", 1, 0, product},
    {"std", 1, 0, deviation},
    {"std_mean", 1, 0, deviation_and_mean},
    {"sum", 1, 0, sum},
    {"var", 1, 0, variance_row},
    {"var_mean", 1, 0, variance_and_mean},
};

}  // namespace

std::span<const OpRow> reduction_rows() {
  return rows;
}

}  // namespace ng::pytorch
