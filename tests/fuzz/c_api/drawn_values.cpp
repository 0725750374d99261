// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/c_api/drawn_values.h"

#include <limits>
#include <string>

#include "engine/c_api/ngraph.h"

namespace ng::fuzz {

const char* draw_name(DrawBytes& draws) {
  static const std::string long_name(100'000, 'n');
  static const char* const common[] = {"x", "y", "f", "g", "N", "C", "float32", "float64"};
  static const char* const rare[] = {
      "",     "\xff\xfe\x80", "a\nb\t\"'\\", "%s%n%d", "x/y.z",           "κόσμος",
      "int8", "bool",         "bfloat16",    "none",   long_name.c_str(), "cpu"};
  return draws.once_in(8) ? draws.one_of(rare) : draws.one_of(common);
}

const char* draw_name_or_null(DrawBytes& draws) {
  return draws.once_in(24) ? nullptr : draw_name(draws);
}

std::int64_t draw_integer(DrawBytes& draws) {
  using Limits = std::numeric_limits<std::int64_t>;
  static constexpr std::int64_t rare[] = {
      -1, -2, 64, 255, std::int64_t{1} << 40, std::int64_t{1} << 62, Limits::max(), NGRAPH_NONE};
  if (draws.once_in(64)) return draws.bits<std::int64_t>();
  if (draws.once_in(8)) return draws.one_of(rare);
  return static_cast<std::int64_t>(draws.below(5));
}

double draw_number(DrawBytes& draws) {
  using Limits = std::numeric_limits<double>;
  static constexpr double some[] = {0,
                                    1,
                                    -1,
                                    0.5,
                                    -0.0,
                                    2,
                                    1e300,
                                    Limits::infinity(),
                                    -Limits::infinity(),
                                    Limits::quiet_NaN(),
                                    Limits::denorm_min()};
  return draws.once_in(16) ? draws.bits<double>() : draws.one_of(some);
}

std::size_t draw_size(std::size_t right, DrawBytes& draws) {
  if (!draws.once_in(32)) return right;
  return draws.once_in(2) ? std::numeric_limits<std::size_t>::max() : draws.below(256);
}

DrawnMemory::DrawnMemory(std::size_t bytes, DrawBytes& draws)
    : bytes_(bytes), data_(new char[bytes]) {
  const std::uint8_t start = draws.byte(), step = draws.byte();
  for (std::size_t i = 0; i < bytes; ++i)
    data_[i] = static_cast<char>(static_cast<std::uint8_t>(start + i * step));
}

}  // namespace ng::fuzz
