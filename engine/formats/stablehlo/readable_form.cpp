// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stablehlo/readable_form.h"

#include "engine/parsing/plain_text.h"

namespace ng::stablehlo {
namespace {

using Kind = Attribute::Kind;

// Words that only join others.
bool joins(std::string_view word) {
  return word == "across" || word == "init";
}

}  // namespace

std::string value_name(MlirScanner& scanner) {
  scanner.expect("%");
  std::string name = scanner.name();
  if (scanner.peek() != '#' || !scanner.accept("#")) return name;
  const std::string result = scanner.name();
  return result == "0" ? name : name + "#" + result;
}

void ReadableForm::read() {
  // The type of a constant, which is read with its elements, ends it.
  while (read_part() && !ended_ && !is_constant()) scanner_.accept(",");
  finish();
}

bool ReadableForm::read_part() {
  switch (scanner_.peek()) {
    case '%': read_value(); return true;
    case '(': read_parenthesised(); return true;
    case '{': attributes_.add_dictionary(made_.attributes); return true;
    case '[': read_range(); return true;
    case '@': read_symbol(); return true;
    case '"': add(made_.attributes, "name", attributes_.value(false)); return true;
    case '<': add(made_.attributes, "value", attributes_.value()); return true;
    default: break;
  }
  if (!scanner_.at_word()) return false;
  const std::size_t begin = scanner_.at();
  const bool ends = scanner_.accept_word("loc");
  scanner_.go_to(begin);
  if (ends) return false;
  read_word();
  return true;
}

// %0, or in a while: %argument = %0.
void ReadableForm::read_value() {
  std::string name = value_name(scanner_);
  if (scanner_.accept("=")) {
    bindings.push_back(std::move(name));
    name = value_name(scanner_);
  }
  made_.operands.push_back(std::move(name));
  if (!scanner_.accept_word("init")) return;
  scanner_.expect(":");
  initial_.push_back(value_name(scanner_));
}

// A function, or a definition: @mesh = <["x"=2]>.
void ReadableForm::read_symbol() {
  add(made_.attributes, "callee", attributes_.value());
  if (!scanner_.accept("=")) return;
  add(made_.attributes, "value", attributes_.value(false));
  ended_ = true;
}

void ReadableForm::read_parenthesised() {
  const MlirScanner::Nested nested(scanner_);
  scanner_.expect("(");
  while (!scanner_.accept(")")) {
    if (!read_part()) scanner_.fail("an operand cannot be read", "a value, attribute or ')'");
    scanner_.accept(",");
  }
}

void ReadableForm::read_word() {
  const std::size_t begin = scanner_.at();
  std::string word = scanner_.word();
  if (scanner_.accept("=")) return read_named(std::move(word));
  if (word == "applies") {
    add(made_.attributes, word, text_attribute(Kind::word, scanner_.word()));
  } else if (scanner_.peek() == '<') {
    scanner_.go_to(begin);
    add(made_.attributes, "value", attributes_.value());
  } else if (!joins(word)) {
    words_.push_back(std::move(word));
  }
}

void ReadableForm::read_named(std::string name) {
  if (name == "dim_numbers") {  // [b, 0, f]x[0, i, o]->[b, 0, f]
    const std::string text(trimmed(scanner_.raw_until(",:")));
    return add(made_.attributes, std::move(name), text_attribute(Kind::word, text));
  }
  Attribute value = attributes_.value(false);
  if (scanner_.accept_word("x")) value = list_attribute({std::move(value), attributes_.value()});
  add(made_.attributes, std::move(name), std::move(value));
}

// [first:last:stride, …] of a slice, [i] of a tuple.
void ReadableForm::read_range() {
  Attribute first{.kind = Kind::list}, last = first, stride = first;
  scanner_.expect("[");
  while (!scanner_.accept("]")) {
    first.list.push_back(integer_attribute(scanner_.integer()));
    if (scanner_.accept(":")) last.list.push_back(integer_attribute(scanner_.integer()));
    const bool strided = scanner_.accept(":");
    stride.list.push_back(integer_attribute(strided ? scanner_.integer() : 1));
    if (scanner_.peek() != ']') scanner_.expect(",");
  }
  if (made_.name == "stablehlo.get_tuple_element" && first.list.size() == 1)
    return add(made_.attributes, "index", first.list[0]);
  if (last.list.size() != first.list.size()) scanner_.fail("a range has no end", "first:last");
  add(made_.attributes, "start_indices", std::move(first));
  add(made_.attributes, "limit_indices", std::move(last));
  add(made_.attributes, "strides", std::move(stride));
}

bool ReadableForm::is_constant() const {
  return made_.name == "stablehlo.constant" && made_.find("value");
}

// Words are the direction and the type of a comparison.
void ReadableForm::finish() {
  made_.operands.insert(made_.operands.end(), initial_.begin(), initial_.end());
  const bool compares = made_.name == "stablehlo.compare";
  constexpr const char* names[] = {"comparison_direction", "compare_type"};
  for (std::size_t i = 0; i < words_.size(); ++i) {
    std::string name = compares && i < 2 ? names[i] : "word_" + std::to_string(i);
    add(made_.attributes, std::move(name), text_attribute(Kind::word, std::move(words_[i])));
  }
}

}  // namespace ng::stablehlo
