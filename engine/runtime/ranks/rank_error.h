// SPDX-License-Identifier: Apache-2.0
// Errors of calls between ranks.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>

#include "engine/kernels/combine.h"

namespace ng {

// Throws a system Error: "rank 1 of 4 cannot complete CALL", with the reason as what was found.
[[noreturn]] void refuse_rank(int rank, int size, const std::string& call,
                              const std::string& reason);

// "rank 2" or "ranks 0, 2 and 3"; at most eight numbers.
std::string rank_names(std::span<const int> ranks);

// "add", for the text of a call.
std::string_view name_of(kernel::Combine combine);

// "250 ms", "30 s".
std::string duration_text(std::chrono::milliseconds duration);

// Throws a value Error unless `rank` is one of 0 .. size - 1; `role` is "root", "receiver", ….
void check_rank(int rank, int size, const char* role, const std::string& call);

// Tags that every communicator supports: 0 .. largest_tag. Throws a value Error for others.
inline constexpr int largest_tag = 32'000;
void check_tag(int tag, const std::string& call);

}  // namespace ng
