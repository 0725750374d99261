// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/content_hash.h"

#include <xxhash.h>

#include <memory>

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

XXH128_hash_t hash_of(const TensorBytes& bytes, XXH64_hash_t seed) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       XXH3_freeState);
  XXH3_128bits_reset_withSeed(state.get(), seed);
  bytes.for_each_block([&](std::span<const std::byte> block) {
    XXH3_128bits_update(state.get(), block.data(), block.size());
  });
  return XXH3_128bits_digest(state.get());
}

}  // namespace

std::string content_hash(std::string_view text) {
  return digits(XXH3_128bits(text.data(), text.size()));
}

std::string content_hash(const std::string& name, const Tensor& tensor) {
  const std::string start =
      name + '\0' + std::string(ng::name(tensor.dtype)) + to_string(tensor.shape);
  const XXH128_hash_t seed = XXH3_128bits(start.data(), start.size());
  return digits(hash_of(tensor.bytes, seed.low64 ^ seed.high64));
}

}  // namespace ng
