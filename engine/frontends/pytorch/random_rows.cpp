// SPDX-License-Identifier: Apache-2.0
// Random numbers: new ones in each run, from a stream for each node. They are not PyTorch's.
#include <cmath>
#include <functional>

#include "engine/frontends/pytorch/dropped_out.h"
#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

// Below 2^53.
onnx::Attribute seed_of(const NodeContext& n, std::int64_t stream) {
  const std::string text = n.node.name + "#" + std::to_string(stream);
  return attribute("seed", static_cast<std::int64_t>(std::hash<std::string>()(text) >> 11));
}

ItemPtr truth(bool value) {
  return number(value ? 1 : 0, DType::bool_);
}

// Elements times 0 or 1 / (1 - ratio); which of them are kept.
std::vector<ItemPtr> thinned(NodeContext& n, const ItemPtr& x, double ratio, std::int64_t stream) {
  if (!(ratio >= 0 && ratio <= 1)) NodeContext::refuse("its probability is not within 0 and 1");
  return steps(n, "Dropout", {x, number(ratio, DType::f32), truth(true)}, {seed_of(n, stream)}, 2);
}

bool drops(const NodeContext& n, double ratio) {
  return ratio != 0 && flag_of(n, "train", false);
}

double ratio_of(const NodeContext& n) {
  return real_of(n, has(n, "p") ? "p" : "dropout", 0.5);
}

ItemPtr operand_of(const NodeContext& n) {
  return need_tensor(n, has(n, "self") ? "self" : "input");
}

void dropout(NodeContext& n) {
  const ItemPtr x = operand_of(n);
  const bool active = drops(n, ratio_of(n));
  const std::vector<ItemPtr> made =
      active ? thinned(n, x, ratio_of(n), 0) : std::vector<ItemPtr>{x, nullptr};
  give(n, made[0]);
  if (!n.wants(1)) return;
  const Shape shape = x->shape();
  give(n, active ? made[1] : broadcast(n, truth(true), {shape.begin(), shape.end()}), 1);
}

// Whole channels.
void feature_dropout(NodeContext& n) {
  const ItemPtr x = operand_of(n);
  if (!drops(n, ratio_of(n))) return give(n, x);
  const std::int64_t rank = rank_of(x);
  if (rank < 2) NodeContext::refuse("its input has no channels");
  Integers shape(static_cast<std::size_t>(rank), 1);
  for (std::size_t i = 0; i < 2; ++i) shape[i] = x->shape()[i];
  const ItemPtr factors = dropped_out(n, filled(n, shape, 1, x->dtype()), ratio_of(n));
  give(n, step(n, "Mul", {x, factors}));
}

// Keeps the mean and variance of what it drops.
void alpha_dropout(NodeContext& n) {
  if (drops(n, ratio_of(n)))
    NodeContext::refuse("it drops elements at random; export the module after eval()");
  give(n, operand_of(n));
}

Integers shape_of(const NodeContext& n) {
  if (!has(n, "self")) return ints_of(n, "size");
  const Shape shape = self(n)->shape();
  return {shape.begin(), shape.end()};
}

DType drawn_type(const NodeContext& n, DType otherwise) {
  return type_of(n, "dtype", has(n, "self") ? self(n)->dtype() : otherwise);
}

ItemPtr drawn(NodeContext& n, const char* op, DType type, Attributes attributes = {}) {
  const Integers shape = shape_of(n);
  tensorflow::need_moderate({shape.begin(), shape.end()});
  attributes.push_back(attribute("shape", shape));
  attributes.push_back(attribute("dtype", static_cast<std::int64_t>(onnx::element_type(type))));
  attributes.push_back(seed_of(n, 0));
  return step(n, op, {}, attributes);
}

void rand(NodeContext& n) {
  give(n, drawn(n, "RandomUniform", drawn_type(n, DType::f32)));
}

void randn(NodeContext& n) {
  give(n, drawn(n, "RandomNormal", drawn_type(n, DType::f32)));
}

// Integers of [low, high).
void randint(NodeContext& n) {
  const double low = real_of(n, "low", 0), high = real_of(n, "high", 0);
  if (!(low < high) || high - low > 0x1p53) NodeContext::refuse("its range is not within 2^53");
  const ItemPtr real =
      drawn(n, "RandomUniform", DType::f64, {attribute("low", low), attribute("high", high)});
  give(n, cast(n, step(n, "Floor", {real}), drawn_type(n, DType::i64)));
}

// 1 with the probability of each element, or with one for all.
void bernoulli(NodeContext& n) {
  const ItemPtr x = self(n), p = operand(n, "p");
  const DType type = x->dtype();
  const ItemPtr chances = p ? broadcast(n, cast(n, p, DType::f32), shape_of(n)) : x;
  give(n, cast(n, step(n, "Bernoulli", {chances}, {seed_of(n, 0)}), type));
}

void permutation(NodeContext&) {
  NodeContext::refuse("its elements are a random permutation");
}

constexpr OpRow rows[] = {
    {"alpha_dropout", 1, 0, alpha_dropout},
    {"bernoulli", 1, 0, bernoulli},
    {"dropout", 1, 0, dropout},
    {"feature_alpha_dropout", 1, 0, alpha_dropout},
    {"feature_dropout", 1, 0, feature_dropout},
    {"native_dropout", 1, 0, dropout},
    {"rand", 1, 0, rand},
    {"rand_like", 1, 0, rand},
    {"randint", 1, 0, randint},
    {"randint_like", 1, 0, randint},
    {"randn", 1, 0, randn},
    {"randn_like", 1, 0, randn},
    {"randperm", 1, 0, permutation},
};

}  // namespace

ItemPtr dropped_out(NodeContext& n, const ItemPtr& x, double ratio, std::int64_t stream) {
  return ratio == 0 ? x : thinned(n, x, ratio, stream)[0];
}

std::span<const OpRow> random_rows() {
  return rows;
}

}  // namespace ng::pytorch
