// SPDX-License-Identifier: Apache-2.0
// Parsed arguments of a command: operands and the options that its record declares.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"

namespace ng::cli {

// The command line itself is invalid, independent of the contents of any file: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Arguments {
 public:
  // Throws UsageError for unexpected or missing operands, unknown options and missing values.
  Arguments(const Command& command, std::span<const std::string> words);

  const Command& command() const { return command_; }
  bool json() const { return has("--json"); }
  const std::string& operand(std::size_t i) const { return operands_.at(i); }
  std::size_t operandCount() const { return operands_.size(); }

  bool has(std::string_view option) const;
  std::optional<std::string> value(std::string_view option) const;
  std::vector<std::string> values(std::string_view option) const;
  // Throw UsageError for a value that is not a number or is outside [low, high].
  std::int64_t integer(std::string_view option, std::int64_t low, std::int64_t high,
                       std::int64_t otherwise) const;
  double number(std::string_view option, double low, double high, double otherwise) const;

 private:
  const OptionSpec& spec(const std::string& word) const;
  [[noreturn]] void refuse(const std::string& what) const;

  const Command& command_;
  std::vector<std::string> operands_;
  std::vector<std::pair<std::string, std::string>> options_;
};

// The options of a command, and --json and --help, which all commands have.
std::vector<OptionSpec> allOptions(const Command& command);
// Help text of one command: usage line, summary, options.
std::string helpText(const Command& command);
// Help text of the program: all commands, the exit codes, an example.
std::string overviewText();
std::string programSummary();  // completes "ngraph: ..."
std::string exitStatusText();  // two lines, without a trailing newline
std::string exampleLine();     // one shell command
// " (did you mean 'x'?)" with the word of `known` closest to `word`; empty if none is close.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

}  // namespace ng::cli
