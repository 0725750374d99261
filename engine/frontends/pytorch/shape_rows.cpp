// SPDX-License-Identifier: Apache-2.0
// Shapes, copies, parts and joins of tensors.
#include <algorithm>
#include <numeric>

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

std::int64_t length(const ItemPtr& x, std::int64_t dim) {
  return x->shape().at(static_cast<std::size_t>(dim));  // a scalar has none
}

void same(NodeContext& n) {
  give(n, has(n, "self") ? self(n) : need_tensor(n, "input"));
}

void detach(NodeContext& n) {
  give(n, stopped(n, self(n)));
}

void copy_typed(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, cast(n, x, type_of(n, "dtype", x->dtype())));
}

void as_other(NodeContext& n) {
  give(n, cast(n, self(n), need_tensor(n, "other")->dtype()));
}

void reshape(NodeContext& n) {
  const Integers shape = ints_of(n, has(n, "size") ? "size" : "shape");
  give(n, reshaped(n, self(n), shape));
}

void reshape_as(NodeContext& n) {
  const Shape shape = need_tensor(n, "other")->shape();
  give(n, reshaped(n, self(n), {shape.begin(), shape.end()}));
}

void flatten(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t rank = rank_of(x);
  if (rank == 0) return give(n, reshaped(n, x, {1}));
  const std::int64_t first = dim_of(n, "start_dim", rank, 0), last = dim_of(n, "end_dim", rank, -1);
  Integers shape;
  for (std::int64_t i = 0; i < rank; ++i) {
    if (i > first && i <= last)
      shape.back() *= length(x, i);
    else
      shape.push_back(length(x, i));
  }
  give(n, reshaped(n, x, shape));
}

void unflatten(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  Integers sizes = ints_of(n, "sizes"), shape;
  std::int64_t known = 1;
  for (const std::int64_t each : sizes) known *= each < 0 ? 1 : each;
  for (std::int64_t& each : sizes)
    if (each < 0) each = known == 0 ? 0 : length(x, dim) / known;
  for (std::int64_t i = 0; i < rank_of(x); ++i) {
    if (i == dim)
      shape.insert(shape.end(), sizes.begin(), sizes.end());
    else
      shape.push_back(length(x, i));
  }
  give(n, reshaped(n, x, shape));
}

void permute(NodeContext& n) {
  const ItemPtr x = self(n);
  const Integers order = dims_of(n, "dims", rank_of(x));
  give(n, order.empty() ? x : transposed(n, x, order));
}

void transpose(NodeContext& n) {
  const ItemPtr x = self(n);
  const bool axes = has(n, "axis0");
  const std::int64_t rank = rank_of(x);
  if (rank == 0) return give(n, x);
  give(n, swapped(n, x, dim_of(n, axes ? "axis0" : "dim0", rank, 0),
                  dim_of(n, axes ? "axis1" : "dim1", rank, 0)));
}

void transpose_matrix(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t rank = rank_of(x);
  give(n, rank < 2 ? x : swapped(n, x, rank - 2, rank - 1));
}

void reverse_dims(NodeContext& n) {
  const ItemPtr x = self(n);
  Integers order(static_cast<std::size_t>(rank_of(x)));
  std::iota(order.rbegin(), order.rend(), 0);
  give(n, order.empty() ? x : transposed(n, x, order));
}

void move_dims(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t rank = rank_of(x);
  const Integers from = dims_of(n, "source", rank), to = dims_of(n, "destination", rank);
  NodeContext::need_count("its destination", to.size(), from.size());
  Integers order(static_cast<std::size_t>(rank), -1), rest;
  for (std::size_t i = 0; i < from.size(); ++i) order.at(static_cast<std::size_t>(to[i])) = from[i];
  for (std::int64_t i = 0; i < rank; ++i)
    if (std::find(from.begin(), from.end(), i) == from.end()) rest.push_back(i);
  std::size_t at = 0;
  for (std::int64_t& each : order)
    if (each < 0) each = rest.at(at++);
  give(n, transposed(n, x, order));
}

