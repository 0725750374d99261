// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/onnx/onnx_tensors.h"

#include <bit>

#include "engine/base/error.h"

namespace ng {
namespace {

// Where each typed field of a TensorProto stores its elements: integers shorter than a byte packed,
// one byte per element of the field.
void add_element(onnx::Tensor& tensor, std::int64_t value) {
  const auto bytes = onnx::stored_bytes(tensor.type, 1);
  const auto* from = reinterpret_cast<const std::byte*>(&value);
  tensor.converted.insert(tensor.converted.end(), from, from + bytes);
}
template <class T>
void add_bytes(onnx::Tensor& tensor, T value) {
  const auto* from = reinterpret_cast<const std::byte*>(&value);
  tensor.converted.insert(tensor.converted.end(), from, from + sizeof(T));
}

}  // namespace

std::pair<std::string, std::string> OnnxTensors::read_pair(pbf_reader& outer, const char* field) {
  pbf_reader message = inner(outer, field);
  std::pair<std::string, std::string> entry;
  while (next(message)) {
    switch (message.tag()) {
      case 1: entry.first = text(message, "key"); break;
      case 2: entry.second = text(message, "value"); break;
      default: message.skip();
    }
  }
  return entry;
}

onnx::Tensor OnnxTensors::read_tensor(pbf_reader& outer, const char* field_name) {
  const Reader::Field field(reader_, field_name);
  static_assert(std::endian::native == std::endian::little);
  onnx::Tensor tensor;
  tensor.file_offset = offset();
  pbf_reader message = inner(outer, field_name);
  pbf_reader first = message;  // the typed fields need the type, which may follow them
  while (next(first)) {
    if (first.tag() == 2) {
      tensor.type = element_type(integer(first, "data_type"));
    } else {
      first.skip();
    }
  }
  bool external = false;
  std::map<std::string, std::string> entries;
  while (next(message)) {
    switch (message.tag()) {
      case 1: integers(message, "dims", [&](std::int64_t d) { tensor.dims.push_back(d); }); break;
      case 4: numbers<float>(message, "float_data", [&](float v) { add_bytes(tensor, v); }); break;
      case 5:
      case 7:
      case 11: integers(message, "data", [&](std::int64_t v) { add_element(tensor, v); }); break;
      case 6: tensor.strings.push_back(text(message, "string_data")); break;
      case 8: tensor.name = name(message, "name"); break;
      case 9: {
        require(message, pbf_wire_type::length_delimited, "raw_data");
        const protozero::data_view view = message.get_view();
        tensor.raw = std::as_bytes(std::span(view.data(), view.size()));
        break;
      }
      case 10:
        numbers<double>(message, "double_data", [&](double v) { add_bytes(tensor, v); });
        break;
      case 13: entries.insert(read_pair(message, "external_data")); break;
      case 14: external = integer(message, "data_location") == 1; break;
      default: message.skip();
    }
  }
  check_shape(tensor);
  if (external) tensor.external = external_of(tensor, entries);
  return tensor;
}

// Types of newer versions are no damage: what has one is unknown, the rest is read.
onnx::ElementType OnnxTensors::element_type(std::int64_t type) {
  if (type < 0 || type > INT32_MAX)
    fail("impossible element type", std::to_string(type), "0 to " + std::to_string(INT32_MAX));
  return static_cast<onnx::ElementType>(type);
}

void OnnxTensors::check_shape(const onnx::Tensor& tensor) {
  reader_.check_limit("the rank of a tensor", tensor.dims.size(), reader_.limits().rank);
  try {
    element_count(tensor.dims);
  } catch (const Error&) {
    fail("tensor " + quote(tensor.name) + " has an impossible shape", to_string(tensor.dims),
         "lengths of at least 0 and fewer than 2^47 elements");
  }
}

onnx::ExternalData OnnxTensors::external_of(const onnx::Tensor& tensor,
                                            const std::map<std::string, std::string>& entries) {
  onnx::ExternalData data;
  for (const auto& [key, value] : entries) {
    if (key == "location") data.location = value;
    if (key != "offset" && key != "length") continue;
    if (value.empty() || value.size() > 18 ||
        value.find_first_not_of("0123456789") != std::string::npos) {
      fail("tensor " + quote(tensor.name) + " has an invalid " + key + " of external data",
           quote(value), "a number of bytes");
    }
    const std::uint64_t bytes = std::stoull(value);
    if (key == "offset")
      data.offset = bytes;
    else
      data.length = bytes;
  }
  return data;
}

onnx::Tensor OnnxTensors::read_sparse_tensor(pbf_reader& outer, const char* field_name) {
  const Reader::Field field(reader_, field_name);
  onnx::Tensor tensor;
  tensor.file_offset = offset();
  onnx::SparseElements elements;
  pbf_reader message = inner(outer, field_name);
  while (next(message)) {
    switch (message.tag()) {
      case 1: elements.values = read_tensor(message, "values"); break;
      case 2: elements.indices = read_tensor(message, "indices"); break;
      case 3: integers(message, "dims", [&](std::int64_t d) { tensor.dims.push_back(d); }); break;
      default: message.skip();
    }
  }
  if (elements.values.type == onnx::ElementType::undefined) {
    fail("a sparse tensor has no values", "no field 'values' with elements", "values and indices");
  }
  tensor.name = elements.values.name;
  tensor.type = elements.values.type;
  tensor.sparse = std::make_shared<const onnx::SparseElements>(std::move(elements));
  check_shape(tensor);
  return tensor;
}

onnx::ValueInfo OnnxTensors::read_value(pbf_reader& outer, const char* field_name) {
  const Reader::Field field(reader_, field_name);
  onnx::ValueInfo value;
  pbf_reader message = inner(outer, field_name);
  while (next(message)) {
    switch (message.tag()) {
      case 1: value.name = name(message, "name"); break;
      case 2: {
        pbf_reader type = inner(message, "type");
        read_type(type, value);
        break;
      }
      default: message.skip();
    }
  }
  return value;
}

void OnnxTensors::read_type(pbf_reader& message, onnx::ValueInfo& value) {
  value.is_tensor = false;
  while (next(message)) {
    if (message.tag() != 1) {
      message.skip();
      continue;
    }
    value.is_tensor = true;
    pbf_reader tensor = inner(message, "tensor_type");
    while (next(tensor)) {
      switch (tensor.tag()) {
        case 1: value.type = element_type(integer(tensor, "elem_type")); break;
        case 2: {
          pbf_reader shape = inner(tensor, "shape");
          value.dims = read_dims(shape);
          break;
        }
        default: tensor.skip();
      }
    }
  }
}

std::vector<onnx::Dimension> OnnxTensors::read_dims(pbf_reader& message) {
  std::vector<onnx::Dimension> dims;
  while (next(message)) {
    if (message.tag() != 1) {
      message.skip();
      continue;
    }
    reader_.check_limit("the rank of a value", dims.size() + 1, reader_.limits().rank);
    onnx::Dimension& dim = dims.emplace_back();
    pbf_reader one = inner(message, "dim");
    while (next(one)) {
      switch (one.tag()) {
        case 1: dim.length = integer(one, "dim_value"); break;
        case 2: dim.symbol = name(one, "dim_param"); break;
        default: one.skip();
      }
    }
    if (dim.length && *dim.length < 0) {
      fail("a dimension has a negative length", std::to_string(*dim.length), "at least 0");
    }
  }
  return dims;
}

}  // namespace ng
