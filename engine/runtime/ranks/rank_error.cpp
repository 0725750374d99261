// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/rank_error.h"

#include <utility>

#include "engine/base/error.h"

namespace ng {

void refuse_rank(int rank, int size, const std::string& call, const std::string& reason) {
  Diagnostic diagnostic;
  diagnostic.what =
      "rank " + std::to_string(rank) + " of " + std::to_string(size) + " cannot complete " + call;
  diagnostic.found = reason;
  diagnostic.expected = "the same calls in the same order on all ranks";
  diagnostic.action = "see the messages of the other ranks; run the program again";
  throw Error(Fault::environment, ErrorKind::system, std::move(diagnostic));
}

std::string rank_names(std::span<const int> ranks) {
  constexpr std::size_t most = 8;
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i == most) return text + " and " + std::to_string(ranks.size() - most) + " more";
    if (i > 0) text += i + 1 == ranks.size() ? " and " : ", ";
    text += std::to_string(ranks[i]);
  }
  return text;
}

std::string duration_text(std::chrono::milliseconds duration) {
  const auto count = duration.count();
  return count % 1000 == 0 ? std::to_string(count / 1000) + " s" : std::to_string(count) + " ms";
}

namespace {

// Throws a value Error unless 0 <= value <= largest.
void check_range(int value, int largest, std::string what) {
  if (value >= 0 && value <= largest) return;
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.found = std::to_string(value);
  diagnostic.expected = "0 to " + std::to_string(largest);
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

void check_rank(int rank, int size, const char* role, const std::string& call) {
  check_range(rank, size - 1,
              std::string("the ") + role + " of " + call + " is not a rank of the group");
}

void check_tag(int tag, const std::string& call) {
  check_range(tag, largest_tag, "the tag of " + call + " is out of range");
}

std::string_view name_of(kernel::Combine combine) {
  switch (combine) {
    case kernel::Combine::add: return "add";
    case kernel::Combine::multiply: return "multiply";
    case kernel::Combine::maximum: return "maximum";
    case kernel::Combine::minimum: return "minimum";
  }
  return "unknown";
}

}  // namespace ng
