// SPDX-License-Identifier: Apache-2.0
#include "app/manual/shell_words.h"

namespace ng::manual {
namespace {

std::string quoted(std::string_view text) {
  return "'" + escaped(text, "\\'") + "'";
}

// "-l epochs", "-s o".
std::string option_name(const std::string& name) {
  return name.starts_with("--") ? "-l " + name.substr(2) : "-s " + name.substr(1);
}

// A value that is no choice may be a file.
std::string rule(const std::string& start, const Option& option) {
  std::string text = start + " " + option_name(option.name);
  if (const std::string words = choices(option); !words.empty())
    text += " -x -a " + quoted(words);
  else if (!option.value.empty())
    text += " -r";
  return text + " -d " + quoted(option.help) + "\n";
}

}  // namespace

std::string fish_completion(const Program& program) {
  const std::string start = "complete -c " + program.name;
  const std::string function = "__fish_" + identifier(program.name) + "_command";
  std::string script = "# fish completion of " + program.name + "\n", first = start, names;
  if (!program.commands.empty()) {
    script += "function " + function +
              "\n"
              "  set -l words (commandline -opc)\n"
              "  set -q words[2]; or return (test -n \"$argv\"; and echo 1; or echo 0)\n"
              "  test \"$words[2]\" = \"$argv\"\n"
              "end\n";
    first += " -n " + function;
  }
  for (const Option& option : program.options) script += rule(first, option);
  for (const Command& command : program.commands) {
    names += command.name + " ";
    script += first + " -f -a " + command.name + " -d " + quoted(command.summary) + "\n";
    for (const Option& option : command.options)
      script += rule(start + " -n '" + function + " " + command.name + "'", option);
  }
  if (names.empty()) return script;
  script += first + " -f -a help -d 'Print the help of a command'\n";
  return script + start + " -n '" + function + " help' -f -a " + quoted(names) + "\n";
}

}  // namespace ng::manual