// Dimensions of other lengths than 1 stay.
void squeeze(NodeContext& n) {
  const ItemPtr x = self(n);
  Integers dims = dims_of(n, "dim", rank_of(x));
  if (!has(n, "dim"))
    for (std::int64_t i = 0; i < rank_of(x); ++i) dims.push_back(i);
  if (rank_of(x) == 0) return give(n, x);
  std::erase_if(dims, [&](std::int64_t dim) { return length(x, dim) != 1; });
  give(n, squeezed(n, x, dims));
}

void unsqueeze(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, unsqueezed(n, x, {n.position(int_of(n, "dim", 0), rank_of(x) + 1)}));
}

ItemPtr expanded(NodeContext& n, const ItemPtr& x, Integers shape) {
  const std::size_t more = shape.size() - std::min(shape.size(), x->shape().size());
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] >= 0) continue;
    if (i < more) NodeContext::refuse("the length of a new dimension is -1");
    shape[i] = x->shape()[i - more];
  }
  return broadcast(n, x, shape);
}

void expand(NodeContext& n) {
  give(n, expanded(n, self(n), ints_of(n, "size")));
}

void expand_as(NodeContext& n) {
  const Shape shape = need_tensor(n, "other")->shape();
  give(n, expanded(n, self(n), {shape.begin(), shape.end()}));
}

void broadcast_tensors(NodeContext& n) {
  const std::vector<ItemPtr> all = tensors(n, "tensors");
  const Shape shape = common_shape(all);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (n.wants(i)) give(n, broadcast(n, all[i], shape), i);
}

void slice(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  const std::int64_t stride = int_of(n, "step", 1);
  if (stride < 1) NodeContext::refuse("its step is not positive");
  give(n, sliced(n, x, dim, int_of(n, "start", 0), int_of(n, "end", INT64_MAX), stride));
}

ItemPtr selected(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t at) {
  const std::int64_t have = length(x, dim);
  if (at < -have || at >= have) NodeContext::refuse("its index is outside of the dimension");
  if (at < 0) at += have;
  return squeezed(n, sliced(n, x, dim, at, at + 1), {dim});
}

void select(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, selected(n, x, dim_of(n, "dim", rank_of(x), 0), int_of(n, "index", 0)));
}

void narrow(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0), have = length(x, dim);
  std::int64_t start = int_of(n, "start", 0);
  if (start < 0) start += have;
  give(n, sliced(n, x, dim, start, start + int_of(n, "length", 0)));
}

void give_parts(NodeContext& n, const ItemPtr& x, std::int64_t dim, const Integers& sizes) {
  if (sizes.size() < n.results.size()) NodeContext::refuse("it has too few parts");
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (n.wants(i)) give(n, sliced(n, x, dim, begin, begin + sizes[i]), i);
    begin += sizes[i];
  }
}

Integers equal_parts(std::int64_t have, std::int64_t each) {
  if (each < 1) NodeContext::refuse("the length of its parts is not positive");
  Integers sizes;
  for (std::int64_t begin = 0; begin < have; begin += each) {
    NodeContext::need_short(std::ssize(sizes));
    sizes.push_back(std::min(each, have - begin));
  }
  if (sizes.empty()) sizes.push_back(0);
  return sizes;
}

void split(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  const char* name = has(n, "split_sizes") ? "split_sizes" : "split_size";
  const onnx::Attribute* given = n.node.find(name);
  const bool list = given && given->kind == onnx::AttributeKind::integers;
  const Integers sizes = ints_of(n, name);
  if (sizes.empty()) NodeContext::refuse("it has no sizes");
  give_parts(n, x, dim, list ? sizes : equal_parts(length(x, dim), sizes[0]));
}

void chunk(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0), have = length(x, dim);
  const std::int64_t chunks = int_of(n, "chunks", 1);
  if (chunks < 1) NodeContext::refuse("it has no chunks");
  give_parts(n, x, dim, equal_parts(have, std::max<std::int64_t>((have + chunks - 1) / chunks, 1)));
}

void unbind(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  for (std::size_t i = 0; i < n.results.size(); ++i)
    if (n.wants(i)) give(n, selected(n, x, dim, static_cast<std::int64_t>(i)), i);
}

