// SPDX-License-Identifier: Apache-2.0
// Manual page and bash completion of a program, from the table of its commands and options.
#pragma once

#include <string>
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
  std::vector<Option> operands;  // name and help; the completion leaves them to bash
  std::vector<Option> options;
  std::vector<Command> commands;
  std::string exit_status;
  std::string example;   // one shell command
  std::string see_also;  // another program's name
};

// The manual page in the macros of man(7).
std::string manual_page(const Program& program);

// A script for bash that completes commands, options, choices of values, and files. It needs no
// other script.
std::string bash_completion(const Program& program);

}  // namespace ng::manual
