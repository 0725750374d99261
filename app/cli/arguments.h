// SPDX-License-Identifier: Apache-2.0
// The words after a command: operands, and options as its record declares them.
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

// The command line itself is wrong, whatever the files hold: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Arguments {
 public:
  // UsageError for what the command does not take, or lacks.
  Arguments(const Command& command, std::span<const std::string> words);

  const Command& command() const { return command_; }
  bool json() const { return has("--json"); }
  const std::string& operand(std::size_t i) const { return operands_.at(i); }
  std::size_t operandCount() const { return operands_.size(); }

  bool has(std::string_view option) const;
  std::optional<std::string> value(std::string_view option) const;
  std::vector<std::string> values(std::string_view option) const;
  // UsageErrors for values that are no numbers or out of bounds.
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

// "ngraph run FILE [options]", what it does, and its options.
std::string helpText(const Command& command);
// All commands, the exit codes, an example.
std::string overviewText();
// The word of `known` that `word` was perhaps meant to be, as " (did you mean 'x'?)", or nothing.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

}  // namespace ng::cli
