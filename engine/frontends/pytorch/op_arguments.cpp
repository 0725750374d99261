// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/op_arguments.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/quote.h"
#include "engine/frontends/onnx/fourier.h"
#include "engine/ops/result_type.h"

namespace ng::pytorch {
namespace {

using onnx::Attribute;
using onnx::AttributeKind;

std::optional<std::size_t> index_of(const NodeContext& n, std::string_view name) {
  const Attribute* names = n.node.find(arguments_key);
  if (!names) return {};
  const auto at = std::find(names->strings.begin(), names->strings.end(), name);
  if (at == names->strings.end()) return {};
  return static_cast<std::size_t>(at - names->strings.begin());
}

std::int64_t known_integer(const NodeContext& n, std::size_t input) {
  const Integers values = n.integers(input, "an integer of its arguments");
  NodeContext::need_count("an integer of its arguments", values.size(), 1);
  return values[0];
}

[[noreturn]] void refuse_kind(std::string_view name, const char* expected) {
  NodeContext::refuse("its argument " + quote(name) +
                      " is of another kind than expected: " + expected);
}

bool is_boolean(const NodeContext& n, std::string_view name) {
  const Attribute* names = n.node.find(booleans_key);
  return names &&
         std::find(names->strings.begin(), names->strings.end(), name) != names->strings.end();
}

int category(DType type) {
  return type == DType::bool_ ? 0 : is_float(type) ? 2 : 1;
}

bool is_unsigned(DType type) {
  return type == DType::u8 || type == DType::u16 || type == DType::u32 || type == DType::u64;
}

DType wider(DType a, DType b) {
  if (a == b) return a;
  if (is_float(a)) {
    const bool halves = size_of(a) == 2 && size_of(b) == 2;
    return halves ? DType::f32 : size_of(a) > size_of(b) ? a : b;
  }
  if (is_unsigned(a) == is_unsigned(b)) return size_of(a) > size_of(b) ? a : b;
  const DType plain = is_unsigned(a) ? b : a, other = is_unsigned(a) ? a : b;
  if (size_of(plain) > size_of(other)) return plain;
  if (other == DType::u8) return DType::i16;
  NodeContext::refuse("its operands are of types that PyTorch does not combine");
}

}  // namespace

void refuse_form(const std::string& reason) {
  NodeContext::refuse(reason + "; export the program again with run_decompositions()");
}

ItemPtr tensor(const NodeContext& n, std::string_view name) {
  const auto at = index_of(n, name);
  return at && n.has(*at) ? n.shared(*at) : nullptr;
}

ItemPtr need_tensor(const NodeContext& n, std::string_view name) {
  if (ItemPtr found = tensor(n, name)) return found;
  NodeContext::refuse("its argument " + quote(name) + " is absent, expected a tensor");
}

ItemPtr self(const NodeContext& n) {
  return need_tensor(n, "self");
}

std::vector<ItemPtr> tensors(const NodeContext& n, std::string_view name) {
  std::vector<ItemPtr> all;
  for (std::size_t i = 0;; ++i) {
    const auto at = index_of(n, std::string(name) + "." + std::to_string(i));
    if (!at) return all;
    all.push_back(n.has(*at) ? n.shared(*at) : nullptr);
  }
}

ItemPtr operand(const NodeContext& n, std::string_view name) {
  if (ItemPtr found = tensor(n, name)) return found;
  const Attribute* given = n.node.find(name);
  if (!given) return nullptr;
  if (given->kind == AttributeKind::number) return number(given->f, DType::f32);
  if (given->kind != AttributeKind::integer) refuse_kind(name, "a tensor or a number");
  if (is_boolean(n, name)) return number(static_cast<double>(given->i), DType::bool_);
  return integer(given->i);
}

ItemPtr need_operand(const NodeContext& n, std::string_view name) {
  if (ItemPtr found = operand(n, name)) return found;
  NodeContext::refuse("its argument " + quote(name) + " is absent");
}

ItemPtr operand_as(NodeContext& n, std::string_view name, DType type) {
  const Attribute* given = n.node.find(name);
  if (given && given->kind == AttributeKind::number) return number(given->f, type);
  return cast(n, need_operand(n, name), type);
}

bool has(const NodeContext& n, std::string_view name) {
  return n.given(name) || tensor(n, name) != nullptr;
}

std::int64_t int_of(const NodeContext& n, std::string_view name, std::int64_t otherwise) {
  if (const auto at = index_of(n, name); at && n.has(*at)) return known_integer(n, *at);
  return n.integer(name, otherwise);
}

double real_of(const NodeContext& n, std::string_view name, double otherwise) {
  if (const auto at = index_of(n, name); at && n.has(*at)) {
    const ng::Tensor& value = n.need_known(*at, "a number");
    NodeContext::need_count("a number", static_cast<std::size_t>(value.size()), 1);
    return value.at(0);
  }
  const Attribute* given = n.node.find(name);
  if (!given) return otherwise;
  if (given->kind == AttributeKind::integer) return static_cast<double>(given->i);
  return n.number(name, otherwise);
}

bool flag_of(const NodeContext& n, std::string_view name, bool otherwise) {
  return int_of(n, name, otherwise ? 1 : 0) != 0;
}

std::string text_of(const NodeContext& n, std::string_view name, const std::string& otherwise) {
  return n.text(name, otherwise);
}

Integers ints_of(const NodeContext& n, std::string_view name) {
  const Attribute* given = n.node.find(name);
  if (!given) {
    const auto at = index_of(n, name);
    return at && n.has(*at) ? Integers{known_integer(n, *at)} : Integers{};
  }
  if (given->kind == AttributeKind::integer) return {given->i};
  Integers values = n.list(name);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = index_of(n, std::string(name) + "." + std::to_string(i));
    if (at && n.has(*at)) values[i] = known_integer(n, *at);
  }
  return values;
}

