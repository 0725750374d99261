// SPDX-License-Identifier: Apache-2.0
// Synthetic text in an artificial language.
#pragma once

#include <cstdint>
#include <string>

namespace ng::neon {

// Lines of lower-case words of about `bytes` bytes, deterministic for a given seed; all seeds use
// the same language. The subject of a sentence determines the verb's ending and reappears as a
// pronoun in the second half, so predictions depend on distant context.
std::string speak(std::int64_t bytes, std::uint32_t seed);

}  // namespace ng::neon
