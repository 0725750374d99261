// SPDX-License-Identifier: Apache-2.0
// Writes protocol buffers: a message is a sequence of fields, each a number, a wire type and
// content.
#include "tests/bench/onnx_graph.h"

#include <cstring>

namespace ng::bench {
namespace {

constexpr std::uint64_t kFloat = 1, kInt64 = 7;  // TensorProto.DataType
constexpr std::uint64_t kFloatValue = 1, kIntValue = 2, kText = 3, kIntValues = 7;  // AttributeType
constexpr std::uint64_t kExternal = 1;                                              // DataLocation
constexpr std::uint64_t kVarint = 0, kContent = 2, kFourBytes = 5;                  // wire types
constexpr std::uint64_t kModelVersion = 8, kOperators = 17;

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}
std::string head(int field, std::uint64_t kind) {
  return varint(static_cast<std::uint64_t>(field) << 3 | kind);
}
std::string number(int field, std::uint64_t value) {
  return head(field, kVarint) + varint(value);
}
std::string content(int field, const std::string& bytes) {
  return head(field, kContent) + varint(bytes.size()) + bytes;
}
std::string raw(const float* values, std::size_t count) {
  std::string bytes(count * sizeof *values, '\0');
  std::memcpy(bytes.data(), values, bytes.size());
  return bytes;
}

std::string raw(const Tensor& tensor) {
  return {reinterpret_cast<const char*>(tensor.bytes.data()),
          static_cast<std::size_t>(tensor.size()) * size_of(tensor.dtype)};
}

std::string value_info(const std::string& name, const Shape& shape, DType dtype) {
  std::string dimensions;
  for (const std::int64_t length : shape) {
    dimensions += content(1, number(1, static_cast<std::uint64_t>(length)));
  }
  const auto type = static_cast<std::uint64_t>(onnx_type(dtype));
  const std::string tensor = number(1, type) + content(2, dimensions);
  return content(1, name) + content(2, content(1, tensor));
}

std::string tensor(const std::string& name, const Shape& shape, const std::string& numbers,
                   DType dtype = DType::f32) {
  std::string dimensions;
  for (const std::int64_t length : shape) {
    dimensions += number(1, static_cast<std::uint64_t>(length));
  }
  return dimensions + number(2, static_cast<std::uint64_t>(onnx_type(dtype))) + content(8, name) +
         content(9, numbers);
}

}  // namespace

int onnx_type(DType dtype) {
  switch (dtype) {
    case DType::u8: return 2;
    case DType::i8: return 3;
    case DType::i32: return 6;
    case DType::i64: return 7;
    case DType::f16: return 10;
    default: return static_cast<int>(kFloat);
  }
}

OnnxAttribute::OnnxAttribute(const std::string& name, const char* value)
    : bytes(content(1, name) + content(4, value) + number(20, kText)) {}

OnnxAttribute::OnnxAttribute(const std::string& name, float value)
    : bytes(content(1, name) + head(2, kFourBytes) + raw(&value, 1) + number(20, kFloatValue)) {}

OnnxAttribute::OnnxAttribute(const std::string& name, std::int64_t value)
    : bytes(content(1, name) + number(3, static_cast<std::uint64_t>(value)) +
            number(20, kIntValue)) {}

OnnxAttribute::OnnxAttribute(const std::string& name, const std::vector<std::int64_t>& values)
    : bytes(content(1, name) + number(20, kIntValues)) {
  for (const std::int64_t value : values) bytes += number(8, static_cast<std::uint64_t>(value));
}

void OnnxGraph::input(const std::string& name, const Shape& shape, DType dtype) {
  inputs_ += content(11, value_info(name, shape, dtype));
}

void OnnxGraph::output(const std::string& name, const Shape& shape, DType dtype) {
  outputs_ += content(12, value_info(name, shape, dtype));
}

void OnnxGraph::constant(const std::string& name, const Tensor& value) {
  constants_ += content(5, tensor(name, value.shape, raw(value), value.dtype));
}

void OnnxGraph::external(const std::string& name, const Shape& shape, const std::string& file,
                         std::uint64_t offset) {
  std::string stored;
  for (const std::int64_t length : shape) stored += number(1, static_cast<std::uint64_t>(length));
  stored += number(2, kFloat) + content(8, name);
  stored += content(13, content(1, "location") + content(2, file));
  stored += content(13, content(1, "offset") + content(2, std::to_string(offset)));
  constants_ += content(5, stored + number(14, kExternal));
}

void OnnxGraph::sparse(const std::string& name, const Shape& shape, const Tensor& values,
                       const Tensor& places) {
  const std::string elements = raw(values.as<float>(), static_cast<std::size_t>(values.size()));
  std::string indices;
  for (const std::int64_t length : places.shape)
    indices += number(1, static_cast<std::uint64_t>(length));
  indices += number(2, kInt64);
  for (std::int64_t i = 0; i < places.size(); ++i)
    indices += number(7, static_cast<std::uint64_t>(places.as<std::int64_t>()[i]));
  std::string stored = content(1, tensor(name, values.shape, elements)) + content(2, indices);
  for (const std::int64_t length : shape) stored += number(3, static_cast<std::uint64_t>(length));
  constants_ += content(15, stored);
}

void OnnxGraph::constant(const std::string& name, float value) {
  constants_ += content(5, tensor(name, {}, raw(&value, 1)));
}

void OnnxGraph::node(const std::string& type, const std::vector<std::string>& inputs,
                     const std::string& output, const std::vector<OnnxAttribute>& attributes,
                     const std::vector<std::string>& more_outputs) {
  std::string node;
  for (const std::string& input : inputs) node += content(1, input);
  node += content(2, output);
  for (const std::string& other : more_outputs) node += content(2, other);
  node += content(4, type);
  for (const OnnxAttribute& attribute : attributes) node += content(5, attribute.bytes);
  nodes_ += content(1, node);
}

std::string OnnxGraph::model() const {
  const std::string graph = nodes_ + content(2, "bench") + constants_ + inputs_ + outputs_;
  const std::string operators = content(1, "") + number(2, kOperators);
  return number(1, kModelVersion) + content(7, graph) + content(8, operators);
}

}  // namespace ng::bench