Integers ints_of(const NodeContext& n, std::string_view name, std::size_t count,
                 std::int64_t otherwise) {
  Integers values = ints_of(n, name);
  if (values.empty()) values = {otherwise};
  if (values.size() == 1) values.resize(count, values[0]);
  NodeContext::need_count(std::string(name).c_str(), values.size(), count);
  return values;
}

std::vector<double> reals_of(const NodeContext& n, std::string_view name) {
  const Attribute* given = n.node.find(name);
  if (!given) return {};
  if (given->kind == AttributeKind::numbers) return given->floats;
  const Integers values = ints_of(n, name);
  return {values.begin(), values.end()};
}

DType type_of(const NodeContext& n, std::string_view name, DType otherwise) {
  return tensorflow::type_of(n, std::string(name).c_str(), otherwise);
}

std::int64_t dim_of(const NodeContext& n, std::string_view name, std::int64_t rank,
                    std::int64_t otherwise) {
  const std::int64_t dim = int_of(n, name, otherwise);
  if (rank == 0 && (dim == 0 || dim == -1)) return 0;
  return n.position(dim, rank);
}

Integers dims_of(const NodeContext& n, std::string_view name, std::int64_t rank) {
  Integers dims = ints_of(n, name);
  for (std::int64_t& dim : dims) dim = n.position(dim, std::max<std::int64_t>(rank, 1));
  return dims;
}

DType promoted(const ItemPtr& a, const ItemPtr& b) {
  const DType x = a->dtype(), y = b->dtype();
  if (x == y) return x;
  if (category(x) != category(y)) return category(x) > category(y) ? x : y;
  const bool scalar = a->shape().empty();
  if (scalar != b->shape().empty()) return scalar ? y : x;
  return wider(x, y);
}

std::pair<ItemPtr, ItemPtr> promoted_operands(NodeContext& n, const ItemPtr& a, const ItemPtr& b) {
  const DType type = promoted(a, b);
  return {cast(n, a, type), cast(n, b, type)};
}

DType promoted_with(const NodeContext& n, const ItemPtr& a, std::string_view name) {
  const ItemPtr b = need_operand(n, name);
  const bool literal = !tensor(n, name);
  return literal && category(a->dtype()) >= category(b->dtype()) ? a->dtype() : promoted(a, b);
}

std::pair<ItemPtr, ItemPtr> both_operands(NodeContext& n, std::string_view first,
                                          std::string_view second) {
  const bool swapped = !tensor(n, first);
  const DType type =
      promoted_with(n, need_operand(n, swapped ? second : first), swapped ? first : second);
  return {operand_as(n, first, type), operand_as(n, second, type)};
}

