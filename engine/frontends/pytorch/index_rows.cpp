// SPDX-License-Identifier: Apache-2.0
// Reading and writing by positions.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/frontends/pytorch/frequencies.h"

namespace ng::pytorch {
namespace {

// The row of padding is not trained.
void embedding(NodeContext& n) {
  const ItemPtr indices = need_tensor(n, "indices");
  const ItemPtr rows = rows_of_table(n, need_tensor(n, "weight"), indices);
  const std::int64_t padding = int_of(n, "padding_idx", -1);
  if (padding < 0) return give(n, rows);
  const ItemPtr pads = step(n, "Equal", {cast(n, indices, DType::i64), integer(padding)});
  give(n, step(n, "Where", {unsqueezed(n, pads, {rank_of(indices)}), stopped(n, rows), rows}));
}

void index_select(NodeContext& n) {
  const ItemPtr x = self(n);
  ItemPtr at = need_tensor(n, "index");
  if (rank_of(at) == 0) at = unsqueezed(n, at, {0});
  give(n, step(n, "Gather", {x, at}, {attribute("axis", dim_of(n, "dim", rank_of(x), 0))}));
}

void gather(NodeContext& n) {
  const ItemPtr x = self(n);
  if (rank_of(x) == 0) return give(n, x);
  give(n, step(n, "GatherElements", {x, need_tensor(n, "index")},
               {attribute("axis", dim_of(n, "dim", rank_of(x), 0))}));
}

// By positions and a tensor that are broadcast along the other dimensions.
void take_along(NodeContext& n) {
  ItemPtr x = self(n), at = need_tensor(n, "indices");
  if (!has(n, "dim")) {
    x = reshaped(n, x, {-1});
    at = reshaped(n, at, {-1});
  }
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  NodeContext::need_count("the rank of its indices", at->shape().size(), x->shape().size());
  const auto wide_along_others = [&](const ItemPtr& each, const ItemPtr& other) {
    Integers shape = each->shape();
    for (std::size_t i = 0; i < shape.size(); ++i)
      if (static_cast<std::int64_t>(i) != dim && shape[i] == 1) shape[i] = other->shape()[i];
    return broadcast(n, each, shape);
  };
  give(n, step(n, "GatherElements", {wide_along_others(x, at), wide_along_others(at, x)},
               {attribute("axis", dim)}));
}

// Which dimensions a list of positions indexes, with the positions of common shape.
struct Indexed {
  Integers dims;
  std::vector<ItemPtr> places;
  Shape shape;         // of the places
  bool apart = false;  // are other dimensions between them?
};

Indexed indexed_by(NodeContext& n, const ItemPtr& x) {
  Indexed made;
  const std::vector<ItemPtr> given = tensors(n, "indices");
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i]) continue;
    if (given[i]->dtype() == DType::bool_ || given[i]->dtype() == DType::u8)
      NodeContext::refuse("it selects by truth values, so that its shape depends on them");
    made.dims.push_back(static_cast<std::int64_t>(i));
    made.places.push_back(cast(n, given[i], DType::i64));
  }
  if (made.dims.empty()) NodeContext::refuse("it has no indices");
  if (std::ssize(given) > rank_of(x)) NodeContext::refuse("it has too many indices");
  made.shape = common_shape(made.places);
  made.apart = made.dims.back() - made.dims.front() + 1 != std::ssize(made.dims);
  return made;
}

// The indexed dimensions first, then the others.
Integers indexed_first(const Indexed& indexed, std::int64_t rank) {
  Integers order = indexed.dims;
  for (std::int64_t i = 0; i < rank; ++i)
    if (std::find(indexed.dims.begin(), indexed.dims.end(), i) == indexed.dims.end())
      order.push_back(i);
  return order;
}

// Rows of one position per indexed dimension.
ItemPtr rows_of(NodeContext& n, const Indexed& indexed) {
  const Integers shape(indexed.shape.begin(), indexed.shape.end());
  std::vector<ItemPtr> columns;
  for (const ItemPtr& each : indexed.places)
    columns.push_back(unsqueezed(n, broadcast(n, each, shape), {std::ssize(shape)}));
  if (columns.size() == 1) return columns[0];
  return step(n, "Concat", columns, {attribute("axis", std::ssize(shape))});
}

void index(NodeContext& n) {
  const ItemPtr x = self(n);
  const Indexed indexed = indexed_by(n, x);
  if (indexed.dims.size() == 1)
    return give(n, step(n, "Gather", {x, indexed.places[0]}, {attribute("axis", indexed.dims[0])}));
  const ItemPtr first = transposed(n, x, indexed_first(indexed, rank_of(x)));
  const ItemPtr made = step(n, "GatherND", {first, rows_of(n, indexed)});
  const std::int64_t places = std::ssize(indexed.shape), before = indexed.dims[0];
  if (indexed.apart || before == 0) return give(n, made);
  Integers order;  // the places go where the indexed dimensions were
  for (std::int64_t i = 0; i < before; ++i) order.push_back(places + i);
  for (std::int64_t i = 0; i < places; ++i) order.push_back(i);
  for (std::int64_t i = places + before; i < rank_of(made); ++i) order.push_back(i);
  give(n, transposed(n, made, order));
}