// Empty tensors of rank 1 join with tensors of any rank.
void concatenate(NodeContext& n) {
  std::vector<ItemPtr> all = promoted_tensors(n);
  if (all.size() > 1) {
    std::vector<ItemPtr> full;
    for (const ItemPtr& each : all)
      if (each->shape() != Shape{0}) full.push_back(each);
    if (!full.empty()) all = full;
  }
  const std::int64_t dim = dim_of(n, "dim", rank_of(all[0]), 0);
  give(n, all.size() == 1 ? all[0] : step(n, "Concat", all, {attribute("axis", dim)}));
}

void stack(NodeContext& n) {
  std::vector<ItemPtr> all = promoted_tensors(n);
  const std::int64_t dim = n.position(int_of(n, "dim", 0), rank_of(all[0]) + 1);
  for (ItemPtr& each : all) each = unsqueezed(n, each, {dim});
  give(n, step(n, "Concat", all, {attribute("axis", dim)}));
}

void repeat(NodeContext& n) {
  ItemPtr x = self(n);
  Integers times = ints_of(n, has(n, "repeats") ? "repeats" : "dims");
  const auto rank = static_cast<std::size_t>(rank_of(x));
  if (times.size() < rank) times.insert(times.begin(), rank - times.size(), 1);
  Shape shape = x->shape();
  shape.insert(shape.begin(), times.size() - rank, 1);
  if (shape.empty()) return give(n, x);
  x = reshaped(n, x, {shape.begin(), shape.end()});
  give(n, step(n, "Tile", {x, integers(times)}));
}

void repeat_interleave(NodeContext& n) {
  ItemPtr x = self(n);
  if (!n.given("repeats")) NodeContext::refuse("its repeats are no integer");
  const std::int64_t times = int_of(n, "repeats", 1);
  if (!has(n, "dim")) x = reshaped(n, x, {-1});
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0), have = length(x, dim);
  Integers shape = x->shape();
  Integers apart = shape;
  apart.insert(apart.begin() + dim + 1, times);
  shape[static_cast<std::size_t>(dim)] = have * times;
  give(n, reshaped(n, broadcast(n, unsqueezed(n, x, {dim + 1}), apart), shape));
}

void flip(NodeContext& n) {
  ItemPtr x = self(n);
  for (const std::int64_t dim : dims_of(n, "dims", rank_of(x))) x = flipped(n, x, dim);
  give(n, x);
}

void roll(NodeContext& n) {
  ItemPtr x = self(n);
  const Integers shifts = ints_of(n, "shifts"), dims = dims_of(n, "dims", rank_of(x));
  if (dims.empty() && shifts.size() == 1) {
    const Integers shape = x->shape();
    return give(n, reshaped(n, rolled(n, reshaped(n, x, {-1}), 0, shifts[0]), shape));
  }
  NodeContext::need_count("its shifts", shifts.size(), dims.size());
  for (std::size_t i = 0; i < dims.size(); ++i) x = rolled(n, x, dims[i], shifts[i]);
  give(n, x);
}

// The frequency 0 moves between the first place and the middle; `up`: of odd lengths.
void shift_frequencies(NodeContext& n, std::int64_t up) {
  ItemPtr x = self(n);
  Integers dims = dims_of(n, "dim", rank_of(x));
  if (dims.empty())
    for (std::int64_t i = 0; i < rank_of(x); ++i) dims.push_back(i);
  for (const std::int64_t dim : dims) x = rolled(n, x, dim, (length(x, dim) + up) / 2);
  give(n, x);
}

// Pairs from the last dimension on: before, after.
ItemPtr padded(NodeContext& n, const ItemPtr& x, const char* mode, const ItemPtr& value) {
  const Integers pads = ints_of(n, has(n, "pad") ? "pad" : "padding");
  const auto rank = static_cast<std::size_t>(rank_of(x));
  if (pads.size() % 2 != 0 || pads.size() / 2 > rank)
    NodeContext::refuse("its padding does not fit its operand");
  Integers both(2 * rank, 0);
  for (std::size_t i = 0; i < pads.size() / 2; ++i) {
    both[rank - 1 - i] = pads[2 * i];
    both[2 * rank - 1 - i] = pads[2 * i + 1];
  }
  return step(n, "Pad", {x, integers(both), value}, {attribute("mode", mode)});
}

