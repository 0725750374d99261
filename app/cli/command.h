// SPDX-License-Identifier: Apache-2.0
// Record of an `ngraph` command: name, operands, options, help and entry point.
#pragma once

#include <string_view>
#include <vector>

namespace ng::cli {

class Arguments;

// Exit codes of `ngraph`.
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
  std::string_view value;  // "N" in the help; empty: a flag
  std::string_view help;
  bool repeated = false;
};

struct Command {
  std::string_view name;
  std::string_view operands;        // "FILE NAME"
  std::string_view summary;         // one line
  std::vector<OptionSpec> options;  // besides --json and --help, which all commands have
  // Prints the answer and returns the exit code. Throws UsageError or ng::Error.
  int (*run)(const Arguments& arguments);
};

// Adds the options that choose lengths of axes.
std::vector<OptionSpec> withLengthOptions(std::vector<OptionSpec> own);
// Adds withLengthOptions() and --feed for commands that call nothing: arrays give the open
// dimensions of a model their lengths. Such a command calls checkFedShapes().
std::vector<OptionSpec> withShapeOptions(std::vector<OptionSpec> own);
// Adds withLengthOptions() and the options that all commands which compile a computation share.
std::vector<OptionSpec> withCompileOptions(std::vector<OptionSpec> own);
// Adds withCompileOptions() and the options that all commands which call a computation share.
std::vector<OptionSpec> withCallOptions(std::vector<OptionSpec> own);
// Adds the options of a program that is divided among ranks, for commands that run it on ranks or
// only show it.
std::vector<OptionSpec> withRankOptions(std::vector<OptionSpec> own);

}  // namespace ng::cli
