// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/compile_times.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "tests/bench/computations.h"
#include "tests/bench/measure.h"

namespace ng::bench {
namespace {

struct Pair {
  double first = 0, second = 0;
};

Pair run(const std::string& program) {
  std::FILE* child = popen(("'" + program + "' --compile-once").c_str(), "r");
  Pair times;
  const bool read = child && std::fscanf(child, "%lf %lf", &times.first, &times.second) == 2;
  if (!child || pclose(child) != 0 || !read) {
    throw std::runtime_error("compiling in a new process failed");
  }
  return times;
}

}  // namespace

CompileTimes compile_times(const std::string& program, int rounds) {
  std::string folder = (std::filesystem::temp_directory_path() / "ngraph_bench_XXXXXX").string();
  if (!mkdtemp(folder.data())) throw std::runtime_error("no folder for temporary files");
  setenv("NGRAPH_CACHE_DIR", folder.c_str(), 1);
  std::vector<double> cold, cached, again;
  for (int round = 0; round < rounds; ++round) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      std::filesystem::remove_all(entry.path());
    }
    cold.push_back(run(program).first);
    const Pair warm = run(program);
    cached.push_back(warm.first);
    again.push_back(warm.second);
  }
  std::filesystem::remove_all(folder);
  return {median(cold), median(cached), median(again)};
}

void compile_once() {
  const Op first = logistic_regression(), second = logistic_regression();
  const auto time = [](const Op& computation) {
    return timed(1, [&] { make_transformer()->add_computation(computation); }) * 1e6;
  };
  const double cold = time(first);
  std::printf("%f %f\n", cold, time(second));
}

}  // namespace ng::bench
