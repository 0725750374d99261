// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/pytorch/numpy_pickle.h"

#include <algorithm>

#include "engine/formats/tensors/npy_types.h"

namespace ng {
namespace {

using Id = PickleData::Id;

constexpr std::size_t most_rank = 32;
constexpr const char* unknown_form = "its pickle has an unknown form";

std::string_view callable_of(const PickleData& pickle, Id object) {
  if (pickle.kind(object) != PickleKind::object) return {};
  const Id callable = pickle.callable(object);
  return pickle.kind(callable) == PickleKind::global ? pickle.text(callable) : std::string_view();
}

std::vector<Id> arguments_of(const PickleData& pickle, Id object) {
  return pickle.items(pickle.arguments(object), 8);
}

std::vector<Id> items_of_tuple(const PickleData& pickle, Id id, std::size_t most) {
  if (id == PickleData::nothing || pickle.kind(id) != PickleKind::tuple) return {};
  return pickle.items(id, most);
}

// Protocol 2 has no bytes: their codes are the characters of a text in UTF-8.
std::optional<std::vector<std::byte>> bytes_of_text(std::string_view text) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first < 0x80) {
      bytes.push_back(std::byte{first});
      continue;
    }
    const bool latin = (first == 0xc2 || first == 0xc3) && i + 1 < text.size();
    if (!latin) return std::nullopt;
    const auto second = static_cast<unsigned char>(text[++i]);
    bytes.push_back(static_cast<std::byte>((first & 3) << 6 | (second & 0x3f)));
  }
  return bytes;
}

std::optional<std::vector<std::byte>> bytes_of(const PickleData& pickle, Id id) {
  if (pickle.kind(id) == PickleKind::bytes || pickle.kind(id) == PickleKind::text) {
    const auto bytes = std::as_bytes(std::span(pickle.text(id)));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  }
  const std::string_view call = callable_of(pickle, id);
  if (call.empty()) return std::nullopt;
  const std::vector<Id> arguments = arguments_of(pickle, id);
  if (call.ends_with(".bytes") && arguments.empty()) return std::vector<std::byte>();
  const bool encoded = call == "_codecs.encode" && arguments.size() == 2 &&
                       pickle.kind(arguments[0]) == PickleKind::text;
  return encoded ? bytes_of_text(pickle.text(arguments[0])) : std::nullopt;
}

// Calls numpy.dtype('f4', …), with the byte order in its state.
std::optional<NpyType> type_of(const PickleData& pickle, Id id) {
  if (callable_of(pickle, id) != "numpy.dtype") return std::nullopt;
  const std::vector<Id> arguments = arguments_of(pickle, id);
  if (arguments.empty() || pickle.kind(arguments[0]) != PickleKind::text) return std::nullopt;
  const std::vector<Id> state = items_of_tuple(pickle, pickle.state(id), 2);
  const bool ordered = state.size() == 2 && pickle.kind(state[1]) == PickleKind::text;
  const std::string order = ordered && pickle.text(state[1]) == ">" ? ">" : "<";
  return npy_type(order + std::string(pickle.text(arguments[0])));
}

std::optional<Shape> shape_of(const PickleData& pickle, Id id) {
  const PickleKind kind = pickle.kind(id);
  if (kind != PickleKind::tuple && kind != PickleKind::list) return std::nullopt;
  Shape shape;
  for (const Id item : pickle.items(id, most_rank + 1)) {
    const auto length = pickle.integer(item);
    if (!length || *length < 0) return std::nullopt;
    shape.push_back(*length);
  }
  if (shape.size() > most_rank) return std::nullopt;
  return shape;
}

struct Parts {
  std::optional<NpyType> type;
  std::optional<Shape> shape;
  bool columns_first = false;
  Id bytes = PickleData::nothing;
};

// _reconstruct(class, (0,), b'b') with the state (version, shape, dtype, columns first, bytes).
Parts parts_of_state(const PickleData& pickle, Id object) {
  const std::vector<Id> state = items_of_tuple(pickle, pickle.state(object), 6);
  if (state.size() != 5) return {};
  const bool columns = pickle.kind(state[3]) == PickleKind::boolean && pickle.boolean(state[3]);
  return {type_of(pickle, state[2]), shape_of(pickle, state[1]), columns, state[4]};
}

// _frombuffer(bytes, dtype, shape, order)
Parts parts_of_buffer(const PickleData& pickle, Id object) {
  const std::vector<Id> given = arguments_of(pickle, object);
  if (given.size() != 4) return {};
  const bool columns = pickle.kind(given[3]) == PickleKind::text && pickle.text(given[3]) == "F";
  return {type_of(pickle, given[1]), shape_of(pickle, given[2]), columns, given[0]};
}

// scalar(dtype, bytes)
Parts parts_of_scalar(const PickleData& pickle, Id object) {
  const std::vector<Id> given = arguments_of(pickle, object);
  if (given.size() != 2) return {};
  return {type_of(pickle, given[0]), Shape(), false, given[1]};
}

std::optional<Parts> parts_of(const PickleData& pickle, Id object) {
  const std::string_view call = callable_of(pickle, object);
  if (!call.starts_with("numpy.")) return std::nullopt;
  if (call.ends_with("multiarray._reconstruct")) return parts_of_state(pickle, object);
  if (call.ends_with("multiarray.scalar")) return parts_of_scalar(pickle, object);
  if (call.ends_with("numeric._frombuffer")) return parts_of_buffer(pickle, object);
  return std::nullopt;
}

std::vector<std::int64_t> column_strides(const Shape& shape) {
  std::vector<std::int64_t> strides;
  std::int64_t stride = 1;
  for (const std::int64_t length : shape) {
    strides.push_back(stride);
    stride *= length;
  }
  return strides;
}

// Do `bytes` have the size of the type and shape?
bool fits(const StoredTensor& array, std::size_t bytes) {
  if (std::count(array.shape.begin(), array.shape.end(), 0) > 0) return bytes == 0;
  unsigned __int128 size = static_cast<unsigned __int128>(array.dtype.bits()) / 8;
  for (const std::int64_t length : array.shape) {
    size *= static_cast<unsigned __int128>(length);
    if (size > bytes) return false;
  }
  return size == bytes;
}

}  // namespace

std::optional<StoredTensor> numpy_array(const PickleData& pickle, PickleData::Id object) {
  const std::optional<Parts> parts = parts_of(pickle, object);
  if (!parts) return std::nullopt;
  StoredTensor array;
  array.dtype = StoredType("numpy.ndarray");
  if (!parts->type || !parts->shape) {
    array.fault = unknown_form;
    return array;
  }
  if (!is_countable(*parts->shape)) {
    array.fault = "its shape " + to_string(*parts->shape) + " is impossible";
    return array;
  }
  array.dtype = parts->type->dtype;
  array.shape = *parts->shape;
  if (parts->type->objects) {
    array.fault = "it holds Python objects, and a pickle is not executed";
    return array;
  }
  auto bytes = bytes_of(pickle, parts->bytes);
  if (!bytes || !array.dtype.fills_bytes() || !fits(array, bytes->size())) {
    array.fault = bytes ? "its bytes do not fit its type and shape" : unknown_form;
    return array;
  }
  array.swapped = parts->type->swapped;
  if (parts->columns_first && array.shape.size() > 1 && !bytes->empty())
    array.strides = column_strides(array.shape);
  array.value = std::make_shared<const std::vector<std::byte>>(in_order(array, std::move(*bytes)));
  array.swapped = false;
  array.strides.clear();
  return array;
}

}  // namespace ng
