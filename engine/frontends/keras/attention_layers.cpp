// SPDX-License-Identifier: Apache-2.0
// Attention: of several heads with projections, and of scores alone.
#include <cmath>

#include "engine/frontends/keras/layer_context.h"

namespace ng::keras {
namespace {

std::vector<Slot> projection_slots(const onnx::Node& layer) {
  std::vector<Slot> slots;
  const bool biased = flag(layer, "use_bias", true);
  for (const char* part : {"query", "key", "value", "output"}) {
    const std::string name = part;
    slots.push_back({name + ".kernel", name + "_dense/vars/0"});
    if (biased) slots.push_back({name + ".bias", name + "_dense/vars/1"});
  }
  return slots;
}

// (batch, sequence, heads × size) of a kernel (features, heads, size).
ItemPtr projected(NodeContext& n, const ItemPtr& x, const std::string& part) {
  const ItemPtr kernel = need_weight(n, part + ".kernel");
  const Shape shape = kernel->shape();
  if (shape.size() != 3) NodeContext::refuse("its " + part + " kernel has another rank than 3");
  const ItemPtr made = step(n, "MatMul", {x, reshaped(n, kernel, {shape[0], shape[1] * shape[2]})});
  const ItemPtr bias = weight(n, part + ".bias");
  return bias ? step(n, "Add", {made, reshaped(n, bias, {shape[1] * shape[2]})}) : made;
}

// A mask (batch, query, key) of true for what is seen, along the heads.
ItemPtr mask_of(NodeContext& n) {
  const ItemPtr given = argument(n, 3, "attention_mask");
  if (!given) return nullptr;
  const ItemPtr flags = tensorflow::cast(n, given, DType::bool_);
  return rank_of(flags) == 3 ? unsqueezed(n, flags, {1}) : flags;
}

void attend(NodeContext& n, std::int64_t heads, std::int64_t own, std::int64_t size) {
  need_arguments(n, {"query", "value", "key", "attention_mask"});
  refuse_mask(n);
  const ItemPtr query = argument(n, 0, "query"), value = argument(n, 1, "value");
  const ItemPtr given_key = argument(n, 2, "key");
  if (!query || !value) NodeContext::refuse("it has no query and value");
  if (flag(n.node, "use_gate", false) || n.given("sliding_window"))
    NodeContext::refuse("its gate and its sliding window are not imported");
  if (heads < 1 || own < 1 || size < 1) NodeContext::refuse("its number of heads is below 1");
  const ItemPtr q = projected(n, query, "query");
  const ItemPtr k = projected(n, given_key ? given_key : value, "key");
  const ItemPtr v = projected(n, value, "value");
  const ItemPtr made =
      step(n, "Attention", {q, k, v, mask_of(n)},
           {attribute("q_num_heads", heads), attribute("kv_num_heads", own),
            attribute("scale", 1 / std::sqrt(static_cast<double>(size))),
            attribute("is_causal", std::int64_t{flag(n.node, "call.use_causal_mask", false)})});
  const ItemPtr kernel = need_weight(n, "output.kernel");
  const Shape shape = kernel->shape();
  if (shape.size() != 3) NodeContext::refuse("its output has another rank than 3");
  const ItemPtr flat = reshaped(n, kernel, {shape[0] * shape[1], shape[2]});
  const ItemPtr out = step(n, "MatMul", {made, flat}), bias = weight(n, "output.bias");
  give(n, bias ? step(n, "Add", {out, bias}) : out);
}

void multi_head(NodeContext& n) {
  const onnx::Attribute* axes = n.node.find("attention_axes");
  if (n.rank() != 3 || (axes && axes->ints != std::vector<std::int64_t>{1}))
    NodeContext::refuse("it attends along other axes than 1");
  const std::int64_t heads = n.integer("num_heads", 0);
  attend(n, heads, heads, n.integer("key_dim", 0));
}

void grouped_query(NodeContext& n) {
  const std::int64_t heads = n.integer("num_query_heads", 0);
  attend(n, heads, n.integer("num_key_value_heads", 0), n.integer("head_dim", 0));
}

// Scores of query and key without projections, for sequences (batch, length, size).
void attention(NodeContext& n) {
  need_arguments(n, {"query", "value", "key"});
  refuse_mask(n);
  if (n.text("score_mode", "dot") != "dot") NodeContext::refuse("its score_mode is not dot");
  const ItemPtr query = argument(n, 0), value = argument(n, 1), given_key = argument(n, 2);
  if (!query || !value) NodeContext::refuse("it has no query and value");
  const ItemPtr key = given_key ? given_key : value;
  ItemPtr scores = step(n, "MatMul", {query, transposed(n, key, {0, 2, 1})});
  if (const ItemPtr scale = weight(n, "scale")) scores = step(n, "Mul", {scores, scale});
  if (flag(n.node, "call.use_causal_mask", false))
    NodeContext::refuse("its causal mask is not imported");
  const ItemPtr shares = step(n, "Softmax", {scores}, {attribute("axis", std::int64_t{-1})});
  give(n, step(n, "MatMul", {shares, value}));
}

std::vector<Slot> attention_slots(const onnx::Node& layer) {
  if (!flag(layer, "use_scale", false)) return {};
  return {{"scale", "vars/0"}};
}

constexpr LayerRow rows[] = {
    {{"Attention", 1, 0, attention}, attention_slots},
    {{"GroupQueryAttention", 1, 0, grouped_query}, projection_slots},
    {{"GroupedQueryAttention", 1, 0, grouped_query}, projection_slots},
    {{"MultiHeadAttention", 1, 0, multi_head}, projection_slots},
};

}  // namespace

std::span<const LayerRow> attention_layers() {
  return rows;
}

}  // namespace ng::keras
