// SPDX-License-Identifier: Apache-2.0
// A StableHLO module as plain structs: what its text says, without the meaning of ops.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/tensor.h"

namespace ng::stablehlo {

// A position in the text, from 1.
struct Place {
  int line = 0, column = 0;
};

struct Type {
  bool is_tensor = false;
  std::vector<std::optional<std::int64_t>> dims = {};  // nullopt: "?"
  std::string element = {};  // "f32", "complex<f32>"; of another type its whole text
};

std::string to_string(const Type& type);  // "tensor<2x?xf32>"
// Empty for element types that the engine lacks.
std::optional<DType> dtype_of(const Type& type);
// The lengths of a tensor without open ones; empty if it has any.
std::optional<Shape> shape_of(const Type& type);

// dense<…>. One value for all elements if `splat`. `values` is empty if there is a `fault`.
struct Elements {
  Type type;
  Tensor values;
  bool splat = false;
  std::string fault = {};  // why the elements are not read
};

struct Attribute {
  enum class Kind {
    unit,
    boolean,
    integer,
    number,
    text,
    symbol,
    word,
    type,
    list,
    dictionary,
    elements
  };
  Kind kind = Kind::unit;
  std::int64_t integer = 0;
  double number = 0;
  std::string text = {};  // of a text, a symbol without "@", a word, or what is not understood
  Type type = {};
  std::vector<Attribute> list = {};
  std::vector<std::string> names = {};  // of the elements of a dictionary's list
  std::shared_ptr<const Elements> elements = {};

  const Attribute* find(std::string_view name) const;  // in a dictionary; null: absent
};

// Where an op comes from in the program that wrote the module.
struct Location {
  std::string name = {};  // "jit(f)/dense/dot_general"
  std::string file = {};
  int line = 0;  // 0: unknown
};

struct Operation;

// A region with one block.
struct Block {
  std::vector<std::string> arguments = {};  // without "%"
  std::vector<Type> types = {};             // of the arguments
  std::vector<Location> locations = {};     // of the arguments
  std::vector<Operation> operations;
};

struct Operation {
  std::string name = {};                   // "stablehlo.add"
  std::vector<std::string> operands = {};  // "0" of "%0", "1#2" of "%1#2"
  std::vector<std::string> results = {};
  std::vector<Type> operand_types = {}, result_types = {};
  Attribute attributes = {.kind = Attribute::Kind::dictionary};
  std::vector<Block> regions = {};
  Location location = {};
  Place place = {};

  const Attribute* find(std::string_view name) const { return attributes.find(name); }
};

struct Function {
  std::string name;
  Block body;
  std::vector<Type> result_types = {};
  std::vector<std::string> result_names = {};  // jax.result_info; empty: none
  Place place = {};
};

struct Module {
  std::string path, name;
  std::vector<Function> functions;

  const Function* find(std::string_view function) const;  // null: absent
};

}  // namespace ng::stablehlo
