// SPDX-License-Identifier: Apache-2.0
// Overlays: numbers per op from a CSV or JSON file of the user, shown on a graph.
//
// CSV: a header `op,TITLE`, then a name and a number per line; a name with a comma or quote is
// quoted as in RFC 4180. JSON: {"OP": 1.5, …} or {"title": "TITLE", "values": {"OP": 1.5, …}}.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/base/reader.h"
#include "engine/records/records.h"

namespace ng {

struct OverlayRow {
  std::string op;
  double value = 0;  // finite
};

struct Overlay {
  std::string path;
  std::string title;             // of the numbers; of a flat JSON file, its name without suffix
  std::vector<OverlayRow> rows;  // in the file's order, names unique
};
using OverlayPtr = std::shared_ptr<const Overlay>;

constexpr std::uint64_t most_overlay_bytes = std::uint64_t{64} << 20;
constexpr std::size_t most_overlay_rows = 1'000'000;

// JSON if the first character is '{', else CSV. Throws bad_file Errors that name file and line.
Overlay read_overlay(Reader& reader);
// Whether an object of a .json file could be an overlay, by its first bytes.
bool looks_like_overlay(std::string_view first_bytes);

struct OverlayMatch {
  std::unordered_map<OpId, double> values;
  // Names of no op, of several, or of one that has a value, in the file's order.
  std::vector<std::string> unmatched;
};

// Finds ops by name, with or without scopes.
OverlayMatch match_overlay(const Overlay& overlay, const GraphRecord& graph);

}  // namespace ng
