// SPDX-License-Identifier: Apache-2.0
// Runs a graph on simulated ranks.
#pragma once

#include <string>
#include <vector>

#include "engine/passes/pass_options.h"
#include "tests/support/run_graph.h"

namespace ng {

// As run_once, on as many ranks as the axes' product, each with a transformer of its own. Returns
// the results of each rank.
std::vector<Values> values_of_ranks(const std::string& transformer, const std::vector<Op>& results,
                                    const Feeds& feeds, const std::vector<MeshAxis>& axes,
                                    const PassOptions& passes);

// The same on all ranks. Throws an internal Error if the ranks' results differ in any bit.
Values run_on_ranks(const std::string& transformer, const std::vector<Op>& results,
                    const Feeds& feeds, const std::vector<MeshAxis>& axes,
                    const PassOptions& passes = {});

}  // namespace ng
