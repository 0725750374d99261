// SPDX-License-Identifier: Apache-2.0
// Limits and exit codes of the helper process that reads HDF5 files; it and its caller share them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ng::hdf5_limits {

inline constexpr std::size_t depth = 64;               // of groups
inline constexpr std::int64_t objects = 1'000'000;     // links, and texts of an attribute
inline constexpr std::size_t name = 4096;              // bytes of a path
inline constexpr std::size_t notes = 100;              // that are listed
inline constexpr std::uint64_t answer = 32 << 20;      // bytes of all texts
inline constexpr std::uint64_t memory = 512ull << 20;  // besides the elements
// Exit codes of a refusal, whose reason the helper writes.
inline constexpr int damaged = 3, newer = 4;
// Of processor time, for reading so many bytes of elements.
inline constexpr std::uint64_t seconds(std::uint64_t elements) {
  return 20 + (elements >> 23);
}

}  // namespace ng::hdf5_limits
