// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/content_hash.h"

#include <xxhash.h>

namespace ng {
namespace {

std::string digits(XXH128_hash_t hash) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace

std::string content_hash(std::string_view text) {
  return digits(XXH3_128bits(text.data(), text.size()));
}

std::string content_hash(const std::string& name, const Tensor& tensor) {
  const std::string start =
      name + '\0' + std::string(ng::name(tensor.dtype)) + to_string(tensor.shape);
  const XXH128_hash_t seed = XXH3_128bits(start.data(), start.size());
  XXH128_hash_t hash =
      XXH3_128bits_withSeed(tensor.bytes.data(), tensor.bytes.size(), seed.low64 ^ seed.high64);
  return digits(hash);
}

}  // namespace ng
