// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/block_quantised.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "engine/base/dtype.h"

namespace ng {
namespace {

using Bytes = const std::uint8_t*;

constexpr std::size_t small_block = 32, large_block = 256;

float half_at(Bytes at) {
  return static_cast<float>(load(DType::f16, reinterpret_cast<const std::byte*>(at), 0));
}

std::uint32_t word_at(Bytes at) {
  std::uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

float signed_at(Bytes at) {
  return static_cast<float>(static_cast<std::int8_t>(*at));
}

// Of a small block, whose low nibbles are its first half: `nibbles` begins with element 0's.
int nibble(Bytes nibbles, std::size_t i) {
  return i < small_block / 2 ? nibbles[i] & 15 : nibbles[i - small_block / 2] >> 4;
}

// With a fifth bit for each element.
int five_bits(Bytes nibbles, std::uint32_t fifth, std::size_t i) {
  return nibble(nibbles, i) | static_cast<int>(fifth >> i & 1) << 4;
}

void decode_q4_0(Bytes block, float* values) {
  const float scale = half_at(block);
  for (std::size_t i = 0; i < small_block; ++i)
    values[i] = static_cast<float>(nibble(block + 2, i) - 8) * scale;
}

void decode_q4_1(Bytes block, float* values) {
  const float scale = half_at(block), least = half_at(block + 2);
  for (std::size_t i = 0; i < small_block; ++i)
    values[i] = static_cast<float>(nibble(block + 4, i)) * scale + least;
}

void decode_q5_0(Bytes block, float* values) {
  const float scale = half_at(block);
  const std::uint32_t fifth = word_at(block + 2);
  for (std::size_t i = 0; i < small_block; ++i)
    values[i] = static_cast<float>(five_bits(block + 6, fifth, i) - 16) * scale;
}

void decode_q5_1(Bytes block, float* values) {
  const float scale = half_at(block), least = half_at(block + 2);
  const std::uint32_t fifth = word_at(block + 4);
  for (std::size_t i = 0; i < small_block; ++i)
    values[i] = static_cast<float>(five_bits(block + 8, fifth, i)) * scale + least;
}

void decode_q8_0(Bytes block, float* values) {
  const float scale = half_at(block);
  for (std::size_t i = 0; i < small_block; ++i) values[i] = signed_at(block + 2 + i) * scale;
}

// Element i of `codes` of two bits: 32 bytes hold four times 32 of them, by bit position.
int two_bits(Bytes codes, std::size_t i) {
  const std::size_t part = i / 128, shift = i % 128 / 32 * 2;
  return codes[part * 32 + i % 32] >> shift & 3;
}

void decode_q2_k(Bytes block, float* values) {
  const Bytes scales = block, codes = block + 16;
  const float scale = half_at(block + 80), offset = half_at(block + 82);
  for (std::size_t i = 0; i < large_block; ++i) {
    const int both = scales[i / 16];
    values[i] = scale * static_cast<float>(both & 15) * static_cast<float>(two_bits(codes, i)) -
                offset * static_cast<float>(both >> 4);
  }
}

// 16 scales of six bits: four low ones in nibbles, two high ones after them.
int q3_scale(Bytes scales, std::size_t i) {
  const int low = i < 8 ? scales[i] & 15 : scales[i - 8] >> 4;
  const int high = scales[8 + i % 4] >> (i / 4 * 2) & 3;
  return (low | high << 4) - 32;
}

void decode_q3_k(Bytes block, float* values) {
  const Bytes high = block, codes = block + 32, scales = block + 96;
  const float scale = half_at(block + 108);
  for (std::size_t i = 0; i < large_block; ++i) {
    const int third = high[i % 32] >> (i / 32) & 1;
    const int code = two_bits(codes, i) - (third ? 0 : 4);
    values[i] = scale * static_cast<float>(q3_scale(scales, i / 16)) * static_cast<float>(code);
  }
}

struct ScaleAndOffset {
  float scale, offset;
};

// Of 32 elements in blocks of 4 and 5 bits: six bits each, packed in 12 bytes.
ScaleAndOffset scale_of(Bytes block, std::size_t part) {
  const Bytes packed = block + 4;
  int scale, offset;
  if (part < 4) {
    scale = packed[part] & 63;
    offset = packed[part + 4] & 63;
  } else {
    scale = (packed[part + 4] & 15) | packed[part - 4] >> 6 << 4;
    offset = packed[part + 4] >> 4 | packed[part] >> 6 << 4;
  }
  return {half_at(block) * static_cast<float>(scale),
          half_at(block + 2) * static_cast<float>(offset)};
}

// Element i of nibbles whose 32 bytes hold twice 32 elements.
int wide_nibble(Bytes codes, std::size_t i) {
  const std::uint8_t both = codes[i / 64 * 32 + i % 32];
  return i % 64 < 32 ? both & 15 : both >> 4;
}

void decode_q4_k(Bytes block, float* values) {
  for (std::size_t i = 0; i < large_block; ++i) {
    const auto [scale, offset] = scale_of(block, i / 32);
    values[i] = scale * static_cast<float>(wide_nibble(block + 16, i)) - offset;
  }
}

void decode_q5_k(Bytes block, float* values) {
  const Bytes high = block + 16, codes = block + 48;
  for (std::size_t i = 0; i < large_block; ++i) {
    const auto [scale, offset] = scale_of(block, i / 32);
    const int fifth = high[i % 32] >> (i / 32) & 1;
    values[i] = scale * static_cast<float>(wide_nibble(codes, i) | fifth << 4) - offset;
  }
}

void decode_q6_k(Bytes block, float* values) {
  const Bytes low = block, high = block + 128, scales = block + 192;
  const float scale = half_at(block + 208);
  for (std::size_t i = 0; i < large_block; ++i) {
    const std::size_t half = i / 128, in_half = i % 128, lane = in_half % 32;
    const std::uint8_t both = low[half * 64 + in_half % 64];
    const int nibble_of = in_half < 64 ? both & 15 : both >> 4;
    const int upper = high[half * 32 + lane] >> (in_half / 32 * 2) & 3;
    values[i] =
        scale * signed_at(scales + i / 16) * static_cast<float>((nibble_of | upper << 4) - 32);
  }
}

// Values of codes that are not equally far apart.
constexpr float uneven[] = {-127, -104, -83, -65, -49, -35, -22, -10,
                            1,    13,   25,  38,  53,  69,  89,  113};

void decode_iq4_nl(Bytes block, float* values) {
  const float scale = half_at(block);
  for (std::size_t i = 0; i < small_block; ++i) values[i] = scale * uneven[nibble(block + 2, i)];
}

void decode_iq4_xs(Bytes block, float* values) {
  const float scale = half_at(block);
  const int high = block[2] | block[3] << 8;
  for (std::size_t part = 0; part < large_block / small_block; ++part) {
    const int low = block[4 + part / 2] >> (part % 2 * 4) & 15;
    const int both = low | (high >> (2 * part) & 3) << 4;
    const float own = scale * static_cast<float>(both - 32);
    for (std::size_t i = 0; i < small_block; ++i)
      values[part * small_block + i] = own * uneven[nibble(block + 8 + part * 16, i)];
  }
}

// One exponent for 32 floats of 4 bits.
void decode_mxfp4(Bytes block, float* values) {
  constexpr float codes[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6};
  const float scale = std::ldexp(1.0F, block[0] - 127);
  for (std::size_t i = 0; i < small_block; ++i) values[i] = scale * codes[nibble(block + 1, i)];
}

constexpr BlockFormat formats[] = {
    {"q4_0", small_block, 18, decode_q4_0},     {"q4_1", small_block, 20, decode_q4_1},
    {"q5_0", small_block, 22, decode_q5_0},     {"q5_1", small_block, 24, decode_q5_1},
    {"q8_0", small_block, 34, decode_q8_0},     {"q2_k", large_block, 84, decode_q2_k},
    {"q3_k", large_block, 110, decode_q3_k},    {"q4_k", large_block, 144, decode_q4_k},
    {"q5_k", large_block, 176, decode_q5_k},    {"q6_k", large_block, 210, decode_q6_k},
    {"iq4_nl", small_block, 18, decode_iq4_nl}, {"iq4_xs", large_block, 136, decode_iq4_xs},
    {"mxfp4", small_block, 17, decode_mxfp4},
};

}  // namespace

const BlockFormat* block_format(std::string_view name) {
  const auto* found = std::find_if(std::begin(formats), std::end(formats),
                                   [name](const BlockFormat& each) { return each.name == name; });
  return found == std::end(formats) ? nullptr : found;
}

std::vector<std::byte> decoded_blocks(const BlockFormat& format,
                                      std::span<const std::byte> blocks) {
  const std::size_t count = blocks.size() / format.bytes;
  std::vector<std::byte> made(count * format.elements * sizeof(float));
  std::vector<float> values(format.elements);
  const std::size_t bytes = format.elements * sizeof(float);
  for (std::size_t i = 0; i < count; ++i) {
    format.decode(reinterpret_cast<Bytes>(blocks.data()) + i * format.bytes, values.data());
    std::memcpy(made.data() + i * bytes, values.data(), bytes);
  }
  return made;
}

}  // namespace ng
