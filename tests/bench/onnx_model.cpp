// SPDX-License-Identifier: Apache-2.0
// Protocol buffers by hand: a message is a row of fields, each a number, a kind and its content.
#include "tests/bench/onnx_model.h"

#include <cstdint>

namespace ng::bench {
namespace {

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}
std::string number(int field, std::uint64_t value) {
  return varint(static_cast<std::uint64_t>(field) << 3) + varint(value);
}
std::string content(int field, const std::string& bytes) {
  return varint(static_cast<std::uint64_t>(field) << 3 | 2) + varint(bytes.size()) + bytes;
}

constexpr std::uint64_t kFloat = 1;

// ValueInfoProto: a name, and a tensor of float with a shape without dimensions.
std::string scalar_named(const std::string& name) {
  const std::string tensor = number(1, kFloat) + content(2, "");
  return content(1, name) + content(2, content(1, tensor));
}

}  // namespace

std::string onnx_x_plus_one() {
  const std::string one("\0\0\x80\x3f", 4);  // 1.0f, little endian
  const std::string node =
      content(1, "x") + content(1, "one") + content(2, "y") + content(4, "Add");
  const std::string initializer = number(2, kFloat) + content(8, "one") + content(9, one);
  const std::string graph = content(1, node) + content(2, "x_plus_one") + content(5, initializer) +
                            content(11, scalar_named("x")) + content(12, scalar_named("y"));
  const std::string operator_set = content(1, "") + number(2, 15);
  return number(1, 8) + content(7, graph) + content(8, operator_set);
}

}  // namespace ng::bench
