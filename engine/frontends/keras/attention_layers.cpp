// SPDX-License-Identifier: Apache-2.0
// Attention: of several heads with projections, and of scores alone.
#include <algorithm>
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

ItemPtr flags_of(NodeContext& n, const ItemPtr& mask) {
  return mask ? tensorflow::cast(n, mask, DType::bool_) : nullptr;
}

// Null masks hide nothing.
ItemPtr both(NodeContext& n, const ItemPtr& a, const ItemPtr& b) {
  return !a ? b : !b ? a : step(n, "And", {a, b});
}

// (query, key): no key after the query.
ItemPtr causal(std::int64_t queries, std::int64_t keys) {
  auto item = std::make_shared<onnx::Item>();
  tensorflow::need_moderate({queries, keys});
  item->known = ng::Tensor(DType::bool_, {queries, keys});
  for (std::int64_t i = 0; i < queries; ++i) {
    for (std::int64_t j = 0; j < keys; ++j) item->known->set(i * keys + j, j <= i ? 1 : 0);
  }
  return item;
}

// Flags (batch, 1, query, key) or (batch, heads, query, key) of what is seen, of all masks of the
// call; null: everything. A causal mask alone is an attribute of the op.
ItemPtr mask_of(NodeContext& n, const ItemPtr& query, const ItemPtr& key) {
  ItemPtr own;
  if (const ItemPtr flags = flags_of(n, argument(n, "query_mask")))
    own = unsqueezed(n, flags, {rank_of(flags)});
  for (const char* name : {"value_mask", "key_mask"}) {
    if (const ItemPtr flags = flags_of(n, argument(n, name)))
      own = both(n, own, unsqueezed(n, flags, {rank_of(flags) - 1}));
  }
  const ItemPtr given = flags_of(n, argument(n, "attention_mask"));
  if ((own || given) && flag(n.node, "call.use_causal_mask", false))
    own = both(n, own, causal(query->shape().at(1), key->shape().at(1)));
  ItemPtr all = both(n, own, given);
  if (!all) return nullptr;
  // ONNX pads a mask that is shorter than the keys; Keras repeats it.
  if (const std::int64_t keys = key->shape().at(1); all->shape().back() == 1 && keys != 1)
    all = step(n, "And", {all, ones_like(n, {keys}, DType::bool_)});
  if (rank_of(all) == 2) all = unsqueezed(n, all, {0});
  return rank_of(all) == 3 ? unsqueezed(n, all, {1}) : all;
}

// Added to scores where the flags are false. Where they are false for all keys, the shares of the
// keys are equal, as those of Keras.
constexpr double hidden = -1e9;
ItemPtr hiding(NodeContext& n, const ItemPtr& flags, DType dtype) {
  return step(n, "Where", {flags, number(0, dtype), number(hidden, dtype)});
}

// The query, 0 where no key is seen: its scores are equal then in every type, and do not depend on
// query and key, as Keras replaces them.
ItemPtr seeing(NodeContext& n, const ItemPtr& q, const ItemPtr& flags, std::int64_t heads) {
  const ItemPtr counts =
      step(n, "ReduceMax", {tensorflow::cast(n, flags, DType::i32), integers({3})},
           {attribute("keepdims", std::int64_t{1})});
  const ItemPtr any = transposed(n, tensorflow::cast(n, counts, DType::bool_), {0, 2, 1, 3});
  const Shape shape = q->shape();
  const ItemPtr apart = reshaped(n, q, {shape[0], shape[1], heads, shape[2] / heads});
  return reshaped(n, step(n, "Where", {any, apart, number(0, q->dtype())}), shape);
}

