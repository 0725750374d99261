// SPDX-License-Identifier: Apache-2.0
// Manual page and shell completions of a program, from the table of its commands and options.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ng::manual {

struct Option {
  std::string name;   // "--epochs", "-o"
  std::string value;  // "N", or choices: "inside|file"; empty: a flag
  std::string help;
};

struct Command {
  std::string name;
  std::string operands;  // "FILE [NAME]"
  std::string summary;
  std::vector<Option> options;
};

// A program has commands or options of its own, or both.
struct Program {
  std::string name;  // "ngraph"
  std::string version;
  std::string summary;           // completes "ngraph - ..."
  std::string synopsis;          // "COMMAND ...", without the program's name
  std::vector<Option> operands;  // name and help; the completion leaves them to the shell
  std::vector<Option> options;
  std::vector<Command> commands;
  std::string exit_status;
  std::string example;   // one shell command
  std::string see_also;  // another program's name
};

// The manual page in the macros of man(7).
std::string manual_page(const Program& program);

// Scripts that complete commands, options, choices of values, and files. They need no other script;
// those for zsh and fish show the help too. zsh loads its script as the function _NAME.
std::string bash_completion(const Program& program);
std::string zsh_completion(const Program& program);
std::string fish_completion(const Program& program);

// The script for "bash", "zsh" or "fish"; none for other shells.
std::optional<std::string> completion(const Program& program, std::string_view shell);
inline constexpr const char* completed_shells = "bash, zsh or fish";

}  // namespace ng::manual