void pad_constant(NodeContext& n) {
  const ItemPtr x = self(n);
  const ItemPtr value =
      has(n, "value") ? operand_as(n, "value", x->dtype()) : number(0, x->dtype());
  give(n, padded(n, x, "constant", value));
}

void pad(NodeContext& n) {
  const std::string mode =
      n.choice("mode", "constant", {"constant", "reflect", "replicate", "circular"});
  if (mode == "constant") return pad_constant(n);
  const char* name = mode == "reflect" ? "reflect" : mode == "replicate" ? "edge" : "wrap";
  give(n, padded(n, self(n), name, nullptr));
}

void pad_reflect(NodeContext& n) {
  give(n, padded(n, self(n), "reflect", nullptr));
}
void pad_edge(NodeContext& n) {
  give(n, padded(n, self(n), "edge", nullptr));
}

void triangle(NodeContext& n, bool upper) {
  const ItemPtr x = self(n);
  const DType type = x->dtype();
  const bool truth = type == DType::bool_;
  const ItemPtr made =
      step(n, "Trilu", {truth ? cast(n, x, DType::i32) : x, integer(int_of(n, "diagonal", 0))},
           {attribute("upper", std::int64_t{upper})});
  give(n, cast(n, made, type));
}

// Windows along one dimension: a new last dimension has the elements of each.
void unfold(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dimension", rank_of(x), 0);
  const ItemPtr made = framed(n, x, dim, int_of(n, "size", 1), int_of(n, "step", 1));
  Integers order;
  for (std::int64_t i = 0; i < rank_of(made); ++i)
    if (i != dim + 1) order.push_back(i);
  order.push_back(dim + 1);
  give(n, transposed(n, made, order));
}

// The elements along two dimensions whose positions differ by an offset, as a last dimension.
void diagonal(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t rank = rank_of(x), first = dim_of(n, "dim1", rank, 0);
  const std::int64_t second = dim_of(n, "dim2", rank, 1), offset = int_of(n, "offset", 0);
  if (first == second) NodeContext::refuse("its dimensions are the same");
  Integers order, shape, places;
  for (std::int64_t i = 0; i < rank; ++i)
    if (i != first && i != second) order.push_back(i);
  for (const std::int64_t i : order) shape.push_back(length(x, i));
  order.insert(order.end(), {first, second});
  const std::int64_t rows = length(x, first), columns = length(x, second);
  shape.push_back(rows * columns);
  const std::int64_t down = std::max<std::int64_t>(-offset, 0);
  const std::int64_t right = std::max<std::int64_t>(offset, 0);
  for (std::int64_t i = 0; i + down < rows && i + right < columns; ++i) {
    NodeContext::need_short(i);
    places.push_back((i + down) * columns + i + right);
  }
  const ItemPtr flat = reshaped(n, transposed(n, x, order), shape);
  give(n, step(n, "Gather", {flat, integers(places)}, {attribute("axis", rank - 2)}));
}

// Elements by their places in memory, of a tensor that is row-major there.
void as_strided(NodeContext& n) {
  const ItemPtr x = self(n);
  if (!n.given(row_major_key)) NodeContext::refuse("its operand is not row-major in memory");
  const Integers shape = ints_of(n, "size"), strides = ints_of(n, "stride");
  NodeContext::need_count("its list of strides", strides.size(), shape.size());
  const std::int64_t count = element_count({shape.begin(), shape.end()});
  NodeContext::need_short(count);
  Integers places(static_cast<std::size_t>(count), int_of(n, "storage_offset", 0));
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t rest = i;
    for (std::size_t k = shape.size(); k-- > 0; rest /= shape[k])
      places[static_cast<std::size_t>(i)] += rest % shape[k] * strides[k];
  }
  const std::int64_t have = element_count(x->shape());
  for (const std::int64_t place : places)
    if (place < 0 || place >= have) NodeContext::refuse("it reads beyond its operand");
  const ItemPtr flat = reshaped(n, x, {-1});
  give(n, reshaped(n, step(n, "Gather", {flat, integers(places)}), shape));
}

