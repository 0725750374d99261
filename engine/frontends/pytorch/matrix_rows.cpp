// SPDX-License-Identifier: Apache-2.0
// Products of matrices.
#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

ItemPtr scaled(NodeContext& n, const ItemPtr& x, const char* factor) {
  const double by = real_of(n, factor, 1);
  return by == 1 ? x : step(n, "Mul", {x, number(by, x->dtype())});
}

ItemPtr product(NodeContext& n, const ItemPtr& a, const ItemPtr& b) {
  return step(n, "MatMul", {a, b});
}

// x · weightᵀ + bias.
void linear(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "input"), weight = need_tensor(n, "weight");
  const ItemPtr bias = tensor(n, "bias");
  if (rank_of(weight) == 1) {
    const ItemPtr made = product(n, x, weight);
    return give(n, bias ? step(n, "Add", {made, bias}) : made);
  }
  if (rank_of(weight) != 2) NodeContext::refuse("its weight is no matrix");
  const ItemPtr made = product(n, x, transposed(n, weight, {1, 0}));
  give(n, bias ? step(n, "Add", {made, bias}) : made);
}

// beta × self + alpha × a · b.
void add_product(NodeContext& n, const char* first, const char* second) {
  const ItemPtr made =
      scaled(n, product(n, need_tensor(n, first), need_tensor(n, second)), "alpha");
  if (real_of(n, "beta", 1) == 0) return give(n, made);
  give(n, step(n, "Add", {made, scaled(n, need_tensor(n, "self"), "beta")}));
}

// beta × self + alpha × the sum of products of matrices.
void add_products(NodeContext& n) {
  const ItemPtr all = product(n, need_tensor(n, "batch1"), need_tensor(n, "batch2"));
  const ItemPtr sum =
      step(n, "ReduceSum", {all, integers({0})}, {attribute("keepdims", std::int64_t{0})});
  const ItemPtr made = scaled(n, sum, "alpha");
  if (real_of(n, "beta", 1) == 0) return give(n, made);
  give(n, step(n, "Add", {made, scaled(n, need_tensor(n, "self"), "beta")}));
}

// The sum over the products of three tensors; each lacks the dimensions that it repeats.
void trilinear(NodeContext& n) {
  ItemPtr made;
  std::vector<ItemPtr> all;
  for (const char* i : {"1", "2", "3"}) {
    const ItemPtr x = need_tensor(n, "i" + std::string(i));
    const Integers more = ints_of(n, "expand" + std::string(i));
    made = unsqueezed(n, x, more);
    all.push_back(made);
  }
  made = step(n, "Mul", {step(n, "Mul", {all[0], all[1]}), all[2]});
  give(n, step(n, "ReduceSum", {made, integers(ints_of(n, "sumdim"))},
               {attribute("keepdims", std::int64_t{0})}));
}

void matrix_product(NodeContext& n, const char* other) {
  give(n, product(n, need_tensor(n, "self"), need_tensor(n, other)));
}

void outer(NodeContext& n) {
  const ItemPtr a = unsqueezed(n, need_tensor(n, "self"), {1});
  give(n, step(n, "Mul", {a, unsqueezed(n, need_tensor(n, "vec2"), {0})}));
}

void einsum(NodeContext& n) {
  std::vector<ItemPtr> all = tensors(n, "tensors");
  give(n, step(n, "Einsum", all, {attribute("equation", text_of(n, "equation", "").c_str())}));
}

// Rows up to each of rising ends by a matrix of their own; rows behind the last end are 0. Each row
// is widened by zeros to the place of its matrix, so that one product does for all.
void grouped_product(NodeContext& n, const char* rows, const char* matrices) {
  const ItemPtr x = need_tensor(n, rows), weight = need_tensor(n, matrices);
  const ItemPtr ends = tensor(n, "offs");
  if (tensor(n, "bias")) NodeContext::refuse("it adds a bias");
  const DType type = type_of(n, "out_dtype", x->dtype());
  if (!ends && rank_of(x) == 3) return give(n, cast(n, product(n, x, weight), type));
  if (!ends || rank_of(x) != 2 || rank_of(weight) != 3)
    NodeContext::refuse("it multiplies no groups of rows by matrices");
  const Shape in = x->shape(), by = weight->shape();
  const auto range = [&](std::int64_t end) {
    return step(n, "Range", {integer(0), integer(end), integer(1)});
  };
  const ItemPtr row = unsqueezed(n, range(in[0]), {1});
  const ItemPtr passed = step(n, "GreaterOrEqual", {row, cast(n, ends, DType::i64)});
  const ItemPtr group = step(n, "ReduceSum", {cast(n, passed, DType::i64), integers({1})},
                             {attribute("keepdims", std::int64_t{1})});
  const ItemPtr own = unsqueezed(n, step(n, "Equal", {group, range(by[0])}), {2});
  const ItemPtr widened = step(n, "Where", {own, unsqueezed(n, x, {1}), like(x, 0)});
  give(n, cast(n,
               product(n, reshaped(n, widened, {in[0], by[0] * by[1]}),
                       reshaped(n, weight, {by[0] * by[1], by[2]})),
               type));
}

constexpr OpRow rows[] = {
    {"_grouped_mm", 1, 0, [](NodeContext& n) { grouped_product(n, "self", "mat2"); }},
    {"_trilinear", 1, 0, trilinear},
    {"addbmm", 1, 0, add_products},
    {"addmm", 1, 0, [](NodeContext& n) { add_product(n, "mat1", "mat2"); }},
    {"addmv", 1, 0, [](NodeContext& n) { add_product(n, "mat", "vec"); }},
    {"baddbmm", 1, 0, [](NodeContext& n) { add_product(n, "batch1", "batch2"); }},
    {"bmm", 1, 0, [](NodeContext& n) { matrix_product(n, "mat2"); }},
    {"dot", 1, 0, [](NodeContext& n) { matrix_product(n, "tensor"); }},
    {"einsum", 1, 0, einsum},
    {"linear", 1, 0, linear},
    {"matmul", 1, 0, [](NodeContext& n) { matrix_product(n, "other"); }},
    {"mm", 1, 0, [](NodeContext& n) { matrix_product(n, "mat2"); }},
    {"mv", 1, 0, [](NodeContext& n) { matrix_product(n, "vec"); }},
    {"outer", 1, 0, outer},
    {"transformers.grouped_mm_fallback.default", 1, 0,
     [](NodeContext& n) { grouped_product(n, "input", "weight"); }},
    {"vdot", 1, 0, [](NodeContext& n) { matrix_product(n, "other"); }},
};

}  // namespace

std::span<const OpRow> matrix_rows() {
  return rows;
}

}  // namespace ng::pytorch
