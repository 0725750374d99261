// SPDX-License-Identifier: Apache-2.0
// Reads what is between the name of an op and its types in the readable form of MLIR: operands,
// words, attributes and lists, in any order.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/stablehlo/mlir_attributes.h"

namespace ng::stablehlo {

class ReadableForm {
 public:
  ReadableForm(MlirScanner& scanner, MlirAttributes& attributes, Operation& made)
      : scanner_(scanner), attributes_(attributes), made_(made) {}

  void read();
  // Of a while: the names that its regions have for its operands.
  std::vector<std::string> bindings;

 private:
  bool read_part();
  void read_value();
  void read_symbol();
  void read_parenthesised();
  void read_word();
  void read_named(std::string name);
  void read_range();
  bool is_constant() const;
  void finish();

  MlirScanner& scanner_;
  MlirAttributes& attributes_;
  Operation& made_;
  bool ended_ = false;
  std::vector<std::string> initial_, words_;  // operands behind "init:"; words without a value
};

// "0" of "%0", "0#1" of "%0#1"; the first result of several is "0".
std::string value_name(MlirScanner& scanner);

}  // namespace ng::stablehlo
