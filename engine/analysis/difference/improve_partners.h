// SPDX-License-Identifier: Apache-2.0
// Exchanges the partners of ops of two graphs where more links between ops then agree.
#pragma once

#include <functional>

#include "engine/analysis/difference/neighbourhoods.h"

namespace ng {

struct MatchedSide {
  const OpRows& rows;
  const std::vector<std::uint64_t>& kinds;   // only ops of one kind become partners
  const std::vector<std::uint64_t>& labels;  // equal labels count as one more link
  Partners& partners;
};

// An op without a partner may take that of another op. Each change increases the number of links
// that agree, so that this ends. Returns whether anything changed.
bool improve_partners(MatchedSide& first, MatchedSide& second,
                      const std::function<bool(std::uint32_t, std::uint32_t)>& fits);

}  // namespace ng
