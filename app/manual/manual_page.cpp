// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "app/manual/manual.h"

namespace ng::manual {
namespace {

// `text` without the characters that roff interprets: a minus would become a hyphen,
// and a straight quote a curved one.
std::string plain(const std::string& text) {
  std::string result;
  if (text.starts_with('.')) result = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\'') {
      result += "\\(aq";
    } else {
      result += c;
    }
  }
  return result;
}

std::string section(const std::string& title, const std::string& text) {
  return text.empty() ? "" : ".SH " + title + "\n" + text;
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : plain(text) + "\n";
}

std::string option_text(const Option& option) {
  std::string text = ".TP\n\\fB" + plain(option.name) + "\\fR";
  if (!option.value.empty()) text += " \\fI" + plain(option.value) + "\\fR";
  return text + "\n" + paragraph(option.help);
}

std::string options_text(const std::vector<Option>& options) {
  std::string text;
  for (const Option& option : options) text += option_text(option);
  return text;
}

std::string command_text(const Program& program, const Command& command) {
  std::string title = program.name + " " + command.name;
  if (!command.operands.empty()) title += " " + command.operands;
  return ".SS " + plain(title) + "\n" + paragraph(command.summary + ".") +
         options_text(command.options);
}

}  // namespace

std::string manual_page(const Program& program) {
  std::string upper = program.name, commands;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  for (const Command& command : program.commands) commands += command_text(program, command);
  std::string text =
      ".TH " + upper + " 1 \"\" \"ngraph " + program.version + "\" \"User Commands\"\n" +
      section("NAME", plain(program.name + " - " + program.summary) + "\n") +
      section("SYNOPSIS", "\\fB" + plain(program.name) + "\\fR " + plain(program.synopsis) + "\n") +
      section("OPTIONS", options_text(program.operands) + options_text(program.options)) +
      section("COMMANDS", commands) + section("EXIT STATUS", paragraph(program.exit_status));
  if (!program.example.empty()) {
    text += ".SH EXAMPLES\n.nf\n" + plain(program.example) + "\n.fi\n";
  }
  if (!program.see_also.empty()) text += ".SH SEE ALSO\n.BR " + plain(program.see_also) + " (1)\n";
  return text;
}

}  // namespace ng::manual
