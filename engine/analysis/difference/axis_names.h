// SPDX-License-Identifier: Apache-2.0
// Names of axes that differ between two graphs although the axes are the same: names that importers
// make ("FlattenedAxis_8"), and axes that were renamed.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/analysis/match_graphs.h"
#include "engine/records/graph_record.h"

namespace ng {

// Lengths as text, by the names of axes.
using AxisLengths = std::unordered_map<std::string, std::string>;
void add_axis_lengths(const OpRecord& op, AxisLengths& lengths);

// The text of an attribute with lengths in place of names of axes: "(N: 4)" becomes "(4: 4)".
std::string without_axis_names(std::string_view text, const AxisLengths& lengths);

// Names of the axes of the first graph in the second one, where they differ: one to one, by the
// results of matched ops. A name that some matched results have at the same place in both graphs is
// not renamed.
using AxisRenames = std::map<std::string, std::string>;
AxisRenames axis_renames(const GraphRecord& first, const GraphRecord& second,
                         const OpMatches& matches);

// The text with the names of axes in the second graph.
std::string renamed_axes(std::string_view text, const AxisRenames& renames);

}  // namespace ng
