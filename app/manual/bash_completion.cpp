// SPDX-License-Identifier: Apache-2.0
#include "app/manual/shell_words.h"

namespace ng::manual {
namespace {

std::string names(const std::vector<Option>& options) {
  std::string words;
  for (const Option& option : options) words += (words.empty() ? "" : " ") + option.name;
  return words;
}

// A row of a `case` that sets a variable of the script to words.
std::string row(const std::string& pattern, const std::string& variable, const std::string& words) {
  return "    '" + pattern + "') " + variable + "='" + words + "' ;;\n";
}

// Rows for the options whose value is one of several words.
std::string choice_rows(const std::string& command, const std::vector<Option>& options) {
  std::string rows;
  for (const Option& option : options) {
    const std::string words = choices(option);
    if (!words.empty()) rows += row(command + " " + option.name, "choices", words);
  }
  return rows;
}

}  // namespace

std::string bash_completion(const Program& program) {
  const std::string function = "_" + identifier(program.name);
  std::string commands, options, choice_words;
  for (const Command& command : program.commands) {
    commands += command.name + " ";
    options += row(command.name, "options", names(command.options));
    choice_words += choice_rows(command.name, command.options);
  }
  if (commands.empty()) {  // the first word is no command
    options = row("", "options", names(program.options));
    choice_words = choice_rows("", program.options);
  } else {
    commands += "help " + names(program.options);
  }
  return "# bash completion of " + program.name + "\n" + function +
         "() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local command=" +
         (commands.empty() ? "" : "${COMP_WORDS[1]}") + " commands='" + commands +
         "' options='' choices=''\n"
         "  COMPREPLY=()\n"
         "  if [[ -n $commands && ( $COMP_CWORD -eq 1 || $command == help ) ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$commands\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case $command in\n" +
         options +
         "  esac\n"
         "  case \"$command $before\" in\n" +
         choice_words +
         "  esac\n"
         "  if [[ -n $choices ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$choices\" -- \"$word\"))\n"
         "  elif [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o default -F " +
         function + " " + program.name + "\n";
}

}  // namespace ng::manual
