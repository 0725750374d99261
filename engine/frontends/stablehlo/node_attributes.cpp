// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/node_attributes.h"

#include <algorithm>

#include "engine/frontends/tensorflow/convert_node.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::stablehlo {
namespace {

using Kind = Attribute::Kind;
using tensorflow::attribute;

constexpr std::pair<std::string_view, onnx::ElementType> other_types[] = {
    {"complex<f32>", onnx::ElementType::complex64},
    {"complex<f64>", onnx::ElementType::complex128},
};

// Integers of nested lists, in their order; false for others.
bool add_integers(const Attribute& from, std::vector<std::int64_t>& all) {
  if (from.kind == Kind::integer || from.kind == Kind::boolean) {
    all.push_back(from.integer);
    return true;
  }
  if (from.kind == Kind::list) {
    for (const Attribute& each : from.list)
      if (!add_integers(each, all)) return false;
    return true;
  }
  if (from.kind != Kind::elements || !from.elements->fault.empty()) return false;
  const Elements& elements = *from.elements;
  const auto shape = shape_of(elements.type);
  constexpr std::int64_t most = 4096;
  if (is_float(elements.values.dtype) || !shape || element_count(*shape) > most) return false;
  for (std::int64_t i = 0; i < element_count(*shape); ++i)
    all.push_back(static_cast<std::int64_t>(elements.values.integer_at(elements.splat ? 0 : i)));
  return true;
}

bool is_list(const Attribute& from) {
  return from.kind == Kind::list || from.kind == Kind::elements;
}

void add_attribute(const std::string& name, const Attribute& from,
                   std::vector<onnx::Attribute>& all) {
  std::vector<std::int64_t> integers;
  if (from.kind == Kind::dictionary) {
    for (std::size_t i = 0; i < from.names.size(); ++i)
      add_attribute(from.names[i], from.list[i], all);
  } else if (from.kind == Kind::number) {
    all.push_back(attribute(name, from.number));
  } else if (is_list(from)) {
    if (add_integers(from, integers)) all.push_back(attribute(name, std::move(integers)));
  } else if (from.kind == Kind::integer || from.kind == Kind::boolean) {
    all.push_back(attribute(name, from.integer));
  } else if (!from.text.empty()) {
    all.push_back(attribute(name, from.text.c_str()));
  }
}

}  // namespace

onnx::ElementType element_type(const Type& type) {
  if (const auto dtype = dtype_of(type)) return onnx::element_type(*dtype);
  for (const auto& [name, other] : other_types)
    if (type.element == name) return other;
  return onnx::ElementType::undefined;
}

onnx::ValueInfo value_info(const std::string& name, const Type& type) {
  onnx::ValueInfo info;
  info.name = name;
  info.is_tensor = type.is_tensor;
  info.type = element_type(type);
  if (!type.is_tensor) return info;
  info.dims.emplace();
  for (const auto& length : type.dims) info.dims->push_back({length, {}});
  return info;
}

std::vector<onnx::Attribute> attributes_of(const Operation& op) {
  std::vector<onnx::Attribute> all;
  add_attribute({}, op.attributes, all);
  if (op.result_types.empty() || !op.result_types[0].is_tensor) return all;
  const Type& type = op.result_types[0];
  if (!dtype_of(type)) all.push_back(attribute("lacking_type", type.element.c_str()));
  std::vector<std::int64_t> shape;
  for (const auto& length : type.dims) shape.push_back(length.value_or(-1));
  all.push_back(attribute("result_type", static_cast<std::int64_t>(element_type(type))));
  all.push_back(attribute("result_shape", std::move(shape)));
  return all;
}

std::vector<onnx::Attribute> attributes_of(const Elements& elements, bool weight) {
  std::vector<onnx::Attribute> all;
  if (!elements.fault.empty()) return {attribute("reason", elements.fault.c_str())};
  const Shape shape = *shape_of(elements.type);
  if (elements.splat && !shape.empty())
    return {tensorflow::tensor_attribute("splat", tensorflow::tensor_of(elements.values)),
            attribute("shape", std::vector<std::int64_t>(shape))};
  return {tensorflow::tensor_attribute("value", tensorflow::tensor_of(elements.values)),
          attribute("weight", std::int64_t{weight})};
}

std::string as_path(const std::string& text) {
  std::string path;
  for (const char c : text) {
    const bool bracket = c == '[' || c == '.';
    if (bracket && !path.ends_with('/')) path += '/';
    if (bracket || c == ']' || c == '\'' || c == '"') continue;
    path += c;
  }
  while (path.ends_with('/')) path.pop_back();
  return path;
}

std::string result_name(const std::string& text, std::optional<std::size_t> number) {
  const std::string path = as_path(text);
  std::string name = path.empty() || path.starts_with('/') ? "result" : "";
  if (path.empty() && number) name += "_" + std::to_string(*number);
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at + 1), path.size());
    std::string part = path.substr(at, end - at);
    const bool numbered =
        part.size() > 1 && part[0] == '/' && part.find_first_not_of("0123456789", 1) == part.npos;
    if (numbered) part[0] = '_';
    name += part;
    at = end;
  }
  return name;
}

}  // namespace ng::stablehlo
