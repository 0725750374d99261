// SPDX-License-Identifier: Apache-2.0
// Help text of the program.
#include "app/cli/arguments.h"
#include "app/cli/command_table.h"

namespace ng::cli {

std::string programSummary() {
  return "compile, run and inspect deep-learning graphs on the command line";
}

std::string exitStatusText() {
  return "Exit codes: 0 success, 1 check failed, 2 usage error, 3 invalid input, 4 run failed,\n"
         "130 cancelled. Every command accepts --json.";
}

std::string exampleLine() {
  return "ngraph run sample_graphs/05_logistic_part2.ngraph --epochs 3";
}

std::string overviewText() {
  std::string text = "ngraph COMMAND ...: " + programSummary() + "\n\n";
  for (const Command* command : commandTable()) {
    std::string left = "  " + std::string(command->name) + " " + std::string(command->operands);
    left.resize(std::max<std::size_t>(left.size() + 2, 24), ' ');
    text += left + std::string(command->summary) + "\n";
  }
  text +=
      "\n  ngraph COMMAND --help   print the options of a command\n"
      "  ngraph --version        print the version\n\n";
  return text + exitStatusText() + "\n\n  " + exampleLine() + "\n";
}

}  // namespace ng::cli
