// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stablehlo/dense_elements.h"

#include <bit>
#include <charconv>
#include <cstring>

namespace ng::stablehlo {
namespace {

// Of a file in memory of this many bytes: more elements than it can hold.
constexpr std::int64_t most_elements = std::int64_t{1} << 32;

std::vector<std::byte> bytes_of(const MlirScanner& scanner, std::string_view digits) {
  if (!digits.starts_with("0x") || digits.size() % 2 != 0)
    scanner.fail("the bytes of a constant cannot be read", "0x and pairs of hexadecimal digits");
  std::vector<std::byte> bytes(digits.size() / 2 - 1);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = hex_digit(digits[2 * i + 2]), low = hex_digit(digits[2 * i + 3]);
    if (high < 0 || low < 0)
      scanner.fail("the bytes of a constant cannot be read", "0x and pairs of hexadecimal digits");
    bytes[i] = static_cast<std::byte>(high * 16 + low);
  }
  return bytes;
}

// The value of a float of this type whose bits an integer gives.
double float_of_bits(DType dtype, std::uint64_t bits) {
  std::byte bytes[8];
  std::memcpy(bytes, &bits, sizeof bytes);
  return load(dtype, bytes, 0);
}

class ElementReader {
 public:
  ElementReader(MlirScanner& scanner, Elements& made, const Shape& shape)
      : scanner_(scanner), made_(made), shape_(shape) {}

  void read() {
    if (scanner_.peek() == '>') {
      if (element_count(shape_) != 0) scanner_.fail("a constant has no elements", "its elements");
      made_.values = Tensor(dtype(), shape_);
      return;
    }
    if (scanner_.peek() != '[') {
      made_.values = Tensor(dtype(), {});
      made_.splat = true;
      return read_scalar(0);
    }
    const std::size_t begin = scanner_.at();
    const auto most = static_cast<std::int64_t>(scanner_.balanced().size());
    scanner_.go_to(begin);
    if (element_count(shape_) > most) scanner_.fail("a constant has fewer elements than its type");
    made_.values = Tensor(dtype(), shape_);
    read_list(0);
  }

 private:
  DType dtype() const { return *dtype_of(made_.type); }

  void read_list(std::size_t level) {
    if (level == shape_.size()) return read_scalar(next_++);
    scanner_.expect("[");
    for (std::int64_t i = 0; i < shape_[level]; ++i) {
      if (i > 0) scanner_.expect(",");
      read_list(level + 1);
    }
    if (!scanner_.accept("]")) scanner_.fail("a constant has another shape than its type", "']'");
  }

  void read_scalar(std::int64_t at) {
    if (dtype() == DType::bool_ && !scanner_.at_number()) {
      const bool is_true = scanner_.accept_word("true");
      if (!is_true && !scanner_.accept_word("false")) scanner_.fail("an element cannot be read");
      return made_.values.set(at, is_true ? 1 : 0);
    }
    const bool hexadecimal = scanner_.accept("0x") || scanner_.accept("0X");
    if (!hexadecimal && is_float(dtype())) return made_.values.set(at, scanner_.number());
    const bool negative = !hexadecimal && scanner_.accept("-");
    const std::uint64_t value = magnitude(hexadecimal ? 16 : 10);
    if (hexadecimal && is_float(dtype()))
      return made_.values.set(at, float_of_bits(dtype(), value));
    const Integer exact = negative ? -static_cast<Integer>(value) : static_cast<Integer>(value);
    store_integer(dtype(), made_.values.bytes.data(), at, exact);
  }

  std::uint64_t magnitude(int base) {
    const std::string digits = scanner_.name();
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [at, error] = std::from_chars(digits.data(), end, value, base);
    if (error != std::errc() || at != end) scanner_.fail("an element before this cannot be read");
    return value;
  }

  MlirScanner& scanner_;
  Elements& made_;
  const Shape& shape_;
  std::int64_t next_ = 0;
};

// Truth values are one byte each, or packed in bits.
void set_truth(const MlirScanner& scanner, Elements& made, const Shape& shape,
               const std::vector<std::byte>& bytes) {
  const std::int64_t count = element_count(shape);
  made.splat = bytes.size() == 1 && count > 8;
  made.values = Tensor(DType::bool_, made.splat ? Shape() : shape);
  const bool whole = std::ssize(bytes) == count || made.splat;
  if (!whole && std::ssize(bytes) != (count + 7) / 8)
    scanner.fail("a constant has another number of bytes than its type");
  for (std::int64_t i = 0; i < made.values.size(); ++i) {
    const auto byte = std::to_integer<unsigned>(bytes[static_cast<std::size_t>(whole ? i : i / 8)]);
    made.values.set(i, whole ? byte != 0 : byte >> (i % 8) & 1);
  }
}

void set_bytes(const MlirScanner& scanner, Elements& made, const Shape& shape,
               const std::vector<std::byte>& bytes) {
  const DType dtype = *dtype_of(made.type);
  if (dtype == DType::bool_) return set_truth(scanner, made, shape, bytes);
  const std::size_t count = bytes.size() / size_of(dtype);
  made.splat = bytes.size() == size_of(dtype) && element_count(shape) != 1;
  if (bytes.size() % size_of(dtype) != 0 ||
      (!made.splat && static_cast<std::int64_t>(count) != element_count(shape)))
    scanner.fail("a constant has another number of bytes than its type",
                 std::to_string(element_count(shape)) + " elements");
  made.values = Tensor(dtype, made.splat ? Shape() : shape);
  if (!bytes.empty()) std::memcpy(made.values.bytes.data(), bytes.data(), bytes.size());
}

// The shape of elements that can be read; sets the fault otherwise.
std::optional<Shape> readable_shape(const MlirScanner& scanner, Elements& made) {
  const std::optional<Shape> shape = shape_of(made.type);
  if (!made.type.is_tensor || !shape)
    scanner.fail("a constant has the type " + to_string(made.type), "a tensor of known shape");
  if (!dtype_of(made.type)) {
    made.fault = "its elements are " + made.type.element + ", which the engine lacks";
    return std::nullopt;
  }
  if (element_count(*shape) > most_elements) scanner.fail("a constant has more than 2^32 elements");
  return shape;
}

}  // namespace

Elements read_elements(MlirScanner& scanner, Type type) {
  Elements made{std::move(type), {}};
  const std::optional<Shape> shape = readable_shape(scanner, made);
  if (!shape) {
    scanner.raw_until({});
  } else if (scanner.peek() == '"') {
    set_bytes(scanner, made, *shape, bytes_of(scanner, scanner.quoted()));
  } else {
    ElementReader(scanner, made, *shape).read();
  }
  return made;
}

Elements read_resource(const MlirScanner& scanner, std::string_view digits, Type type) {
  Elements made{std::move(type), {}};
  const std::optional<Shape> shape = readable_shape(scanner, made);
  if (!shape) return made;
  std::vector<std::byte> bytes = bytes_of(scanner, digits);
  constexpr std::ptrdiff_t alignment = 4;
  if (std::ssize(bytes) < alignment) scanner.fail("a resource has no alignment");
  bytes.erase(bytes.begin(), bytes.begin() + alignment);
  set_bytes(scanner, made, *shape, bytes);
  return made;
}

}  // namespace ng::stablehlo
