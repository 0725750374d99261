// SPDX-License-Identifier: Apache-2.0
// The bench's command line.
#pragma once

#include <string>

namespace ng::bench {

struct Options {
  bool json = false, full = false, gpu = false, profile = false;
  int rounds = 31, threads = 1;
  int large_ops = 100'000;  // of the large document
  std::string only;
  std::string compile_once, serve;  // for child processes of the bench: a document, a peer
  std::string peers;                // folder of a virtual environment from PyPI; empty: no peers
};

inline constexpr const char* kUsage =
    "usage: ngraph_bench [--json] [--rounds N] [--peers FOLDER] [--large-ops N] "
    "[--full [--threads N] | --gpu] [--only TEXT] [--profile]\n";

// Returns false when the arguments do not match kUsage.
bool parse(int argc, char** argv, Options& options);

}  // namespace ng::bench
