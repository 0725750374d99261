// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments.h"

#include <algorithm>
#include <charconv>

#include "app/cli/output.h"
#include "engine/base/error.h"
#include "engine/base/nearest.h"

namespace ng::cli {
namespace {

constexpr OptionSpec common[] = {
    {"--json", "", "print one JSON object to standard output instead of text"},
    {"--help", "", "print this text"},
};

// Minimum and maximum number of operands of a usage string such as "FILE [NAME]".
std::pair<std::size_t, std::size_t> operandCounts(std::string_view operands) {
  std::size_t must = 0, may = 0;
  bool inWord = false;
  for (char c : operands) {
    if (c != ' ' && !inWord) {
      ++may;
      must += c != '[';
    }
    inWord = c != ' ';
  }
  return {must, may};
}

// "-role:gradient" is a term of a search: options with a single dash do not exist.
bool isOption(const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return false;
  return word[1] == '-' || word.find(':') == word.npos;
}

template <class Number>
bool parse(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  const std::string meant = nearest(word, known);
  return meant.empty() ? "" : " (did you mean '" + meant + "'?)";
}

Arguments::Arguments(const Command& command, std::span<const std::string> words)
    : command_(command) {
  bool optionsEnded = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if (optionsEnded || !isOption(word)) {
      operands_.push_back(word);
      continue;
    }
    if (word == "--") {
      optionsEnded = true;
      continue;
    }
    std::optional<std::string> value;
    if (const auto equals = word.find('='); word.starts_with("--") && equals != word.npos) {
      value = word.substr(equals + 1);
      word.resize(equals);
    }
    const OptionSpec& option = spec(word);
    if (option.value.empty() && value) refuse(word + " takes no value");
    if (!option.value.empty() && !value) {
      if (++i == words.size()) refuse(word + " needs a value: " + std::string(option.value));
      value = words[i];
    }
    if (!option.repeated && has(word)) refuse(word + " may be given only once");
    options_.emplace_back(word, value.value_or(""));
  }
  if (has("--help")) return;
  const auto [must, may] = operandCounts(command.operands);
  if (operands_.size() > may) refuse("unexpected argument '" + operands_[may] + "'");
  if (operands_.size() < must) {
    refuse("'" + std::string(command.name) + "' requires: " + std::string(command.operands));
  }
}

std::vector<OptionSpec> allOptions(const Command& command) {
  std::vector<OptionSpec> all = command.options;
  all.insert(all.end(), std::begin(common), std::end(common));
  return all;
}

const OptionSpec& Arguments::spec(const std::string& word) const {
  std::vector<std::string> known;
  for (const OptionSpec& option : command_.options) {
    if (option.name == word) return option;
    known.emplace_back(option.name);
  }
  for (const OptionSpec& option : common) {
    if (option.name == word) return option;
    known.emplace_back(option.name);
  }
  const bool dashes = word.starts_with("--");
  refuse("'" + std::string(command_.name) + "' has no option " + word + suggestion(word, known) +
         (dashes ? "" : "; write -- before operands that begin with -"));
}

void Arguments::refuse(const std::string& what) const {
  throw UsageError(what);
}

bool Arguments::has(std::string_view option) const {
  return std::any_of(options_.begin(), options_.end(),
                     [option](const auto& given) { return given.first == option; });
}

std::vector<std::string> Arguments::values(std::string_view option) const {
  std::vector<std::string> all;
  for (const auto& [name, value] : options_) {
    if (name == option) all.push_back(value);
  }
  return all;
}

std::optional<std::string> Arguments::value(std::string_view option) const {
  const auto all = values(option);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

std::int64_t Arguments::integer(std::string_view option, std::int64_t low, std::int64_t high,
                                std::int64_t otherwise) const {
  const auto text = value(option);
  if (!text) return otherwise;
  std::int64_t number = 0;
  if (!parse(*text, number) || number < low || number > high) {
    refuse(std::string(option) + " takes a number from " + std::to_string(low) + " to " +
           std::to_string(high) + ", not '" + *text + "'");
  }
  return number;
}

double Arguments::number(std::string_view option, double low, double high, double otherwise) const {
  const auto text = value(option);
  if (!text) return otherwise;
  double number = 0;
  if (!parse(*text, number) || !(number >= low && number <= high)) {
    refuse(std::string(option) + " takes a number from " + cli::number(low) + " to " +
           cli::number(high) + ", not '" + *text + "'");
  }
  return number;
}

std::string helpText(const Command& command) {
  std::string text = "ngraph " + std::string(command.name);
  if (!command.operands.empty()) text += " " + std::string(command.operands);
  text += " [options]\n\n" + std::string(command.summary) + ".\n\noptions:\n";
  auto add = [&text](const OptionSpec& option) {
    std::string left = "  " + std::string(option.name);
    if (!option.value.empty()) left += " " + std::string(option.value);
    left.resize(std::max<std::size_t>(left.size() + 2, 26), ' ');
    text += left + std::string(option.help) + "\n";
  };
  for (const OptionSpec& option : allOptions(command)) add(option);
  return text;
}

}  // namespace ng::cli
