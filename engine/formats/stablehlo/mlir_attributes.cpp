// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stablehlo/mlir_attributes.h"

#include <cctype>

#include "engine/base/quote.h"
#include "engine/formats/stablehlo/dense_elements.h"
#include "engine/parsing/plain_text.h"

namespace ng::stablehlo {

using Kind = Attribute::Kind;

namespace {
constexpr std::size_t most_dimensions = 32;  // as many axes as an op can have
}

Attribute text_attribute(Kind kind, std::string text) {
  Attribute made{.kind = kind};
  made.text = std::move(text);
  return made;
}

Attribute list_attribute(std::vector<Attribute> list) {
  Attribute made{.kind = Kind::list};
  made.list = std::move(list);
  return made;
}

Attribute integer_attribute(std::int64_t value) {
  return {.kind = Kind::integer, .integer = value};
}

void add(Attribute& dictionary, std::string name, Attribute value) {
  dictionary.names.push_back(std::move(name));
  dictionary.list.push_back(std::move(value));
}

Type MlirAttributes::type() {
  const MlirScanner::Nested nested(scanner_);
  Type made;
  if (scanner_.peek() == '(') {
    const std::size_t begin = scanner_.at();
    function_type();
    made.element = scanner_.between(begin, scanner_.at());
    return made;
  }
  const std::size_t begin = scanner_.at();
  if (scanner_.accept_word("tensor")) {
    scanner_.expect("<");
    made.is_tensor = true;
    while (scanner_.at_number() || scanner_.peek() == '?') {
      if (scanner_.accept("?")) {
        made.dims.emplace_back();
      } else {
        const std::int64_t length = scanner_.integer();
        if (length < 0) scanner_.fail("a length is negative", "0 or more");
        made.dims.emplace_back(length);
      }
      scanner_.expect("x");
      if (made.dims.size() > most_dimensions)
        scanner_.fail("a tensor has too many dimensions",
                      "at most " + std::to_string(most_dimensions));
    }
    made.element = std::string(trimmed(scanner_.raw_until(",")));
    if (made.element.empty()) scanner_.fail("a tensor has no element type", "a type such as f32");
    if (scanner_.accept(",")) scanner_.raw_until({});  // an encoding
    scanner_.expect(">");
    return made;
  }
  scanner_.accept("!");
  scanner_.word();
  if (scanner_.peek() == '<') scanner_.balanced();
  made.element = scanner_.between(begin, scanner_.at());
  return made;
}

std::vector<Type> MlirAttributes::types() {
  std::vector<Type> made;
  if (scanner_.peek() != '(') {
    made.push_back(type());
    return made;
  }
  scanner_.expect("(");
  while (!scanner_.accept(")")) {
    made.push_back(type());
    if (scanner_.peek() != ')') scanner_.expect(",");
  }
  return made;
}

std::pair<std::vector<Type>, std::vector<Type>> MlirAttributes::function_type() {
  std::vector<Type> operands = types();
  scanner_.expect("->");
  return {std::move(operands), types()};
}

Attribute MlirAttributes::value(bool typed) {
  const MlirScanner::Nested nested(scanner_);
  switch (scanner_.peek()) {
    case '"': {
      Attribute made = text_attribute(Kind::text, scanner_.quoted());
      if (typed) skip_type();
      return made;
    }
    case '@': {
      scanner_.expect("@");
      std::string name = scanner_.peek() == '"' ? scanner_.quoted() : scanner_.name();
      while (scanner_.accept("::@")) name += "::" + scanner_.name();
      return text_attribute(Kind::symbol, std::move(name));
    }
    case '[': return list();
    case '{': {
      Attribute made{.kind = Kind::dictionary};
      add_dictionary(made);
      return made;
    }
    case '#': return of_dialect();
    case '<': return text_attribute(Kind::word, std::string(scanner_.balanced()));
    case '!':
    case '(': return type_attribute();
    default: break;
  }
  if (scanner_.at_number()) return number(typed);
  if (scanner_.at_word()) return word();
  scanner_.fail("an attribute cannot be read", "a number, text, list, type or name");
}

void MlirAttributes::skip_type() {
  if (scanner_.peek() == ':' && scanner_.accept(":")) type();
}

Attribute MlirAttributes::number(bool typed) {
  const std::size_t begin = scanner_.at();
  Attribute made{.kind = Kind::integer};
  if (scanner_.accept("0x")) {
    scanner_.name();
    made = text_attribute(Kind::word, std::string(scanner_.between(begin, scanner_.at())));
  } else {
    made.number = scanner_.number();
    const std::string_view digits = scanner_.between(begin, scanner_.at());
    if (digits.find_first_of(".eE") == digits.npos) {
      scanner_.go_to(begin);
      made.integer = scanner_.integer();
    } else {
      made.kind = Kind::number;
    }
  }
  if (typed) skip_type();
  return made;
}

Attribute MlirAttributes::list() {
  scanner_.expect("[");
  Attribute made{.kind = Kind::list};
  while (!scanner_.accept("]")) {
    made.list.push_back(value());
    if (scanner_.peek() != ']') scanner_.expect(",");
  }
  return made;
}

// array<i64: 1, 2>
Attribute MlirAttributes::array() {
  scanner_.expect("<");
  Attribute made{.kind = Kind::list};
  type();
  if (scanner_.accept(":")) {
    do made.list.push_back(value());
    while (scanner_.accept(","));
  }
  scanner_.expect(">");
  return made;
}

// The type, which says how elements are read, follows them.
Attribute MlirAttributes::dense() {
  scanner_.expect("<");
  const std::size_t begin = scanner_.at();
  scanner_.raw_until({});
  scanner_.expect(">");
  scanner_.expect(":");
  Type made = type();
  const std::size_t end = scanner_.at();
  scanner_.go_to(begin);
  Attribute attribute{.kind = Kind::elements};
  attribute.elements = std::make_shared<Elements>(read_elements(scanner_, std::move(made)));
  scanner_.expect(">");
  scanner_.go_to(end);
  return attribute;
}

// dense_resource<name>, whose bytes are at the end of the module.
Attribute MlirAttributes::resource() {
  const std::string name(trimmed(scanner_.balanced()));
  scanner_.expect(":");
  Type made = type();
  const std::size_t section = text_.rfind("{-#");
  const std::string entry = name + ": \"";
  std::size_t at = section == text_.npos ? text_.npos : text_.find(entry, section);
  while (at != text_.npos && !std::isspace(static_cast<unsigned char>(text_[at - 1])) &&
         text_[at - 1] != '{')
    at = text_.find(entry, at + 1);
  if (at == text_.npos)
    scanner_.fail("the module has no resource " + quote(name), "an entry of dialect_resources");
  const std::size_t digits = at + entry.size();
  Attribute attribute{.kind = Kind::elements};
  attribute.elements = std::make_shared<Elements>(read_resource(
      scanner_, text_.substr(digits, text_.find('"', digits) - digits), std::move(made)));
  return attribute;
}

// #alias, #stablehlo<precision DEFAULT>, #stablehlo.gather<offset_dims = [1]>
Attribute MlirAttributes::of_dialect() {
  scanner_.expect("#");
  const std::string name = scanner_.name();
  if (scanner_.peek() != '<') {
    const auto known = aliases_.find(name);
    return known == aliases_.end() ? text_attribute(Kind::word, name) : known->second;
  }
  const std::size_t begin = scanner_.at();
  const std::string_view inside = trimmed(scanner_.balanced());
  const std::size_t end = scanner_.at();
  Attribute made = text_attribute(Kind::word, std::string(inside));
  if (inside.find(" = ") != inside.npos) {
    scanner_.go_to(begin);
    scanner_.expect("<");
    made = {.kind = Kind::dictionary};
    add_entries(made, ">");
    scanner_.go_to(end);
  } else if (const std::size_t space = inside.rfind(' ');
             space != inside.npos && inside.find_first_of("[<") == inside.npos) {
    made.text = std::string(inside.substr(space + 1));  // "DEFAULT" of "precision DEFAULT"
  }
  return made;
}

Attribute MlirAttributes::word() {
  const std::size_t begin = scanner_.at();
  std::string text = scanner_.word();
  const bool bracket = scanner_.peek() == '<';
  if (text == "dense" && bracket) return dense();
  if (text == "dense_resource" && bracket) return resource();
  if (text == "array" && bracket) return array();
  if (text == "true" || text == "false")
    return {.kind = Kind::boolean, .integer = text == "true" ? 1 : 0};
  if (text == "unit") return {};
  if (bracket) {
    scanner_.go_to(begin);
    return type_attribute();
  }
  if (scanner_.peek() == '(') scanner_.balanced();  // affine maps and others of no meaning here
  return text_attribute(Kind::word, std::move(text));
}

// A function type is the list of its operands and that of its results.
Attribute MlirAttributes::type_attribute() {
  const auto list_of = [](std::vector<Type> types) {
    Attribute made{.kind = Kind::list};
    for (Type& each : types) {
      made.list.push_back({.kind = Kind::type});
      made.list.back().type = std::move(each);
    }
    return made;
  };
  if (scanner_.peek() == '(') {
    auto [operands, results] = function_type();
    return list_attribute({list_of(std::move(operands)), list_of(std::move(results))});
  }
  Attribute made{.kind = Kind::type};
  made.type = type();
  return made;
}

void MlirAttributes::add_dictionary(Attribute& dictionary) {
  scanner_.expect("{");
  add_entries(dictionary, "}");
}

void MlirAttributes::add_entries(Attribute& dictionary, std::string_view end) {
  while (!scanner_.accept(end)) {
    std::string name = scanner_.peek() == '"' ? scanner_.quoted() : scanner_.word();
    add(dictionary, std::move(name), scanner_.accept("=") ? value() : Attribute());
    if (!scanner_.accept(",")) {
      scanner_.expect(end);
      return;
    }
  }
}

}  // namespace ng::stablehlo
