// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/options.h"

#include <algorithm>
#include <cstdlib>

namespace ng::bench {

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--json") {
      options.json = true;
    } else if (argument == "--compile-once" && i + 1 < argc) {
      options.compile_once = argv[++i];
    } else if (argument == "--full") {
      options.full = true;
    } else if (argument == "--gpu") {
      options.gpu = true;
    } else if (argument == "--profile") {
      options.profile = true;
    } else if (argument == "--threads" && i + 1 < argc) {
      options.threads = std::max(1, std::atoi(argv[++i]));
    } else if (argument == "--only" && i + 1 < argc) {
      options.only = argv[++i];
    } else if (argument == "--serve" && i + 1 < argc) {
      options.serve = argv[++i];
    } else if (argument == "--rounds" && i + 1 < argc) {
      options.rounds = std::max(1, std::atoi(argv[++i]));
    } else if (argument == "--large-ops" && i + 1 < argc) {
      options.large_ops = std::max(1, std::atoi(argv[++i]));
    } else if (argument == "--peers" && i + 1 < argc) {
      options.peers = argv[++i];
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace ng::bench
