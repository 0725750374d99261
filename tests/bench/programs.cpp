// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/programs.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "tests/bench/computations.h"
#include "tests/bench/measure.h"
#include "tests/bench/new_process.h"

namespace ng::bench {
namespace {

constexpr int kMostRounds = 11;

std::string here() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}
std::string beside(const std::string& program) {
  return std::filesystem::path(here()).replace_filename(program).string();
}
std::string quoted(const std::string& text) {
  return "'" + text + "'";
}

// Several starts of one program: the median of a figure.
double repeated(const std::string& command, const std::string& figure, int rounds) {
  std::vector<double> values;
  for (int i = 0; i < rounds; ++i) values.push_back(figures_of(command).at(figure));
  return median(std::move(values));
}

void big_graph(const FreshCache& cache, int rounds, Report& report) {
  const std::string file = cache.folder() + "/ten_thousand.ngraph";
  const std::string generate =
      quoted(beside("ngraph")) + " generate --ops 10000 " + quoted(file) + " 1>&2";
  if (std::system(generate.c_str()) != 0) throw std::runtime_error("failed: " + generate);
  const std::string open = quoted(beside("ngraph_window_bench")) + " " + quoted(file);
  const Figures pan = figures_of(open + " --pan");
  report.rows.push_back(
      {"10,000 ops: shown to first picture", repeated(open, "first_picture", rounds), "aim", 1e6});
  const std::string cards = std::to_string(static_cast<int>(pan.at("cards_in_view")));
  report.rows.push_back(
      {"10,000 ops: a frame, " + cards + " cards in view", pan.at("pan_all"), "aim", 16.7e3});
  report.rows.push_back({"10,000 ops: a frame at 1:1", pan.at("pan_close"), "aim", 16.7e3});
}

}  // namespace

void bench_compile(int rounds, Report& report) {
  const FreshCache cache;
  const std::string compile = quoted(here()) + " --compile-once";
  std::vector<double> cold, cached, again;
  for (int round = 0; round < std::min(rounds, kMostRounds); ++round) {
    cache.empty();
    cold.push_back(figures_of(compile).at("first"));
    const Figures warm = figures_of(compile);
    cached.push_back(warm.at("first"));
    again.push_back(warm.at("again"));
  }
  report.rows.push_back({"compile logistic regression, cold", median(cold), "aim", 150e3});
  report.rows.push_back({"the same, objects on disk", median(cached), "aim", 20e3});
  report.rows.push_back({"the same, again in the process", median(again), "aim", 20e3});
}

void compile_once() {
  const Op first = logistic_regression(), second = logistic_regression();
  const auto time = [](const Op& computation) {
    return timed(1, [&] { make_transformer()->add_computation(computation); }) * 1e6;
  };
  std::printf("first %f\n", time(first));
  std::printf("again %f\n", time(second));
}

void bench_window(int rounds, Report& report) {
  if (!std::filesystem::exists(beside("ngraph_window_bench"))) {
    report.left_out.push_back("the window: it is not built");
    return;
  }
  const FreshCache cache;
  const std::string open = quoted(beside("ngraph_window_bench")) + " " +
                           quoted(NGRAPH_SOURCE_DIR "/sample_graphs/05_logistic_part2.ngraph");
  const double cold = figures_of(open).at("first_picture");
  const double cached = repeated(open, "first_picture", std::min(rounds, kMostRounds));
  report.rows.push_back({"05: window shown to first picture", cached, "aim", 200e3});
  report.rows.push_back({"the same, no kernel compiled before", cold, "aim", 200e3});
  big_graph(cache, std::min(rounds, kMostRounds), report);
}

}  // namespace ng::bench
