// SPDX-License-Identifier: Apache-2.0
// The printed report: one row per comparison, grouped by computation.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ng::bench {

struct Row {
  std::string what;  // "x + 1, a call"
  double ours = 0;   // microseconds, or bytes
  // "ONNX Runtime 1.22.0, C API"; "aim" for a target figure without a peer; empty: neither
  std::string peer;
  double theirs = 0;
  bool bytes = false;
  double ratio() const { return ours / theirs; }
};

struct Report {
  std::vector<Row> rows;
  std::vector<std::pair<std::string, std::string>> profiles;  // row name, lines of steps
  double disturbed = 0;               // the fraction of rounds with other load on the machine
  std::vector<std::string> left_out;  // "torch: no module named torch"
};

std::string table(const Report& report);
std::string json(const Report& report);

}  // namespace ng::bench
