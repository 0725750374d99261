// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/conversion/node_attributes.h"

namespace ng::pytorch {

onnx::Attribute texts(std::string name, std::vector<std::string> values) {
  onnx::Attribute made;
  made.name = std::move(name);
  made.kind = onnx::AttributeKind::texts;
  made.strings = std::move(values);
  return made;
}

void add_attribute(const Argument& argument, onnx::Node& made, std::vector<std::string>& booleans) {
  using Kind = ArgumentKind;
  onnx::Attribute attribute;
  attribute.name = argument.name;
  switch (argument.kind) {
    case Kind::integer:
    case Kind::type:
      attribute.kind = onnx::AttributeKind::integer;
      attribute.i = argument.integers.at(0);
      if (argument.boolean) booleans.push_back(argument.name);
      break;
    case Kind::integers:
      attribute.kind = onnx::AttributeKind::integers;
      attribute.ints = argument.integers;
      break;
    case Kind::number:
      attribute.kind = onnx::AttributeKind::number;
      attribute.f = argument.numbers.at(0);
      break;
    case Kind::complex:
    case Kind::numbers:
      attribute.kind = onnx::AttributeKind::numbers;
      attribute.floats = argument.numbers;
      break;
    case Kind::text:
      attribute.kind = onnx::AttributeKind::text;
      attribute.s = argument.text;
      break;
    case Kind::none:
    case Kind::value:
    case Kind::values:
    case Kind::graph:
    case Kind::other: return;
  }
  made.attributes.push_back(std::move(attribute));
}

}  // namespace ng::pytorch
