// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/report.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace ng::bench {
namespace {

std::string format(const char* pattern, auto... values) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

// "0.18 µs", "63.5 µs", "12.3 ms".
std::string duration(double microseconds) {
  if (microseconds >= 1e6) return format("%.2f s", microseconds / 1e6);
  if (microseconds >= 1e3) return format("%.1f ms", microseconds / 1e3);
  return format(microseconds >= 10 ? "%.1f µs" : "%.2f µs", microseconds);
}

// In ten columns; the two bytes of µ fill one.
std::string column(double value, bool bytes) {
  const std::string text = bytes ? format("%.0f MiB", value / (1 << 20)) : duration(value);
  const int width = text.find("µ") == text.npos ? 10 : 11;
  return format("%*s", width, text.c_str());
}

// The text printed once for all rows of a computation: its name and our figure.
std::string left_half(const Row& row, const Row* before) {
  if (before && before->what == row.what && before->ours == row.ours) {
    return format("%-48s %10s", "", "");
  }
  return format("%-48s %s", row.what.c_str(), column(row.ours, row.bytes).c_str());
}

}  // namespace

std::string table(const Report& report) {
  std::string text =
      format("%-48s %10s  %-28s %10s %7s\n", "case", "ours", "peer", "peer's", "ratio");
  const Row* before = nullptr;
  for (const Row& row : report.rows) {
    text += left_half(row, before);
    if (!row.peer.empty()) {
      text += format("  %-28s %s %7.3f", row.peer.c_str(), column(row.theirs, row.bytes).c_str(),
                     row.ratio());
    }
    text += "\n";
    before = &row;
  }
  for (const auto& [what, lines] : report.profiles) text += "\n" + what + "\n" + lines;
  if (report.disturbed >= 0.005) {
    text +=
        format("other load on this machine during %.0f %% of the rounds\n", 100 * report.disturbed);
  }
  for (const std::string& line : report.left_out) text += "omitted: " + line + "\n";
  return text;
}

std::string json(const Report& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Row& row : report.rows) {
    nlohmann::ordered_json fields = {{"case", row.what},
                                     {row.bytes ? "ours_bytes" : "ours_us", row.ours}};
    if (!row.peer.empty()) {
      fields["peer"] = row.peer;
      fields[row.bytes ? "peer_bytes" : "peer_us"] = row.theirs;
      fields["ratio"] = row.ratio();
    }
    rows.push_back(fields);
  }
  return nlohmann::ordered_json{{"rows", rows},
                                {"profiles", report.profiles},
                                {"disturbed", report.disturbed},
                                {"left_out", report.left_out}}
             .dump(1) +
         "\n";
}

}  // namespace ng::bench
