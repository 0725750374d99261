// SPDX-License-Identifier: Apache-2.0
#include "engine/base/tensor.h"

#include <cstring>

#include "engine/base/error.h"
#include "engine/base/number.h"

namespace ng {
namespace {

constexpr std::int64_t max_elements = std::int64_t{1} << 47;

// The stride in the source of dimension `axis` of the target, or 0 if it is broadcast.
std::vector<std::int64_t> broadcast_strides(const Shape& source, const Shape& target) {
  std::vector<std::int64_t> strides(target.size(), 0);
  std::int64_t stride = 1;
  for (std::size_t k = 0; k < source.size(); ++k) {
    const std::size_t s = source.size() - 1 - k;
    if (k < target.size()) strides[target.size() - 1 - k] = source[s] == 1 ? 0 : stride;
    stride *= source[s];
  }
  return strides;
}

bool fits(const Shape& source, const Shape& target) {
  for (std::size_t k = 0; k < source.size(); ++k) {
    const std::int64_t length = source[source.size() - 1 - k];
    if (k >= target.size()) {
      if (length != 1) return false;
    } else if (length != 1 && length != target[target.size() - 1 - k]) {
      return false;
    }
  }
  return true;
}

void print_block(const Tensor& tensor, int digits, std::size_t axis, std::int64_t offset,
                 std::int64_t stride, std::string& out) {
  if (axis == tensor.shape.size()) {
    out += to_string(number_at(tensor, offset), digits);
    return;
  }
  const std::int64_t length = tensor.shape[axis];
  const bool elide = tensor.size() > 1000 && length > 6;
  const std::int64_t inner = length == 0 ? 0 : stride / length;
  const bool last = axis + 1 == tensor.shape.size();
  out += '[';
  for (std::int64_t i = 0; i < length; ++i) {
    if (elide && i == 3) {
      out += last ? " ..." : "\n" + std::string(axis + 1, ' ') + "...";
      i = length - 3;
    }
    if (i > 0) out += last ? " " : "\n" + std::string(axis + 1, ' ');
    print_block(tensor, digits, axis + 1, offset + i * inner, inner, out);
  }
  out += ']';
}

Tensor tensor_for(DType dtype, Shape shape, std::size_t values) {
  Tensor tensor(dtype, std::move(shape));
  if (static_cast<std::int64_t>(values) == tensor.size()) return tensor;
  refuse(ErrorKind::value, std::to_string(values) + " values given for shape " +
                               to_string(tensor.shape) + ", which holds " +
                               std::to_string(tensor.size()));
}

// Copies an element of one array to another: saturates at the range of an integer type, and rounds
// an integer to a float type once.
void convert_element(const Tensor& source, std::int64_t from, Tensor& target, std::int64_t to) {
  if (is_float(source.dtype)) return target.set(to, source.at(from));
  const Integer value = source.integer_at(from);
  store_integer(target.dtype, target.bytes.data(), to,
                is_float(target.dtype) ? value : saturated(target.dtype, value));
}

}  // namespace

std::int64_t element_count(const Shape& shape) {
  __int128 count = 1;
  for (std::int64_t length : shape) {
    if (length < 0) refuse(ErrorKind::value, "negative length in shape " + to_string(shape));
    count *= length;
    if (count > max_elements) {
      refuse(ErrorKind::value, "shape " + to_string(shape) + " has more than 2^47 elements");
    }
  }
  return static_cast<std::int64_t>(count);
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i ? ", " : "") + std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

Tensor::Tensor(DType type, Shape lengths) : dtype(type), shape(std::move(lengths)) {
  const auto count = static_cast<std::size_t>(element_count(shape));
  try {
    bytes.resize(count * size_of(dtype));
  } catch (const std::bad_alloc&) {
    refuse(ErrorKind::system, "no memory for an array " + to_string(shape));
  }
}

Tensor::Tensor(std::initializer_list<double> values)
    : Tensor(DType::f32, {static_cast<std::int64_t>(values.size())}) {
  std::int64_t index = 0;
  for (double value : values) set(index++, value);
}

Tensor Tensor::from(DType dtype, Shape shape, std::span<const double> values) {
  Tensor tensor = tensor_for(dtype, std::move(shape), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    tensor.set(static_cast<std::int64_t>(i), values[i]);
  }
  return tensor;
}

Tensor Tensor::from(DType dtype, Shape shape, std::span<const Integer> values) {
  Tensor tensor = tensor_for(dtype, std::move(shape), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    store_integer(dtype, tensor.bytes.data(), static_cast<std::int64_t>(i), values[i]);
  }
  return tensor;
}

std::vector<double> Tensor::values() const {
  std::vector<double> all(static_cast<std::size_t>(size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = at(static_cast<std::int64_t>(i));
  return all;
}

Tensor broadcast_to(const Tensor& source, DType dtype, const Shape& shape,
                    const std::string& what) {
  if (source.shape == shape && source.dtype == dtype) return source;
  if (!fits(source.shape, shape)) {
    Diagnostic diagnostic;
    diagnostic.what = "the value for " + what + " has the wrong shape";
    diagnostic.found = to_string(source.shape);
    diagnostic.expected = to_string(shape) + ", or a shape that broadcasts to it";
    diagnostic.action = "give an array of that shape, or a scalar";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  Tensor result(dtype, shape);
  const auto strides = broadcast_strides(source.shape, shape);
  std::vector<std::int64_t> index(shape.size(), 0);
  std::int64_t from = 0;
  for (std::int64_t to = 0; to < result.size(); ++to) {
    convert_element(source, from, result, to);
    for (std::size_t k = shape.size(); k-- > 0;) {
      from += strides[k];
      if (++index[k] < shape[k]) break;
      from -= strides[k] * shape[k];
      index[k] = 0;
    }
  }
  return result;
}

std::string to_string(const Tensor& tensor, int significant_digits) {
  std::string text;
  print_block(tensor, significant_digits, 0, 0, tensor.size(), text);
  return text;
}

}  // namespace ng
