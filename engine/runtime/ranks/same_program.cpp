// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/same_program.h"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/runtime/ranks/rank_error.h"

namespace ng {
namespace {

constexpr std::size_t hash_bytes = 64;

std::vector<std::string> hashes_of_ranks(Communicator& communicator, std::string_view hash) {
  const auto size = static_cast<std::size_t>(communicator.size());
  std::string own(hash.substr(0, hash_bytes));
  own.resize(hash_bytes, ' ');
  std::string all(size * hash_bytes, ' ');
  communicator.all_gather(reinterpret_cast<const std::byte*>(own.data()), hash_bytes,
                          reinterpret_cast<std::byte*>(all.data()), "hashes of what ranks share");
  std::vector<std::string> hashes;
  for (std::size_t i = 0; i < size; ++i) hashes.push_back(all.substr(i * hash_bytes, hash_bytes));
  return hashes;
}

// The most frequent one; of several that of the lowest rank.
std::string most_frequent(const std::vector<std::string>& hashes) {
  std::map<std::string, int> counts;
  for (const std::string& hash : hashes) ++counts[hash];
  return *std::max_element(hashes.begin(), hashes.end(),
                           [&](const auto& a, const auto& b) { return counts[a] < counts[b]; });
}

// Refuses hashes that differ; `diagnostic` receives which ranks they are of.
void check_same(Communicator& communicator, std::string_view hash, const std::string& axis,
                Diagnostic diagnostic) {
  const std::vector<std::string> hashes = hashes_of_ranks(communicator, hash);
  const std::string usual = most_frequent(hashes);
  std::vector<int> others;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (hashes[i] != usual) others.push_back(static_cast<int>(i));
  }
  if (others.empty()) return;
  diagnostic.where =
      "rank " + std::to_string(communicator.rank()) + " of " + std::to_string(communicator.size());
  if (!axis.empty()) diagnostic.where += " along " + quote(axis);
  diagnostic.found =
      rank_names(others) + (others.size() == 1 ? " differs" : " differ") + " from the other ranks";
  refuse(ErrorKind::runtime, std::move(diagnostic));
}

}  // namespace

void check_same_program(Communicator& communicator, std::string_view hash, const std::string& name,
                        const std::string& axis) {
  Diagnostic diagnostic;
  diagnostic.what = "the ranks have compiled different programs " + quote(name);
  diagnostic.expected = "the same graph, options and version of this library on all ranks";
  diagnostic.action =
      "build the graph without anything that depends on the rank, such as its "
      "share of the data or random numbers without a seed";
  check_same(communicator, hash, axis, std::move(diagnostic));
}

void check_same_input(Communicator& communicator, std::string_view hash, const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.what = "the ranks have different " + what;
  diagnostic.expected = "the same files and options on all ranks";
  diagnostic.action =
      "share the folder between the machines, or copy the files of rank 0 to all; each rank takes "
      "its own part of the data";
  check_same(communicator, hash, {}, std::move(diagnostic));
}

void check_same_call(Communicator& communicator, std::string_view hash,
                     const std::string& computation) {
  Diagnostic diagnostic;
  diagnostic.what = "the ranks call " + quote(computation) + " with different arguments";
  diagnostic.expected = "the same whole arrays on all ranks; each takes its own part of them";
  diagnostic.action =
      "give random numbers, such as those that shuffle samples, the same seed on all ranks";
  check_same(communicator, hash, {}, std::move(diagnostic));
}

}  // namespace ng
