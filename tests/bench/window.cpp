// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/window.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "tests/bench/measure.h"
#include "tests/bench/new_process.h"
#include "tests/support/checkout.h"

namespace ng::bench {
namespace {

constexpr int kMostRounds = 11;

// The median of a figure over several starts of a program.
double repeated(const std::string& command, const std::string& figure, int rounds) {
  std::vector<double> values;
  for (int i = 0; i < rounds; ++i) values.push_back(figures_of(command).at(figure));
  return median(std::move(values));
}

void big_graph(const FreshCache& cache, int rounds, Report& report) {
  const std::string file = cache.folder() + "/ten_thousand.ngraph";
  const std::string generate =
      in_quotes(beside("ngraph")) + " generate --ops 10000 " + in_quotes(file) + " 1>&2";
  if (std::system(generate.c_str()) != 0) throw std::runtime_error("failed: " + generate);
  const std::string open = in_quotes(beside("ngraph_window_bench")) + " " + in_quotes(file);
  const Figures pan = figures_of(open + " --pan");
  report.rows.push_back(
      {"10,000 ops: shown to first picture", repeated(open, "first_picture", rounds), "aim", 1e6});
  const std::string cards = std::to_string(static_cast<int>(pan.at("cards_in_view")));
  report.rows.push_back(
      {"10,000 ops: a frame, " + cards + " cards in view", pan.at("pan_all"), "aim", 16.7e3});
  report.rows.push_back({"10,000 ops: a frame at 1:1", pan.at("pan_close"), "aim", 16.7e3});
}

}  // namespace

void bench_window(int rounds, Report& report) {
  if (!std::filesystem::exists(beside("ngraph_window_bench"))) {
    report.left_out.push_back("the window: not built");
    return;
  }
  const FreshCache cache;
  const std::string open =
      in_quotes(beside("ngraph_window_bench")) + " " +
      in_quotes(testing::source_file("sample_graphs/05_logistic_part2.ngraph"));
  const double cold = figures_of(open).at("first_picture");
  const double cached = repeated(open, "first_picture", std::min(rounds, kMostRounds));
  report.rows.push_back({"05: window shown to first picture", cached, "aim", 200e3});
  report.rows.push_back({"05: window shown to first picture, cold", cold, "aim", 200e3});
  big_graph(cache, std::min(rounds, kMostRounds), report);
}

}  // namespace ng::bench
