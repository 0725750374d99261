// SPDX-License-Identifier: Apache-2.0
// What `ngraph help` says.
#include "app/cli/arguments.h"
#include "app/cli/command_table.h"

namespace ng::cli {

std::string overviewText() {
  std::string text =
      "ngraph COMMAND ... : graphs of ops, their compilation and their runs, without a window\n\n";
  for (const Command* command : commandTable()) {
    std::string left = "  " + std::string(command->name) + " " + std::string(command->operands);
    left.resize(std::max<std::size_t>(left.size() + 2, 24), ' ');
    text += left + std::string(command->summary) + "\n";
  }
  text +=
      "\n  ngraph COMMAND --help   all about one\n"
      "  ngraph --version        the version\n\n"
      "Exit codes: 0 fine, 1 a check failed, 2 wrong usage, 3 bad input, 4 the run failed,\n"
      "130 cancelled. Every command takes --json.\n\n"
      "  ngraph run sample_graphs/05_logistic_part2.ngraph --epochs 3\n";
  return text;
}

}  // namespace ng::cli
