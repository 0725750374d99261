// SPDX-License-Identifier: Apache-2.0
// ngraph_fuzz_programs: runs random programs for a number of minutes; each failure is reduced,
// printed as C++ and saved as a document.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "engine/ngraph.h"
#include "engine/runtime/print_sink.h"
#include "tests/fuzz/programs/check.h"
#include "tests/fuzz/programs/child.h"
#include "tests/fuzz/programs/reduce.h"

using namespace ng::fuzz;

namespace {

constexpr double most_seconds = 120;  // for reducing one program

struct Options {
  double minutes = 1;
  std::uint64_t seed = 0;
  std::uint64_t programs = ~std::uint64_t{0};
  bool some = false;  // disable one pass per program, instead of each in turn
  bool verbose = false;
  std::string folder = ".";
};

int usage() {
  std::fputs(
      "ngraph_fuzz_programs [--minutes N] [--seed S] [--programs N] [--rotate] [--verbose]\n"
      "                     [--folder DIRECTORY]\n"
      "--rotate: disables one pass per program; default: every pass in turn\n",
      stderr);
  return 2;
}

bool read(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--rotate")
      options.some = true;
    else if (word == "--verbose")
      options.verbose = true;
    else if (i + 1 == count)
      return false;
    else if (word == "--minutes")
      options.minutes = std::atof(words[++i]);
    else if (word == "--seed")
      options.seed = std::strtoull(words[++i], nullptr, 10);
    else if (word == "--programs")
      options.programs = std::strtoull(words[++i], nullptr, 10);
    else if (word == "--folder")
      options.folder = words[++i];
    else
      return false;
  }
  return true;
}

// A crash while programs are built or run ends only a child process.
std::string fault_in_child(const Recipe& recipe, const std::vector<Names>& left_out) {
  return in_child([&] { return fault(recipe, left_out); });
}

void report(const Recipe& recipe, const std::string& text, const Options& options) {
  std::printf("FAILED %s\n  %s\n", describe(recipe).c_str(), text.c_str());
  std::fflush(stdout);
  const auto sets = options.some ? some_passes(recipe.seed) : each_pass_in_turn();
  const auto start = std::chrono::steady_clock::now();
  const Recipe small = reduced(recipe, [&](const Recipe& less) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    return spent.count() < most_seconds && !fault_in_child(less, sets).empty();
  });
  std::filesystem::create_directories(options.folder);
  const std::string program = in_child([&] { return write_program_files(small, options.folder); });
  std::printf("reduced: %s\n  %s\n%s\n", describe(small).c_str(),
              fault_in_child(small, sets).c_str(), program.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!read(count, words, options)) return usage();
  ng::set_print_sink([](const std::string&) {});
  const auto start = std::chrono::steady_clock::now();
  const auto minutes = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / 60;
  };
  std::uint64_t programs = 0, failures = 0;
  const auto say_counts = [&] {
    std::printf("%llu programs, %llu failed, %.1f minutes\n",
                static_cast<unsigned long long>(programs),
                static_cast<unsigned long long>(failures), minutes());
    std::fflush(stdout);
  };
  while (minutes() < options.minutes && programs < options.programs) {
    const Recipe recipe = random_recipe(options.seed + programs);
    if (options.verbose) std::printf("%s\n", describe(recipe).c_str()), std::fflush(stdout);
    const std::string text =
        fault_in_child(recipe, options.some ? some_passes(recipe.seed) : each_pass_in_turn());
    if (!text.empty()) ++failures, report(recipe, text, options);
    if (++programs % 100 == 0) say_counts();
  }
  say_counts();
  return failures ? 1 : 0;
}
