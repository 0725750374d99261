// SPDX-License-Identifier: Apache-2.0
// Reads types and attributes of MLIR.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/formats/stablehlo/mlir_scanner.h"

namespace ng::stablehlo {

class MlirAttributes {
 public:
  MlirAttributes(std::string_view text, MlirScanner& scanner) : text_(text), scanner_(scanner) {}

  Type type();
  // "tensor<…>", or "(…)", which may be empty.
  std::vector<Type> types();
  // (operands) -> results
  std::pair<std::vector<Type>, std::vector<Type>> function_type();

  // A number or text may be followed by ": type" if `typed`.
  Attribute value(bool typed = true);
  // {name = value, flag, …}, added to a dictionary.
  void add_dictionary(Attribute& dictionary);
  // Up to the closing bracket or sign.
  void add_entries(Attribute& dictionary, std::string_view end);
  // "#name = value" of the module: an alias.
  void define(const std::string& name) { aliases_.insert_or_assign(name, value()); }

 private:
  Attribute number(bool typed);
  Attribute list();
  Attribute array();
  Attribute dense();
  Attribute resource();
  Attribute of_dialect();
  Attribute word();
  Attribute type_attribute();
  void skip_type();

  std::string_view text_;
  MlirScanner& scanner_;
  std::unordered_map<std::string, Attribute> aliases_;
};

// Of an attribute of one kind.
Attribute text_attribute(Attribute::Kind kind, std::string text);
Attribute list_attribute(std::vector<Attribute> list);
Attribute integer_attribute(std::int64_t value);
void add(Attribute& dictionary, std::string name, Attribute value);

}  // namespace ng::stablehlo
