// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program_manual.h"

#include "app/cli/command_table.h"

namespace ng::cli {
namespace {

manual::Command asManual(const Command& command) {
  manual::Command result{
      std::string(command.name), std::string(command.operands), std::string(command.summary), {}};
  for (const OptionSpec& option : allOptions(command)) {
    result.options.push_back(
        {std::string(option.name), std::string(option.value), std::string(option.help)});
  }
  return result;
}

}  // namespace

manual::Program programManual() {
  manual::Program program;
  program.name = "ngraph";
  program.version = NGRAPH_VERSION;
  program.summary = programSummary();
  program.synopsis = "COMMAND ...";
  program.options = {{"--help", "", "Print all commands; after a command: its options."},
                     {"--version", "", "Print the version."}};
  for (const Command* command : commandTable()) program.commands.push_back(asManual(*command));
  program.exit_status = exitStatusText();
  program.example = exampleLine();
  program.see_also = "ngraph-workbench";
  return program;
}

}  // namespace ng::cli