void attend(NodeContext& n, std::int64_t heads, std::int64_t own, std::int64_t size) {
  need_arguments(n, {"query", "value", "key", "query_mask", "value_mask", "key_mask",
                     "attention_mask", "unused_query_mask"});
  refuse_mask(n);
  const ItemPtr query = argument(n, "query"), value = argument(n, "value");
  const ItemPtr given_key = argument(n, "key");
  if (!query || !value) NodeContext::refuse("it has no query and value");
  if (flag(n.node, "use_gate", false) || n.given("sliding_window"))
    NodeContext::refuse("its gate and its sliding window are not imported");
  if (heads < 1 || own < 1 || size < 1) NodeContext::refuse("its number of heads is below 1");
  ItemPtr q = projected(n, query, "query");
  const ItemPtr k = projected(n, given_key ? given_key : value, "key");
  const ItemPtr v = projected(n, value, "value");
  ItemPtr mask = mask_of(n, query, given_key ? given_key : value);
  const bool only_causal = !mask && flag(n.node, "call.use_causal_mask", false);
  // With dropout or scores, Keras clears the shares of keys that are not seen, as ONNX with flags.
  const bool scores = n.wants(1);
  if (mask && !scores && real(n, "dropout", 0) == 0) {
    q = seeing(n, q, mask, heads);
    mask = hiding(n, mask, q->dtype());
  }
  const std::vector<ItemPtr> results =
      steps(n, "Attention", {q, k, v, mask},
            {attribute("q_num_heads", heads), attribute("kv_num_heads", own),
             attribute("scale", 1 / std::sqrt(static_cast<double>(size))),
             attribute("is_causal", std::int64_t{only_causal}),
             attribute("qk_matmul_output_mode", std::int64_t{scores ? 3 : 0})},
            scores ? 4 : 1);
  const ItemPtr& made = results[0];
  if (scores) give(n, results[3], 1);
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

// The sum over tanh of each query and key, times a weight along the last dimension.
ItemPtr additive_scores(NodeContext& n, const ItemPtr& query, const ItemPtr& key,
                        const ItemPtr& inside, const ItemPtr& outside) {
  ItemPtr sum = step(n, "Add", {unsqueezed(n, query, {2}), unsqueezed(n, key, {1})});
  if (inside) sum = step(n, "Mul", {sum, inside});
  ItemPtr x = step(n, "Tanh", {sum});
  if (outside) x = step(n, "Mul", {x, outside});
  return step(n, "ReduceSum", {x, integers({3})}, {attribute("keepdims", std::int64_t{0})});
}

ItemPtr scores_of(NodeContext& n, const ItemPtr& query, const ItemPtr& key) {
  const ItemPtr scale = weight(n, "scale");
  if (n.node.op_type == "AdditiveAttention") return additive_scores(n, query, key, nullptr, scale);
  const std::string mode = n.choice("score_mode", "dot", {"dot", "concat"});
  if (mode == "concat")
    return step(
        n, "Mul",
        {additive_scores(n, query, key, scale, nullptr), need_weight(n, "concat_score_weight")});
  const ItemPtr scores = step(n, "MatMul", {query, transposed(n, key, {0, 2, 1})});
  return scale ? step(n, "Mul", {scores, scale}) : scores;
}

// Scores of query and key without projections, for sequences (batch, length, size).
void attention(NodeContext& n) {
  need_arguments(n, {"inputs", "mask"});
  const std::vector<ItemPtr> inputs = arguments(n, "inputs");
  if (inputs.size() < 2 || inputs.size() > 3 || std::count(inputs.begin(), inputs.end(), nullptr))
    NodeContext::refuse("it has no query and value");
  std::vector<ItemPtr> masks = arguments(n, "mask");
  masks.resize(2);
  const ItemPtr &query = inputs[0], &value = inputs[1], &key = inputs.back();
  if (rank_of(query) != 3 || rank_of(key) != 3) NodeContext::refuse("its inputs are no sequences");
  ItemPtr scores = scores_of(n, query, key), seen = flags_of(n, masks[1]);
  if (seen) seen = unsqueezed(n, seen, {1});
  if (flag(n.node, "call.use_causal_mask", false))
    seen = both(n, seen, causal(query->shape()[1], key->shape()[1]));
  if (seen) scores = step(n, "Where", {seen, scores, number(hidden, scores->dtype())});
  const ItemPtr shares = step(n, "Softmax", {scores}, {attribute("axis", std::int64_t{-1})});
  const ItemPtr made = step(n, "MatMul", {shares, value});
  const ItemPtr rows = flags_of(n, masks[0]);
  give(n,
       rows ? step(n, "Where", {unsqueezed(n, rows, {2}), made, number(0, made->dtype())}) : made);
  if (n.wants(1)) give(n, shares, 1);
}

std::vector<Slot> attention_slots(const onnx::Node& layer) {
  std::vector<Slot> slots;
  const bool additive = layer.op_type == "AdditiveAttention";
  if (flag(layer, "use_scale", additive)) slots.push_back({"scale", "vars/0"});
  const onnx::Attribute* mode = layer.find("score_mode");
  if (mode && mode->s == "concat")
    slots.push_back({"concat_score_weight", "vars/" + std::to_string(slots.size())});
  return slots;
}

constexpr LayerRow rows[] = {
    {{"AdditiveAttention", 1, 0, attention}, attention_slots},
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
