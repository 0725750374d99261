// SPDX-License-Identifier: Apache-2.0
// A made-up language: text to learn from, made in a moment.
#pragma once

#include <cstdint>
#include <string>

namespace ng::neon {

// About `bytes` of lines of words in small letters, the same for the same seed; every seed speaks
// the same language. Sentences have a subject, which decides the verb's ending and returns as a
// pronoun in the second half: what comes next depends on what was said long before.
std::string speak(std::int64_t bytes, std::uint32_t seed);

}  // namespace ng::neon