constexpr OpRow rows[] = {
    {"_reshape_alias", 1, 0, reshape},
    {"_to_copy", 1, 0, copy_typed},
    {"_unsafe_view", 1, 0, reshape},
    {"adjoint", 1, 0, transpose_matrix},
    {"_conj", 1, 0, same},
    {"_conj_physical", 1, 0, same},
    {"alias", 1, 0, same},
    {"as_strided", 1, 0, as_strided},
    {"broadcast_tensors", 1, 0, broadcast_tensors},
    {"cat", 1, 0, concatenate},
    {"chunk", 1, 0, chunk},
    {"clone", 1, 0, same},
    {"concat", 1, 0, concatenate},
    {"conj", 1, 0, same},
    {"conj_physical", 1, 0, same},
    {"constant_pad_nd", 1, 0, pad_constant},
    {"contiguous", 1, 0, same},
    {"detach", 1, 0, detach},
    {"diagonal", 1, 0, diagonal},
    {"expand", 1, 0, expand},
    {"expand_as", 1, 0, expand_as},
    {"fft_fftshift", 1, 0, [](NodeContext& n) { shift_frequencies(n, 0); }},
    {"fft_ifftshift", 1, 0, [](NodeContext& n) { shift_frequencies(n, 1); }},
    {"flatten", 1, 0, flatten},
    {"flip", 1, 0, flip},
    {"lift_fresh_copy", 1, 0, same},
    {"mH", 1, 0, transpose_matrix},
    {"mT", 1, 0, transpose_matrix},
    {"matrix_H", 1, 0, transpose_matrix},
    {"movedim", 1, 0, move_dims},
    {"narrow", 1, 0, narrow},
    {"numpy_T", 1, 0, reverse_dims},
    {"pad", 1, 0, pad},
    {"permute", 1, 0, permute},
    {"real", 1, 0, same},
    {"reflection_pad1d", 1, 0, pad_reflect},
    {"reflection_pad2d", 1, 0, pad_reflect},
    {"reflection_pad3d", 1, 0, pad_reflect},
    {"repeat", 1, 0, repeat},
    {"repeat_interleave", 1, 0, repeat_interleave},
    {"replication_pad1d", 1, 0, pad_edge},
    {"replication_pad2d", 1, 0, pad_edge},
    {"replication_pad3d", 1, 0, pad_edge},
    {"reshape", 1, 0, reshape},
    {"reshape_as", 1, 0, reshape_as},
    {"resolve_conj", 1, 0, same},
    {"resolve_neg", 1, 0, same},
    {"roll", 1, 0, roll},
    {"select", 1, 0, select},
    {"slice", 1, 0, slice},
    {"split", 1, 0, split},
    {"split_with_sizes", 1, 0, split},
    {"squeeze", 1, 0, squeeze},
    {"stack", 1, 0, stack},
    {"swapaxes", 1, 0, transpose},
    {"t", 1, 0, transpose_matrix},
    {"tile", 1, 0, repeat},
    {"to", 1, 0, copy_typed},
    {"to.other", 1, 0, as_other},
    {"transpose", 1, 0, transpose},
    {"tril", 1, 0, [](NodeContext& n) { triangle(n, false); }},
    {"triu", 1, 0, [](NodeContext& n) { triangle(n, true); }},
    {"type_as", 1, 0, as_other},
    {"unbind", 1, 0, unbind},
    {"unflatten", 1, 0, unflatten},
    {"unfold", 1, 0, unfold},
    {"unsqueeze", 1, 0, unsqueeze},
    {"view", 1, 0, reshape},
    {"view.dtype", 1, 0,
     [](NodeContext&) { NodeContext::refuse("it reads its bits as another type"); }},
    {"view_as", 1, 0, reshape_as},
};

}  // namespace

std::span<const OpRow> shape_rows() {
  return rows;
}

}  // namespace ng::pytorch
