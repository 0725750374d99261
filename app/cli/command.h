// SPDX-License-Identifier: Apache-2.0
// The record of a command of `ngraph`: what it is called, takes, says about itself and does.
#pragma once

#include <string_view>
#include <vector>

namespace ng::cli {

class Arguments;

// What a run of `ngraph` ends with.
enum ExitCode {
  fine = 0,
  checkFailed = 1,
  wrongUsage = 2,
  badInput = 3,
  runFailed = 4,
  cancelled = 130
};

struct OptionSpec {
  std::string_view name;   // "--epochs", "-o"
  std::string_view value;  // "N" in the help; empty: the option takes none
  std::string_view help;
  bool repeated = false;
};

struct Command {
  std::string_view name;
  std::string_view operands;        // "FILE NAME"
  std::string_view summary;         // one line
  std::vector<OptionSpec> options;  // besides --json and --help, which all have
  // Prints the answer and gives the exit code. Errors are thrown: UsageError, ng::Error.
  int (*run)(const Arguments& arguments);
};

// Its options are those of every command that compiles a computation of a document.
std::vector<OptionSpec> withCompileOptions(std::vector<OptionSpec> own);
// And those of every command that also calls it.
std::vector<OptionSpec> withCallOptions(std::vector<OptionSpec> own);

}  // namespace ng::cli
