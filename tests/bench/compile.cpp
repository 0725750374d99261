// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/compile.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "engine/documents/document.h"
#include "engine/ngraph.h"
#include "tests/bench/measure.h"
#include "tests/bench/new_process.h"
#include "tests/support/checkout.h"

namespace ng::bench {
namespace {

constexpr const char* kWithAims = "03_logistic_part1";
constexpr double kColdAim = 150e3, kCachedAim = 20e3;
constexpr int kMostRounds = 5, kMostRoundsWithAims = 11;

std::vector<std::filesystem::path> samples() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry :
       std::filesystem::directory_iterator(testing::source_file("sample_graphs"))) {
    if (entry.path().extension() == ".ngraph") result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

Row timed_row(const std::string& what, std::vector<double> values, bool has_aim, double aim) {
  const double ours = median(std::move(values));
  return has_aim ? Row{what, ours, "aim", aim} : Row{what, ours, "", 0};
}

void of_document(const std::filesystem::path& document, const FreshCache& cache, int rounds,
                 Report& report) {
  const std::string name = document.stem().string();
  const bool has_aim = name == kWithAims;
  const std::string compile =
      in_quotes(this_program()) + " --compile-once " + in_quotes(document.string());
  std::vector<double> cold, cached, again;
  for (int round = 0; round < std::min(rounds, has_aim ? kMostRoundsWithAims : kMostRounds);
       ++round) {
    cache.empty();
    cold.push_back(figures_of(compile).at("first"));
    const Figures warm = figures_of(compile);
    cached.push_back(warm.at("first"));
    again.push_back(warm.at("again"));
  }
  const std::string what = "compile " + name;
  report.rows.push_back(timed_row(what + ", cold", std::move(cold), has_aim, kColdAim));
  report.rows.push_back(
      timed_row(what + ", objects on disk", std::move(cached), has_aim, kCachedAim));
  if (!has_aim) return;
  report.rows.push_back(timed_row(what + ", again", std::move(again), has_aim, kCachedAim));
}

}  // namespace

void bench_compile(int rounds, Report& report) {
  const FreshCache cache;
  for (const std::filesystem::path& document : samples()) {
    of_document(document, cache, rounds, report);
  }
}

void compile_once(const std::string& document) {
  for (const char* name : {"first", "again"}) {
    const Document loaded = load_document(document);
    const double seconds = timed(1, [&] {
      const TransformerPtr transformer = make_transformer();
      for (const Op& computation : loaded.computations) transformer->add_computation(computation);
    });
    std::printf("%s %f\n", name, seconds * 1e6);
  }
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("peak_bytes %f\n", static_cast<double>(usage.ru_maxrss) * 1024);
}

}  // namespace ng::bench
