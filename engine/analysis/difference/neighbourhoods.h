// SPDX-License-Identifier: Apache-2.0
// Pairs ops of two graphs whose neighbourhoods are the same and occur once in each graph, by colour
// refinement (Weisfeiler and Leman): in each round, the hash of an op takes in the hashes of its
// operands and users.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/analysis/difference/op_rows.h"

namespace ng {

constexpr int most_steps = 6;  // of a neighbourhood

// For each row of a graph, its partner in the other one.
using Partners = std::vector<std::optional<std::uint32_t>>;

struct NeighbourhoodSide {
  const OpRows& rows;
  const std::vector<std::uint64_t>& labels;  // of the rows
  const Partners& partners;                  // each pair has a label of its own
};

// Pairs of rows without partners whose neighbourhoods up to `least` or more steps agree, those with
// the largest neighbourhoods first. `fits` can refuse a pair.
std::vector<std::pair<std::uint32_t, std::uint32_t>> equal_neighbourhoods(
    const NeighbourhoodSide& first, const NeighbourhoodSide& second, int least,
    const std::function<bool(std::uint32_t, std::uint32_t)>& fits);

// Rows without partners whose neighbourhoods are the same, as many in one graph as in the other.
struct RowClass {
  std::vector<std::uint32_t> first, second;  // in graph order
};
// Neighbourhoods of `steps` steps; in the order of the first graph.
std::vector<RowClass> equal_classes(const NeighbourhoodSide& first, const NeighbourhoodSide& second,
                                    int steps);

}  // namespace ng
