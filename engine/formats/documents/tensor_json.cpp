// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/tensor_json.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/base/quote.h"

namespace ng {
namespace {

using nlohmann::ordered_json;

constexpr double infinity = std::numeric_limits<double>::infinity();

// The shortest decimal that restores the float, as a double: 0.1f becomes 0.1.
double shortest(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  double same = 0;
  std::from_chars(text, end, same);
  return same;
}

ordered_json element_json(const Tensor& tensor, std::int64_t i) {
  switch (tensor.dtype) {
    case DType::i64: return tensor.as<std::int64_t>()[i];
    case DType::u64: return tensor.as<std::uint64_t>()[i];
    case DType::bool_: return tensor.at(i) != 0;
    case DType::f64: return number_json(tensor.at(i));
    default: break;
  }
  if (!is_float(tensor.dtype)) return static_cast<std::int64_t>(tensor.at(i));
  const double value = tensor.at(i);
  return number_json(std::isfinite(value) ? shortest(static_cast<float>(value)) : value);
}

std::optional<std::uint64_t> unsigned_value(const JsonValue& value) {
  if (const auto* large = std::get_if<std::uint64_t>(&value.data)) return *large;
  if (const auto* whole = std::get_if<std::int64_t>(&value.data); whole && *whole >= 0)
    return static_cast<std::uint64_t>(*whole);
  const auto* number = std::get_if<double>(&value.data);
  if (!number || *number < 0 || *number >= 0x1p64 || std::trunc(*number) != *number)
    return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

void read_integer(const JsonField& field, Tensor& tensor, std::int64_t i) {
  if (tensor.dtype == DType::i64) {
    tensor.as<std::int64_t>()[i] = field.integer(INT64_MIN, INT64_MAX);
    return;
  }
  bool fits = false;
  if (tensor.dtype == DType::u64) {
    const auto value = unsigned_value(field.value());
    fits = value.has_value();
    tensor.as<std::uint64_t>()[i] = value.value_or(0);
  } else {
    const double number = field.number();
    tensor.set(i, number);
    fits = tensor.at(i) == number;
  }
  if (fits) return;
  field.fail("a number does not fit the array", describe(field.value()),
             "an integer that " + std::string(name(tensor.dtype)) + " can hold");
}

void read_element(const JsonField& field, Tensor& tensor, std::int64_t i) {
  if (tensor.dtype == DType::bool_) {
    tensor.set(i, field.boolean() ? 1 : 0);
  } else if (is_float(tensor.dtype)) {
    const Number value = read_number_json(field);
    set_number(tensor, i, value);
    if (std::isfinite(value.real()) && !std::isfinite(tensor.at(i))) {
      field.fail("a number does not fit the array", describe(field.value()),
                 "a number that " + std::string(name(tensor.dtype)) + " can hold");
    }
  } else {
    read_integer(field, tensor, i);
  }
}

DType read_dtype(const JsonField& field) {
  const std::string text = field.text();
  if (const auto dtype = dtype_from_name(text)) return *dtype;
  std::string known;
  for (int i = 0; i < dtype_count; ++i) {
    known += (i ? ", " : "") + std::string(name(static_cast<DType>(i)));
  }
  field.fail("unknown dtype", quote(text), known);
}

Shape read_shape(const JsonField& field) {
  Shape shape;
  const auto items = field.items();
  field.reader().check_limit("the rank of an array", items.size(), field.reader().limits().rank);
  for (const JsonField& item : items) shape.push_back(item.integer(0, INT64_MAX));
  return shape;
}

}  // namespace

ordered_json number_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

ordered_json number_json(const Number& value) {
  const Integer integer = value.integer();
  if (!value.is_integer()) return number_json(value.real());
  if (integer == static_cast<std::int64_t>(integer)) return static_cast<std::int64_t>(integer);
  if (integer == static_cast<std::uint64_t>(integer)) return static_cast<std::uint64_t>(integer);
  return number_json(value.real());
}

Number read_number_json(const JsonField& field) {
  if (!field.is_text()) {
    if (const auto* whole = std::get_if<std::int64_t>(&field.value().data)) return *whole;
    if (const auto* large = std::get_if<std::uint64_t>(&field.value().data)) return *large;
    return field.number();
  }
  const std::string text = field.text();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return infinity;
  if (text == "-inf") return -infinity;
  field.fail("invalid number", quote(text), "a number, or \"nan\", \"inf\" or \"-inf\"");
}

ordered_json tensor_json(const TensorModel& model) {
  ordered_json json = {{"tensor", name(model.value.dtype)}, {"shape", model.value.shape}};
  if (!model.file.empty()) {
    json["file"] = model.file;
    json["name"] = model.name;
    return json;
  }
  ordered_json values = ordered_json::array();
  for (std::int64_t i = 0; i < model.value.size(); ++i) {
    values.push_back(element_json(model.value, i));
  }
  json["values"] = std::move(values);
  return json;
}

TensorModel read_tensor_json(const JsonField& field) {
  TensorModel model;
  model.value.dtype = read_dtype(field.at("tensor"));
  model.value.shape = read_shape(field.at("shape"));
  std::int64_t count = 0;
  try {
    count = element_count(model.value.shape);
  } catch (const Error& error) {
    field.at("shape").fail("an array is too large", error.diagnostic().what,
                           "at most 2^47 elements");
  }
  if (const auto file = field.find("file")) {
    model.file = file->name();
    model.name = field.at("name").name();
    return model;
  }
  const JsonField values = field.at("values");
  const auto items = values.items();
  if (static_cast<std::int64_t>(items.size()) != count) {
    values.fail("an array does not have as many values as its shape asks for",
                std::to_string(items.size()) + " values",
                std::to_string(count) + ", for shape " + to_string(model.value.shape));
  }
  model.value = Tensor(model.value.dtype, model.value.shape);
  for (std::int64_t i = 0; i < count; ++i) {
    read_element(items[static_cast<std::size_t>(i)], model.value, i);
  }
  return model;
}

}  // namespace ng
