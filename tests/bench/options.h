// SPDX-License-Identifier: Apache-2.0
// The bench's command line.
#pragma once

#include <string>

namespace ng::bench {

struct Options {
  bool json = false, full = false, profile = false;
  int rounds = 31, threads = 1;
  std::string only;
  std::string compile_once, serve;  // what processes of the bench's own do: a document, a peer
  std::string peers;  // folder of a virtual environment from PyPI; empty: no peers at all
};

inline constexpr const char* kUsage =
    "usage: ngraph_bench [--json] [--rounds N] [--peers FOLDER] [--full [--threads N] "
    "[--only TEXT] [--profile]]\n";

// False when the arguments are not as kUsage says.
bool parse(int argc, char** argv, Options& options);

}  // namespace ng::bench
