// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensorflow/tensorflow_tensors.h"

#include <bit>

#include "engine/base/error.h"

namespace ng {
namespace {

constexpr std::uint64_t most_filled = std::uint64_t{1} << 27;

using tensorflow::AttrKind;
using tensorflow::AttrValue;
using tensorflow::DataType;
using tensorflow::PartialShape;
using tensorflow::TensorProto;

template <class T>
void add_bytes(TensorProto& tensor, T value) {
  const auto* from = reinterpret_cast<const std::byte*>(&value);
  tensor.converted.insert(tensor.converted.end(), from, from + sizeof(T));
}

// Little endian: the low bytes of the integer are the element.
void add_element(TensorProto& tensor, std::int64_t value) {
  static_assert(std::endian::native == std::endian::little);
  const auto dtype = tensorflow::dtype_of(tensor.type);
  const auto* from = reinterpret_cast<const std::byte*>(&value);
  tensor.converted.insert(tensor.converted.end(), from, from + (dtype ? size_of(*dtype) : 0));
}

}  // namespace

DataType TensorflowTensors::checked_type(std::int64_t type) {
  const std::int64_t plain = type > 100 ? type - 100 : type;  // a reference to a variable
  if (plain < 0 || plain > tensorflow::newest_type) {
    fail("unknown element type", std::to_string(type),
         "0 to " + std::to_string(tensorflow::newest_type) + ", or 100 more");
  }
  return static_cast<DataType>(plain);
}

DataType TensorflowTensors::read_type(pbf_reader& message, const char* field) {
  return checked_type(integer(message, field));
}

PartialShape TensorflowTensors::read_shape(pbf_reader& outer, const char* field_name) {
  const Reader::Field field(reader_, field_name);
  pbf_reader message = inner(outer, field_name);
  std::vector<std::int64_t> dims;
  bool unknown_rank = false;
  while (next(message)) {
    switch (message.tag()) {
      case 2: {
        reader_.check_limit("the rank of a shape", dims.size() + 1, reader_.limits().rank);
        dims.push_back(0);
        pbf_reader dim = inner(message, "dim");
        while (next(dim)) {
          if (dim.tag() == 1)
            dims.back() = integer(dim, "size");
          else
            dim.skip();
        }
        if (dims.back() < -1) {
          fail("a dimension has a negative length", std::to_string(dims.back()),
               "at least 0, or -1 for an unknown length");
        }
        break;
      }
      case 3: unknown_rank = integer(message, "unknown_rank") != 0; break;
      default: message.skip();
    }
  }
  if (unknown_rank) return std::nullopt;
  return dims;
}

TensorProto TensorflowTensors::read_tensor(pbf_reader& outer, const char* field_name) {
  const Reader::Field field(reader_, field_name);
  TensorProto tensor;
  tensor.file_offset = offset();
  pbf_reader message = inner(outer, field_name);
  pbf_reader first = message;  // the typed fields need the type, which may follow them
  while (next(first)) {
    if (first.tag() == 1)
      tensor.type = read_type(first, "dtype");
    else
      first.skip();
  }
  const auto add = [&](std::int64_t value) { add_element(tensor, value); };
  while (next(message)) {
    switch (message.tag()) {
      case 2: {
        const PartialShape shape = read_shape(message, "tensor_shape");
        if (!shape) fail("a tensor has no known rank", "unknown_rank", "the lengths of its axes");
        tensor.dims = *shape;
        break;
      }
      case 4: {
        require(message, pbf_wire_type::length_delimited, "tensor_content");
        const protozero::data_view view = message.get_view();
        tensor.raw = std::as_bytes(std::span(view.data(), view.size()));
        break;
      }
      case 5: numbers<float>(message, "float_val", [&](float v) { add_bytes(tensor, v); }); break;
      case 6:
        numbers<double>(message, "double_val", [&](double v) { add_bytes(tensor, v); });
        break;
      case 8: tensor.strings.push_back(text(message, "string_val")); break;
      case 7: integers(message, "int_val", add); break;
      case 10: integers(message, "int64_val", add); break;
      case 11: integers(message, "bool_val", add); break;
      case 13: integers(message, "half_val", add); break;
      case 16: integers(message, "uint32_val", add); break;
      case 17: integers(message, "uint64_val", add); break;
      default: message.skip();
    }
  }
  check_elements(tensor);
  return tensor;
}

void TensorflowTensors::check_elements(TensorProto& tensor) {
  std::uint64_t count = 0;
  try {
    count = static_cast<std::uint64_t>(element_count(tensor.dims));
  } catch (const Error&) {
    fail("a tensor has an impossible shape", to_string(tensor.dims),
         "lengths of at least 0 and fewer than 2^47 elements");
  }
  const auto dtype = tensorflow::dtype_of(tensor.type);
  if (!dtype) return;
  const std::uint64_t bytes = size_of(*dtype);
  if (!tensor.raw.empty() && tensor.raw.size() != count * bytes) {
    fail("the elements of a tensor do not fit its shape " + to_string(tensor.dims),
         counted(tensor.raw.size(), "byte"), std::to_string(count * bytes));
  }
  if (tensor.converted.size() > count * bytes || tensor.converted.size() % bytes != 0) {
    fail("the elements of a tensor do not fit its shape " + to_string(tensor.dims),
         counted(tensor.converted.size() / bytes, "element"), "at most " + std::to_string(count));
  }
  // The last element is repeated: a few bytes of a file would take any amount of memory.
  const std::uint64_t stored = tensor.converted.size() / bytes;
  if (stored > 1 && stored < count && count > most_filled) {
    fail("the elements of a tensor do not fill its shape " + to_string(tensor.dims),
         counted(stored, "element"),
         "one, all, or a shape of at most " + std::to_string(most_filled) + " elements");
  }
}

std::string TensorflowTensors::read_function(pbf_reader& outer) {
  pbf_reader message = inner(outer, "func");
  std::string found;
  while (next(message)) {
    if (message.tag() == 1)
      found = name(message, "name");
    else
      message.skip();
  }
  return found;
}

void TensorflowTensors::read_list(pbf_reader& outer, AttrValue& value) {
  pbf_reader message = inner(outer, "list");
  while (next(message)) {
    switch (message.tag()) {
      case 2: value.texts.push_back(text(message, "s")); break;
      case 3: integers(message, "i", [&](std::int64_t v) { value.integers.push_back(v); }); break;
      case 4:
        numbers<float>(message, "f", [&](float v) { value.numbers.push_back(double{v}); });
        break;
      case 5:
        integers(message, "b", [&](std::int64_t v) { value.integers.push_back(v != 0); });
        break;
      case 6:
        integers(message, "type", [&](std::int64_t v) { value.types.push_back(checked_type(v)); });
        break;
      case 7: value.shapes.push_back(read_shape(message, "shape")); break;
      case 9: value.texts.push_back(read_function(message)); break;
      default: message.skip();
    }
  }
}

AttrValue TensorflowTensors::read_attr(pbf_reader& outer) {
  AttrValue value;
  pbf_reader message = inner(outer, "value");
  while (next(message)) {
    switch (message.tag()) {
      case 1:
        value.kind = AttrKind::list;
        read_list(message, value);
        break;
      case 2:
        value.kind = AttrKind::text;
        value.s = text(message, "s");
        break;
      case 3:
        value.kind = AttrKind::integer;
        value.i = integer(message, "i");
        break;
      case 4:
        value.kind = AttrKind::number;
        numbers<float>(message, "f", [&](float v) { value.f = double{v}; });
        break;
      case 5:
        value.kind = AttrKind::boolean;
        value.b = integer(message, "b") != 0;
        break;
      case 6:
        value.kind = AttrKind::type;
        value.type = read_type(message, "type");
        break;
      case 7:
        value.kind = AttrKind::shape;
        value.shape = read_shape(message, "shape");
        break;
      case 8:
        value.kind = AttrKind::tensor;
        value.tensor = std::make_shared<const TensorProto>(read_tensor(message, "tensor"));
        break;
      case 10:
        value.kind = AttrKind::function;
        value.s = read_function(message);
        break;
      default: message.skip();
    }
  }
  return value;
}

}  // namespace ng
