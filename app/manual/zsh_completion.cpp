// SPDX-License-Identifier: Apache-2.0
#include "app/manual/shell_words.h"

namespace ng::manual {
namespace {

std::string quoted(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

// An option as _arguments takes it; a value that is no choice may be a file.
std::string specification(const Option& option) {
  std::string text = "*" + option.name + "[" + escaped(option.help, "[]\\:") + "]";
  if (const std::string words = choices(option); !words.empty())
    text += ":value:(" + words + ")";
  else if (!option.value.empty())
    text += ":" + escaped(option.value, "\\:") + ":_files";
  return quoted(text);
}

std::string arguments(const std::vector<Option>& options) {
  std::string words = "_arguments";
  for (const Option& option : options) words += " \\\n      " + specification(option);
  return words + " \\\n      '*:file:_files'";
}

std::string described(const std::string& name, const std::string& summary) {
  return "      " + quoted(escaped(name, "\\:") + ":" + summary) + "\n";
}

}  // namespace

std::string zsh_completion(const Program& program) {
  const std::string function = "_" + identifier(program.name);
  std::string script = "#compdef " + program.name + "\n# zsh completion of " + program.name + "\n" +
                       function + "() {\n";
  if (program.commands.empty()) {
    script += "  " + arguments(program.options) + "\n";
  } else {
    script +=
        "  if (( CURRENT == 2 )) || [[ $CURRENT == 3 && $words[2] == help ]]; then\n"
        "    local -a commands=(\n";
    for (const Command& command : program.commands)
      script += described(command.name, command.summary);
    script += described("help", "Print the help of a command");
    for (const Option& option : program.options) script += described(option.name, option.help);
    script +=
        "    )\n    _describe command commands\n    return\n  fi\n"
        "  local command=$words[2]\n  shift words\n  (( CURRENT -= 1 ))\n"
        "  case $command in\n";
    for (const Command& command : program.commands)
      script += "    " + command.name + ") " + arguments(command.options) + " ;;\n";
    script += "  esac\n";
  }
  // Loaded by the completion system under the function's name, or read by `source`.
  return script + "}\nif [[ $funcstack[1] == " + function + " ]]; then\n  " + function +
         " \"$@\"\nelse\n  compdef " + function + " " + program.name + "\nfi\n";
}

}  // namespace ng::manual
