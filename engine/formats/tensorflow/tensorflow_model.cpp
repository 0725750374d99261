// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensorflow/tensorflow_model.h"

#include <algorithm>
#include <cstring>

namespace ng::tensorflow {
namespace {

struct Row {
  std::string_view name;
  std::optional<DType> dtype;
};

// By the number of the type.
constexpr Row rows[] = {
    {"DT_INVALID", {}},
    {"DT_FLOAT", DType::f32},
    {"DT_DOUBLE", DType::f64},
    {"DT_INT32", DType::i32},
    {"DT_UINT8", DType::u8},
    {"DT_INT16", DType::i16},
    {"DT_INT8", DType::i8},
    {"DT_STRING", {}},
    {"DT_COMPLEX64", {}},
    {"DT_INT64", DType::i64},
    {"DT_BOOL", DType::bool_},
    {"DT_QINT8", {}},
    {"DT_QUINT8", {}},
    {"DT_QINT32", {}},
    {"DT_BFLOAT16", DType::bf16},
    {"DT_QINT16", {}},
    {"DT_QUINT16", {}},
    {"DT_UINT16", DType::u16},
    {"DT_COMPLEX128", {}},
    {"DT_HALF", DType::f16},
    {"DT_RESOURCE", {}},
    {"DT_VARIANT", {}},
    {"DT_UINT32", DType::u32},
    {"DT_UINT64", DType::u64},
    {"DT_FLOAT8_E5M2", {}},
    {"DT_FLOAT8_E4M3FN", {}},
    {"DT_FLOAT8_E4M3FNUZ", {}},
    {"DT_FLOAT8_E4M3B11FNUZ", {}},
    {"DT_FLOAT8_E5M2FNUZ", {}},
    {"DT_INT4", {}},
    {"DT_UINT4", {}},
    {"DT_INT2", {}},
    {"DT_UINT2", {}},
};
static_assert(std::size(rows) == newest_type + 1);

const Row& row_of(DataType type) {
  return rows[static_cast<std::size_t>(type)];
}

}  // namespace

std::optional<DType> dtype_of(DataType type) {
  return row_of(type).dtype;
}

std::string_view name(DataType type) {
  return row_of(type).name;
}

std::optional<DataType> type_named(std::string_view name) {
  if (name.ends_with("_REF")) name.remove_suffix(4);
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    if (rows[i].name == name) return static_cast<DataType>(i);
  }
  return std::nullopt;
}

const AttrValue* NodeDef::find(const std::string& attr) const {
  const auto at = attrs.find(attr);
  return at == attrs.end() ? nullptr : &at->second;
}

const MetaGraph& graph_to_serve(const Model& model) {
  for (const MetaGraph& graph : model.graphs) {
    if (std::find(graph.tags.begin(), graph.tags.end(), "serve") != graph.tags.end()) return graph;
  }
  return model.graphs.front();
}

bool TensorProto::is_splat() const {
  const auto dtype = dtype_of(type);
  return dtype && stored().size() <= size_of(*dtype) && element_count(dims) > 1;
}

Tensor contents(const TensorProto& tensor) {
  Tensor made(dtype_of(tensor.type).value(), tensor.dims);
  const std::span<const std::byte> stored = tensor.stored();
  if (made.bytes.empty() || stored.empty()) return made;
  std::memcpy(made.bytes.data(), stored.data(), std::min(stored.size(), made.bytes.size()));
  const std::size_t element = size_of(made.dtype);
  for (std::size_t at = stored.size(); at < made.bytes.size(); at += element) {
    std::memcpy(made.bytes.data() + at, stored.data() + stored.size() - element, element);
  }
  return made;
}

}  // namespace ng::tensorflow
