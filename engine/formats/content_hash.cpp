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

}  // namespace

struct TensorHash::State {
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> hash{XXH3_createState(), XXH3_freeState};
};

TensorHash::TensorHash(const std::string& name, DType dtype, const Shape& shape)
    : state_(std::make_unique<State>()) {
  const std::string start = name + '\0' + std::string(ng::name(dtype)) + to_string(shape);
  const XXH128_hash_t seed = XXH3_128bits(start.data(), start.size());
  XXH3_128bits_reset_withSeed(state_->hash.get(), seed.low64 ^ seed.high64);
}

TensorHash::~TensorHash() = default;

void TensorHash::add(const TensorBytes& bytes) {
  bytes.for_each_block([&](std::span<const std::byte> block) {
    XXH3_128bits_update(state_->hash.get(), block.data(), block.size());
  });
}

std::string TensorHash::digits() const {
  return ng::digits(XXH3_128bits_digest(state_->hash.get()));
}

std::string content_hash(std::string_view text) {
  return digits(XXH3_128bits(text.data(), text.size()));
}

std::string content_hash(const std::string& name, const Tensor& tensor) {
  TensorHash hash(name, tensor.dtype, tensor.shape);
  hash.add(tensor.bytes);
  return hash.digits();
}

}  // namespace ng
