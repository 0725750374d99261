// SPDX-License-Identifier: Apache-2.0
// `ngraph man` and `ngraph completion`: print texts for the system, from the table of commands.
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/program_manual.h"

namespace ng::cli {
namespace {

int answer(const Arguments& arguments, const char* field, const std::string& text) {
  if (arguments.json()) {
    printJson({{field, text}});
  } else {
    print(text);
  }
  return fine;
}

int printManual(const Arguments& arguments) {
  return answer(arguments, "page", manual::manual_page(programManual()));
}

int printCompletion(const Arguments& arguments) {
  const auto script = manual::completion(programManual(), arguments.operand(0));
  if (!script)
    throw UsageError("no completion for '" + arguments.operand(0) + "'; expected " +
                     manual::completed_shells);
  return answer(arguments, "script", *script);
}

}  // namespace

const Command man_command = {
    .name = "man",
    .operands = "",
    .summary = "Print the manual page, in the macros of man(7)",
    .options = {},
    .run = printManual,
};

const Command completion_command = {
    .name = "completion",
    .operands = "SHELL",
    .summary = "Print the completion script of a shell: bash, zsh or fish",
    .options = {},
    .run = printCompletion,
};

}  // namespace ng::cli