std::vector<ItemPtr> promoted_tensors(NodeContext& n) {
  std::vector<ItemPtr> all = tensors(n, "tensors");
  std::erase_if(all, [](const ItemPtr& each) { return !each; });
  if (all.empty()) NodeContext::refuse("it joins no tensors");
  for (std::size_t i = 1; i < all.size(); ++i) {
    const DType type = promoted(all[0], all[i]);
    for (ItemPtr& each : all) each = cast(n, each, type);
  }
  return all;
}

ItemPtr wide(NodeContext& n, const ItemPtr& x) {
  return is_float(x->dtype()) && size_of(x->dtype()) == 2 ? cast(n, x, DType::f32) : x;
}

ItemPtr as_floats(NodeContext& n, const ItemPtr& x) {
  return is_float(x->dtype()) ? x : cast(n, x, DType::f32);
}

void give(NodeContext& n, ItemPtr item, std::size_t i) {
  if (i == 0 && n.node.find(changes_key)) item = cast(n, item, n.shared(0)->dtype());
  tensorflow::give(n, std::move(item), i);
}

Shape common_shape(const std::vector<ItemPtr>& all) {
  Shape shape;
  for (const ItemPtr& each : all) {
    const Shape& other = each->shape();
    if (other.size() > shape.size()) shape.insert(shape.begin(), other.size() - shape.size(), 1);
    for (std::size_t i = 0; i < other.size(); ++i) {
      std::int64_t& length = shape[shape.size() - other.size() + i];
      if (length != other[i] && length != 1 && other[i] != 1)
        NodeContext::refuse("its tensors have no common shape");
      if (length == 1) length = other[i];
    }
  }
  return shape;
}

ItemPtr hypotenuse(NodeContext& n, const ItemPtr& a, const ItemPtr& b) {
  const DType type = a->dtype();
  const ItemPtr p = wide(n, a), q = wide(n, b), one = like(p, 1);
  const ItemPtr less = step(n, "Less", {step(n, "Abs", {p}), step(n, "Abs", {q})});
  const ItemPtr longer = step(n, "Abs", {step(n, "Where", {less, q, p})});
  // With its sign: it may be 0, where the derivative of its size is none.
  const ItemPtr shorter = step(n, "Where", {less, p, q});
  const ItemPtr none = step(n, "Equal", {longer, like(p, 0)});
  const ItemPtr ratio = step(n, "Div", {shorter, step(n, "Where", {none, one, longer})});
  const ItemPtr root = step(n, "Sqrt", {step(n, "Add", {one, step(n, "Mul", {ratio, ratio})})});
  const ItemPtr made = step(n, "Mul", {longer, root});
  const ItemPtr far = step(n, "Or", {step(n, "IsInf", {p}), step(n, "IsInf", {q})});
  return cast(n, step(n, "Where", {far, like(p, HUGE_VAL), made}), type);
}

ItemPtr filled(NodeContext& n, const Integers& shape, double value, DType dtype) {
  for (const std::int64_t length : shape)
    if (length < 0) NodeContext::refuse("a length of its result is negative");
  if (shape.empty()) return number(value, dtype);
  return step(n, "Expand", {number(value, dtype), integers(shape)});
}

ItemPtr broadcast(NodeContext& n, const ItemPtr& x, const Integers& shape) {
  return x->shape() == Shape(shape.begin(), shape.end()) ? x
                                                         : step(n, "Expand", {x, integers(shape)});
}

ItemPtr framed(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t size,
               std::int64_t stride) {
  const ScopedResultType type(x->dtype());
  auto made = std::make_shared<onnx::Item>();
  made->op = onnx::framed(n, onnx::op_of(*x, n.dims), static_cast<std::size_t>(dim), size, stride);
  onnx::fold(*made, {x});
  return made;
}

ItemPtr constant_of(ng::Tensor value) {
  auto item = std::make_shared<onnx::Item>();
  item->known = std::move(value);
  return item;
}

ItemPtr flipped(NodeContext& n, const ItemPtr& x, std::int64_t dim) {
  return sliced(n, x, dim, -1, INT64_MIN, -1);
}

ItemPtr swapped(NodeContext& n, const ItemPtr& x, std::int64_t a, std::int64_t b) {
  if (a == b) return x;
  Integers order(static_cast<std::size_t>(rank_of(x)));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]);
  return transposed(n, x, order);
}

}  // namespace ng::pytorch
