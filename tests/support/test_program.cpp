// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace ng::testing {
namespace {

std::map<std::string, TestMain>& tests() {
  static std::map<std::string, TestMain> all;
  return all;
}

int list_tests(const char* program) {
  std::fprintf(stderr, "Usage: %s TEST [FUNCTION...] [options of Qt Test]\nTests:\n", program);
  for (const auto& [name, run] : tests()) std::fprintf(stderr, "  %s\n", name.c_str());
  return 2;
}

}  // namespace

ProgramTest::ProgramTest(const char* file, TestMain run) {
  tests().emplace(std::filesystem::path(file).stem().string(), run);
}

}  // namespace ng::testing

int main(int argc, char** argv) {
  using namespace ng::testing;
  const auto test = argc > 1 ? tests().find(argv[1]) : tests().end();
  if (test == tests().end()) return list_tests(argv[0]);
  // Settings and temporary files are named after the program, and tests run side by side.
  const std::filesystem::path folder = std::filesystem::path(argv[0]).parent_path();
  static std::string name = (folder / test->first).string();
  argv[1] = name.data();
  return test->second(argc - 1, argv + 1);
}
