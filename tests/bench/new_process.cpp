// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/new_process.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace ng::bench {

Figures figures_of(const std::string& command) {
  std::FILE* child = popen(command.c_str(), "r");
  if (!child) throw std::runtime_error("cannot start: " + command);
  Figures figures;
  char name[64];
  double value = 0;
  while (std::fscanf(child, "%63s %lf", name, &value) == 2) figures[name] = value;
  if (pclose(child) != 0 || figures.empty()) throw std::runtime_error("failed: " + command);
  return figures;
}

std::string this_program() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}
std::string beside(const std::string& program) {
  return std::filesystem::path(this_program()).replace_filename(program).string();
}
std::string in_quotes(const std::string& text) {
  return "'" + text + "'";
}

FreshCache::FreshCache()
    : folder_((std::filesystem::temp_directory_path() / "ngraph_bench_XXXXXX").string()) {
  if (!mkdtemp(folder_.data())) throw std::runtime_error("cannot create a temporary folder");
  setenv("NGRAPH_CACHE_DIR", folder_.c_str(), 1);
}

FreshCache::~FreshCache() {
  unsetenv("NGRAPH_CACHE_DIR");
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void FreshCache::empty() const {
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    std::filesystem::remove_all(entry.path());
  }
}

}  // namespace ng::bench
