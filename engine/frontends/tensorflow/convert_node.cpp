// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/convert_node.h"

namespace ng::tensorflow {
namespace {

using onnx::AttributeKind;
using onnx::ElementType;

// By the number of the type of TensorFlow.
constexpr ElementType types[] = {
    ElementType::undefined, ElementType::f32,       ElementType::f64,        ElementType::i32,
    ElementType::u8,        ElementType::i16,       ElementType::i8,         ElementType::text,
    ElementType::complex64, ElementType::i64,       ElementType::boolean,    ElementType::undefined,
    ElementType::undefined, ElementType::undefined, ElementType::bf16,       ElementType::undefined,
    ElementType::undefined, ElementType::u16,       ElementType::complex128, ElementType::f16,
    ElementType::undefined, ElementType::undefined, ElementType::u32,        ElementType::u64,
};

std::vector<std::int64_t> lengths_of(const PartialShape& shape) {
  return shape.value_or(std::vector<std::int64_t>{});
}

void fill_list(const AttrValue& value, onnx::Attribute& made) {
  made.kind = AttributeKind::integers;
  made.ints = value.integers;
  for (const DataType type : value.types) {
    made.ints.push_back(static_cast<std::int64_t>(element_type(type)));
  }
  if (!value.texts.empty()) {
    made.kind = AttributeKind::texts;
    made.strings = value.texts;
  } else if (!value.numbers.empty()) {
    made.kind = AttributeKind::numbers;
    made.floats = value.numbers;
  }
}

onnx::Attribute attribute_of(const std::string& name, const AttrValue& value) {
  onnx::Attribute made;
  made.name = name;
  switch (value.kind) {
    case AttrKind::none:
    case AttrKind::tensor: made.kind = AttributeKind::undefined; break;
    case AttrKind::text:
    case AttrKind::function:
      made.kind = AttributeKind::text;
      made.s = value.s;
      break;
    case AttrKind::number:
      made.kind = AttributeKind::number;
      made.f = value.f;
      break;
    case AttrKind::integer:
    case AttrKind::boolean:
    case AttrKind::type:
      made.kind = AttributeKind::integer;
      made.i = value.kind == AttrKind::integer ? value.i
               : value.kind == AttrKind::boolean
                   ? std::int64_t{value.b}
                   : static_cast<std::int64_t>(element_type(value.type));
      break;
    case AttrKind::shape:
      made.kind = AttributeKind::integers;
      made.ints = lengths_of(value.shape);
      break;
    case AttrKind::list: fill_list(value, made); break;
  }
  return made;
}

}  // namespace

ElementType element_type(DataType type) {
  const auto at = static_cast<std::size_t>(type);
  return at < std::size(types) ? types[at] : ElementType::undefined;
}

onnx::Tensor tensor_of(const TensorProto& tensor) {
  onnx::Tensor made;
  made.type = element_type(tensor.type);
  made.dims = tensor.dims;
  made.strings = tensor.strings;
  made.file_offset = tensor.file_offset;
  const auto dtype = dtype_of(tensor.type);
  if (!dtype) return made;
  const auto bytes = static_cast<std::size_t>(element_count(tensor.dims)) * size_of(*dtype);
  if (!tensor.raw.empty() && tensor.raw.size() == bytes)
    made.raw = tensor.raw;
  else
    made.converted = contents(tensor).bytes.copy();
  return made;
}

onnx::Tensor tensor_of(const ng::Tensor& tensor) {
  onnx::Tensor made;
  made.type = onnx::element_type(tensor.dtype);
  made.dims = tensor.shape;
  made.elements = tensor.bytes;
  return made;
}

onnx::Attribute tensor_attribute(std::string name, onnx::Tensor tensor) {
  onnx::Attribute made;
  made.name = std::move(name);
  made.kind = AttributeKind::tensor;
  made.t = std::make_shared<const onnx::Tensor>(std::move(tensor));
  return made;
}

onnx::Attribute integer_attribute(std::string name, std::int64_t value) {
  onnx::Attribute made;
  made.name = std::move(name);
  made.kind = AttributeKind::integer;
  made.i = value;
  return made;
}

std::vector<onnx::Attribute> attributes_of(const NodeDef& node, bool weight) {
  std::vector<onnx::Attribute> all;
  for (const auto& [name, value] : node.attrs) {
    if (name.starts_with('_')) continue;
    // A shape of unknown rank is as good as none.
    if (value.kind == AttrKind::shape && !value.shape) continue;
    if (value.kind != AttrKind::tensor) all.push_back(attribute_of(name, value));
  }
  const AttrValue* value = node.find("value");
  if (node.op != "Const" || !value || !value->tensor) return all;
  const TensorProto& tensor = *value->tensor;
  if (tensor.is_splat() && element_count(tensor.dims) > most_repeated) {
    TensorProto one = tensor;
    one.dims = {};
    all.push_back(tensor_attribute("splat", tensor_of(one)));
    onnx::Attribute shape;
    shape.name = "shape";
    shape.kind = AttributeKind::integers;
    shape.ints = tensor.dims;
    all.push_back(std::move(shape));
    return all;
  }
  all.push_back(tensor_attribute("value", tensor_of(tensor)));
  const auto dtype = dtype_of(tensor.type);
  all.push_back(integer_attribute("weight", weight && dtype && is_float(*dtype)));
  return all;
}

}  // namespace ng::tensorflow