// One mask of truth values for the first dimensions, and one value.
bool put_by_mask(NodeContext& n, const ItemPtr& x) {
  const std::vector<ItemPtr> given = tensors(n, "indices");
  if (given.size() != 1 || !given[0] || given[0]->dtype() != DType::bool_) return false;
  const ItemPtr values = need_tensor(n, "values");
  if (element_count(values->shape()) != 1)
    NodeContext::refuse("it writes several values by truth values");
  ItemPtr mask = given[0];
  Integers more;
  for (std::int64_t i = rank_of(mask); i < rank_of(x); ++i) more.push_back(i);
  mask = unsqueezed(n, mask, more);
  ItemPtr value = reshaped(n, cast(n, values, x->dtype()), {});
  if (flag_of(n, "accumulate", false)) value = step(n, "Add", {x, value});
  give(n, step(n, "Where", {mask, value, x}));
  return true;
}

Integers inverse_of(const Integers& order) {
  Integers back(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    back[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  return back;
}

// The argument values in this shape, in which the places come first. They are given where the
// indexed dimensions are, if these are neighbours.
ItemPtr values_first(NodeContext& n, const Indexed& indexed, const Integers& shape, DType type) {
  const ItemPtr values = cast(n, need_tensor(n, "values"), type);
  const std::int64_t before = indexed.apart ? 0 : indexed.dims[0];
  const std::int64_t places = std::ssize(indexed.shape);
  if (before == 0) return broadcast(n, values, shape);
  Integers given, order;  // the shape of the values, and the place of each of its dimensions
  for (std::int64_t i = 0; i < places; ++i) order.push_back(before + i);
  for (std::int64_t i = 0; i < before; ++i) order.push_back(i);
  for (std::int64_t i = before + places; i < std::ssize(shape); ++i) order.push_back(i);
  for (const std::int64_t at : inverse_of(order))
    given.push_back(shape[static_cast<std::size_t>(at)]);
  return transposed(n, broadcast(n, values, given), order);
}

void index_put(NodeContext& n) {
  const ItemPtr x = self(n);
  if (put_by_mask(n, x)) return;
  const Indexed indexed = indexed_by(n, x);
  const Integers order = indexed_first(indexed, rank_of(x));
  const ItemPtr first = transposed(n, x, order);
  Integers shape(indexed.shape.begin(), indexed.shape.end());
  for (std::size_t i = indexed.dims.size(); i < first->shape().size(); ++i)
    shape.push_back(first->shape()[i]);
  const ItemPtr values = values_first(n, indexed, shape, x->dtype());
  Attributes attributes;
  if (flag_of(n, "accumulate", false)) attributes.push_back(attribute("reduction", "add"));
  const ItemPtr made = step(n, "ScatterND", {first, rows_of(n, indexed), values}, attributes);
  give(n, transposed(n, made, inverse_of(order)));
}

// Writes into a tensor by positions along one dimension.
ItemPtr scattered(NodeContext& n, const ItemPtr& x, const ItemPtr& source, const char* reduction) {
  const ItemPtr at = need_tensor(n, "index");
  ItemPtr values = source;
  const Integers shape = at->shape();
  if (rank_of(values) == 0) {
    values = broadcast(n, values, shape);
  } else if (values->shape() != at->shape()) {
    for (std::int64_t i = 0; i < rank_of(values); ++i)
      values = sliced(n, values, i, 0, shape.at(static_cast<std::size_t>(i)));
  }
  Attributes attributes{attribute("axis", dim_of(n, "dim", rank_of(x), 0))};
  if (reduction) attributes.push_back(attribute("reduction", reduction));
  return step(n, "ScatterElements", {x, at, cast(n, values, x->dtype())}, attributes);
}

void scatter_with(NodeContext& n, const ItemPtr& source, const char* reduction) {
  give(n, scattered(n, self(n), source, reduction));
}

const char* reduction_of(const NodeContext& n) {
  if (!has(n, "reduce")) return nullptr;
  const std::string name =
      n.choice("reduce", "sum", {"sum", "add", "prod", "multiply", "amax", "amin"});
  return name == "amax"                   ? "max"
         : name == "amin"                 ? "min"
         : name == "sum" || name == "add" ? "add"
                                          : "mul";
}

void scatter(NodeContext& n) {
  const bool tensors = tensor(n, "src") != nullptr;
  const ItemPtr source = tensors ? need_tensor(n, "src") : operand_as(n, "value", self(n)->dtype());
  scatter_with(n, source, reduction_of(n));
}

void scatter_add(NodeContext& n) {
  scatter_with(n, need_tensor(n, "src"), "add");
}

// What a reduction begins with.
double neutral(const std::string& reduction, DType type) {
  if (reduction == "prod") return 1;
  if (reduction != "amax" && reduction != "amin") return 0;
  if (is_float(type)) return reduction == "amax" ? -HUGE_VAL : HUGE_VAL;
  NodeContext::refuse("it leaves out its operand of integers (include_self=False)");
}

// Also means, and without the elements of the operand at places that are written.
void scatter_reduce(NodeContext& n) {
  const std::string name = n.choice("reduce", "sum", {"sum", "prod", "mean", "amax", "amin"});
  const bool keeps = flag_of(n, "include_self", true), mean = name == "mean";
  const ItemPtr source = need_tensor(n, "src");
  if (keeps && !mean) return scatter_with(n, source, reduction_of(n));
  const ItemPtr x = self(n);
  const DType type = x->dtype();
  const Shape shape = x->shape();
  const ItemPtr none = filled(n, {shape.begin(), shape.end()}, 0, DType::i64);
  const ItemPtr count = scattered(n, none, integer(1), "add");
  const ItemPtr some = step(n, "Greater", {count, integer(0)});
  const ItemPtr begun = keeps ? x : step(n, "Where", {some, number(neutral(name, type), type), x});
  const ItemPtr made = scattered(n, begun, source, mean ? "add" : reduction_of(n));
  if (!mean) return give(n, made);
  const ItemPtr all =
      keeps ? step(n, "Add", {count, integer(1)}) : step(n, "Max", {count, integer(1)});
  const ItemPtr divisor = cast(n, all, type);
  give(n, is_float(type) ? step(n, "Div", {made, divisor}) : floor_of_integers(n, made, divisor));
}

ItemPtr positions(std::int64_t begin, std::int64_t end, std::int64_t stride) {
  Integers all;
  for (std::int64_t i = begin; i < end; i += stride) {
    NodeContext::need_short(std::ssize(all));
    all.push_back(i);
  }
  return integers(all);
}

// A tensor with a part along one dimension replaced.
ItemPtr replaced(NodeContext& n, const ItemPtr& x, const ItemPtr& source, std::int64_t dim,
                 const ItemPtr& places) {
  Integers order(static_cast<std::size_t>(rank_of(x)));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[0], order[static_cast<std::size_t>(dim)]);
  const ItemPtr made = step(n, "ScatterND",
                            {transposed(n, x, order), unsqueezed(n, places, {1}),
                             transposed(n, cast(n, source, x->dtype()), order)});
  return transposed(n, made, order);
}

Integers part_shape(const ItemPtr& x, std::int64_t dim, std::int64_t length) {
  Integers shape = x->shape();
  shape[static_cast<std::size_t>(dim)] = length;
  return shape;
}

void slice_scatter(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  const std::int64_t have = x->shape().at(static_cast<std::size_t>(dim));
  const auto bound = [&](const char* name, std::int64_t otherwise) {
    const std::int64_t at = int_of(n, name, otherwise);
    return std::clamp<std::int64_t>(at < 0 ? at + have : at, 0, have);
  };
  const std::int64_t stride = int_of(n, "step", 1);
  if (stride < 1) NodeContext::refuse("its step is not positive");
  const ItemPtr places = positions(bound("start", 0), bound("end", have), stride);
  const ItemPtr source =
      broadcast(n, need_tensor(n, "src"), part_shape(x, dim, places->shape().at(0)));
  give(n, replaced(n, x, source, dim, places));
}

void select_scatter(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  const std::int64_t have = x->shape().at(static_cast<std::size_t>(dim));
  const std::int64_t at = n.position(int_of(n, "index", 0), have);
  const ItemPtr source = unsqueezed(n, need_tensor(n, "src"), {dim});
  give(n, replaced(n, x, broadcast(n, source, part_shape(x, dim, 1)), dim, integers({at})));
}

// Writes whole slices at positions of a dimension.
void write_slices(NodeContext& n, const ItemPtr& source, const char* reduction) {
  const ItemPtr x = self(n);
  if (rank_of(x) == 0) NodeContext::refuse("its tensor has no dimension");
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  Integers order{dim};
  for (std::int64_t i = 0; i < rank_of(x); ++i)
    if (i != dim) order.push_back(i);
  const ItemPtr at = reshaped(n, need_tensor(n, "index"), {-1, 1});
  const ItemPtr slices = rank_of(source) == 0 ? reshaped(n, source, {1}) : source;
  const ItemPtr made =
      step(n, "ScatterND", {transposed(n, x, order), at, transposed(n, slices, order)},
           {attribute("reduction", reduction)});
  give(n, transposed(n, made, inverse_of(order)));
}

void index_add(NodeContext& n) {
  ItemPtr source = need_tensor(n, "source");
  const double alpha = real_of(n, "alpha", 1);
  if (alpha != 1) source = step(n, "Mul", {source, number(alpha, source->dtype())});
  write_slices(n, source, "add");
}

void index_copy(NodeContext& n) {
  write_slices(n, need_tensor(n, "source"), "none");
}

void index_fill(NodeContext& n) {
  const ItemPtr x = self(n);
  if (rank_of(x) == 0) NodeContext::refuse("its tensor has no dimension");
  const Shape lengths = x->shape();
  Integers shape(lengths.begin(), lengths.end());
  const auto dim = static_cast<std::size_t>(dim_of(n, "dim", rank_of(x), 0));
  shape[dim] = element_count(need_tensor(n, "index")->shape());
  write_slices(n, broadcast(n, operand_as(n, "value", x->dtype()), shape), "none");
}

// The elements of a source in turn, where a mask is true.
void masked_scatter(NodeContext& n) {
  const ItemPtr x = self(n), source = need_tensor(n, "source");
  const Integers shape = x->shape();
  const ItemPtr mask = broadcast(n, cast(n, need_tensor(n, "mask"), DType::bool_), shape);
  const ItemPtr flat = reshaped(n, cast(n, mask, DType::i64), {-1});
  const ItemPtr before = step(n, "Sub", {step(n, "CumSum", {flat, integer(0)}), integer(1)});
  const std::int64_t last = element_count(source->shape()) - 1;
  if (last < 0) NodeContext::refuse("its source is empty");
  const ItemPtr at = step(n, "Clip", {before, integer(0), integer(last)});
  const ItemPtr taken = step(n, "Gather", {reshaped(n, source, {-1}), at});
  give(n, step(n, "Where", {mask, reshaped(n, cast(n, taken, x->dtype()), shape), x}));
}

// How many elements of a sorted list are below each value, or at most as large.
void buckets(NodeContext& n, const char* values, const char* list) {
  const ItemPtr sorted = need_tensor(n, list);
  if (has(n, "sorter")) NodeContext::refuse("its list has an order of its own");
  const bool right = flag_of(n, "right", false) || text_of(n, "side", "left") == "right";
  const auto [a, b] = promoted_operands(n, sorted, need_operand(n, values));
  const std::int64_t rank = rank_of(b);
  const ItemPtr x = unsqueezed(n, b, {rank});
  const ItemPtr all = rank_of(a) == 1 ? a : unsqueezed(n, a, {rank_of(a) - 1});
  const ItemPtr below = step(n, right ? "LessOrEqual" : "Less", {all, x});
  const ItemPtr made = step(n, "ReduceSum", {cast(n, below, DType::i64), integers({-1})},
                            {attribute("keepdims", std::int64_t{0})});
  give(n, flag_of(n, "out_int32", false) ? cast(n, made, DType::i32) : made);
}

void one_hot(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t classes = int_of(n, "num_classes", -1);
  if (classes < 1) NodeContext::refuse("its number of classes depends on its elements");
  give(n, step(n, "OneHot", {x, integer(classes), integers({0, 1})},
               {attribute("axis", std::int64_t{-1})}));
}

constexpr OpRow rows[] = {
    {"_unsafe_index", 1, 0, index},
    {"_unsafe_index_put", 1, 0, index_put},
    {"bucketize", 1, 0, [](NodeContext& n) { buckets(n, "self", "boundaries"); }},
    {"embedding", 1, 0, embedding},
    {"gather", 1, 0, gather},
    {"index", 1, 0, index},
    {"index_add", 1, 0, index_add},
    {"index_copy", 1, 0, index_copy},
    {"index_fill", 1, 0, index_fill},
    {"index_put", 1, 0, index_put},
    {"index_select", 1, 0, index_select},
    {"masked_scatter", 1, 0, masked_scatter},
    {"one_hot", 1, 0, one_hot},
    {"scatter", 1, 0, scatter},
    {"scatter_add", 1, 0, scatter_add},
    {"scatter_reduce", 1, 0, scatter_reduce},
    {"searchsorted", 1, 0, [](NodeContext& n) { buckets(n, "self", "sorted_sequence"); }},
    {"select_scatter", 1, 0, select_scatter},
    {"slice_scatter", 1, 0, slice_scatter},
    {"take_along_dim", 1, 0, take_along},
};

}  // namespace

std::span<const OpRow> index_rows() {
  return rows;
}

}  // namespace ng::pytorch
