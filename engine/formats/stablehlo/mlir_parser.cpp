// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stablehlo/mlir_parser.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "engine/base/quote.h"
#include "engine/formats/stablehlo/generic_names.h"
#include "engine/formats/stablehlo/mlir_locations.h"
#include "engine/formats/stablehlo/readable_form.h"

namespace ng::stablehlo {
namespace {

using Kind = Attribute::Kind;

// Types after the colon of these ops are those of all operands or results, not of one.
constexpr std::string_view listing[] = {"return", "func.return", "stablehlo.return",
                                        "stablehlo.while", "stablehlo.optimization_barrier"};

std::string text_of(const Attribute* attribute) {
  return attribute ? attribute->text : std::string();
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& path, const Limits& limits)
      : scanner_(text, path),
        attributes_(text, scanner_),
        locations_(text, scanner_),
        limits_(limits) {
    made_.path = path;
  }

  Module run() {
    while (!scanner_.at_end()) read_top();
    if (!found_) scanner_.fail("the text holds no module", "a module of StableHLO");
    return std::move(made_);
  }

 private:
  // The module, aliases, and resources at the end.
  void read_top() {
    if (scanner_.accept("#")) {
      const std::string name = scanner_.name();
      scanner_.expect("=");
      if (scanner_.accept_word("loc")) {
        scanner_.balanced();
      } else {
        attributes_.define(name);
      }
    } else if (scanner_.accept("!")) {
      scanner_.fail("aliases of types are not read", "types in full");
    } else if (scanner_.peek() == '{') {
      scanner_.balanced();
    } else {
      read_module();
    }
  }

  void read_module() {
    const Place place = scanner_.place();
    if (scanner_.accept("\"builtin.module\"")) {
      Operation module;
      module.place = place;
      read_generic(module);
      take_module(module);
      locations_.optional_location();
    } else if (scanner_.accept_word("module") || scanner_.accept_word("builtin.module")) {
      if (scanner_.accept("@")) made_.name = scanner_.name();
      Attribute ignored{.kind = Kind::dictionary};
      if (scanner_.accept_word("attributes")) attributes_.add_dictionary(ignored);
      scanner_.expect("{");
      while (!scanner_.accept("}")) take_member(read_operation());
      locations_.optional_location();
    } else {  // functions without a module around them
      take_member(read_operation());
    }
    found_ = true;
  }

  void take_module(Operation& module) {
    made_.name = text_of(module.find("sym_name"));
    if (module.regions.size() != 1)
      scanner_.fail_at(module.place, "a module has no region", "one region");
    for (Operation& member : module.regions[0].operations) take_member(std::move(member));
  }

  // Only functions compute; others, such as meshes of devices, are of no meaning here.
  void take_member(Operation member) {
    if (member.name != "func.func") return;
    Function function;
    function.name = text_of(member.find("sym_name"));
    function.place = member.place;
    if (!names_.insert(function.name).second)
      scanner_.fail_at(member.place, "two functions have the name " + quote(function.name));
    if (member.regions.empty()) return;  // a declaration
    function.body = std::move(member.regions[0]);
    function.result_types = std::move(member.result_types);
    if (const Attribute* type = member.find("function_type"); type && type->list.size() == 2)
      for (const Attribute& each : type->list[1].list) function.result_types.push_back(each.type);
    const Attribute* results = member.find("res_attrs");
    for (std::size_t i = 0; i < function.result_types.size(); ++i) {
      const Attribute* own = results && i < results->list.size() ? &results->list[i] : nullptr;
      function.result_names.push_back(own ? text_of(own->find("jax.result_info")) : std::string());
    }
    made_.functions.push_back(std::move(function));
  }

  Operation read_operation() {
    const MlirScanner::Nested nested(scanner_);
    if (++operations_ > limits_.nodes) scanner_.fail("the module has too many ops");
    Operation made;
    if (scanner_.peek() == '%') read_results(made);
    scanner_.peek();
    made.place = scanner_.place();
    if (scanner_.peek() == '"') {
      made.name = scanner_.quoted();
      read_generic(made);
    } else {
      made.name = scanner_.word();
      if (made.name == "func.func") {
        read_function(made);
      } else {
        read_readable(made);
      }
    }
    made.location = locations_.optional_location();
    check_results(made);
    return made;
  }

  // %0 = …, %0:2 = …, %a, %b = …
  void read_results(Operation& made) {
    do {
      scanner_.expect("%");
      const std::string name = scanner_.name();
      std::int64_t count = 1;
      if (scanner_.accept(":")) count = scanner_.integer();
      if (count < 1 || count > most_results)
        scanner_.fail("an op has " + std::to_string(count) + " results");
      for (std::int64_t i = 0; i < count; ++i)
        made.results.push_back(i == 0 ? name : name + "#" + std::to_string(i));
    } while (scanner_.accept(","));
    scanner_.expect("=");
  }

  void check_results(const Operation& made) const {
    if (made.results.empty() || made.results.size() == made.result_types.size()) return;
    scanner_.fail_at(
        made.place,
        quote(made.name) + " has " + std::to_string(made.result_types.size()) + " types of results",
        std::to_string(made.results.size()));
  }

  // (operands) <{properties}> (regions) {attributes} : type
  void read_generic(Operation& made) {
    scanner_.expect("(");
    while (!scanner_.accept(")")) {
      made.operands.push_back(value_name(scanner_));
      if (scanner_.peek() != ')') scanner_.expect(",");
    }
    if (scanner_.accept("[")) scanner_.fail_at(made.place, "branches between blocks are not read");
    if (scanner_.accept("<")) {
      attributes_.add_dictionary(made.attributes);
      scanner_.expect(">");
    }
    if (scanner_.accept("(")) {
      while (!scanner_.accept(")")) {
        made.regions.push_back(read_region());
        if (scanner_.peek() != ')') scanner_.expect(",");
      }
    }
    if (scanner_.peek() == '{') attributes_.add_dictionary(made.attributes);
    scanner_.expect(":");
    std::tie(made.operand_types, made.result_types) = attributes_.function_type();
  }

  void read_readable(Operation& made) {
    ReadableForm form(scanner_, attributes_, made);
    form.read();
    if (made.name == "stablehlo.constant") {
      const Attribute* value = made.find("value");
      if (!value || !value->elements) scanner_.fail_at(made.place, "a constant has no elements");
      made.result_types = {value->elements->type};
    } else if (scanner_.accept(":")) {
      read_types(made);
    }
    if (made.name == "stablehlo.while") read_loop(made, form.bindings);
    if (made.name == "stablehlo.reduce") read_reducer(made);
    use_generic_names(made);
  }

  // One type of all, the types of operands with that of results, or a function type.
  void read_types(Operation& made) {
    if (scanner_.peek() == '(') {
      std::tie(made.operand_types, made.result_types) = attributes_.function_type();
      return;
    }
    std::vector<Type> types;
    do types.push_back(attributes_.type());
    while (scanner_.accept(","));
    if (scanner_.accept("->")) {
      made.operand_types = std::move(types);
      made.result_types = attributes_.types();
      return;
    }
    const bool lists =
        std::find(std::begin(listing), std::end(listing), made.name) != std::end(listing);
    if (lists) {
      made.operand_types = types;
      if (!made.results.empty()) made.result_types = std::move(types);
      return;
    }
    made.result_types.assign(made.results.size(), types.back());
    made.operand_types = std::move(types);
    while (made.operand_types.size() < made.operands.size())
      made.operand_types.push_back(made.operand_types.back());
  }

  // cond {…} do {…}, with the same names of the values.
  void read_loop(Operation& made, const std::vector<std::string>& names) {
    if (scanner_.accept_word("attributes")) attributes_.add_dictionary(made.attributes);
    if (names.size() != made.operands.size() || names.size() != made.operand_types.size())
      scanner_.fail_at(made.place, "a while has another number of types than of values");
    for (const char* word : {"cond", "do"}) {
      if (!scanner_.accept_word(word)) scanner_.fail("a while lacks a region", quote(word));
      Block region = read_region();
      region.arguments = names;
      region.types = made.operand_types;
      region.locations.resize(names.size());
      made.regions.push_back(std::move(region));
    }
    if (made.result_types.empty()) made.result_types = made.operand_types;
  }

  // reducer(%a: type, %b: type) (…) {…}, or the op that it applies.
  void read_reducer(Operation& made) {
    const std::size_t count = made.operands.size() / 2;
    if (const Attribute* applied = made.find("applies")) {
      made.regions.push_back(block_of(applied->text, made));
      return;
    }
    if (!scanner_.accept_word("reducer")) scanner_.fail("a reduce lacks its function", "reducer");
    Block first, second;
    while (scanner_.peek() == '(') {
      scanner_.expect("(");
      read_argument(first);
      scanner_.expect(",");
      read_argument(second);
      scanner_.expect(")");
    }
    if (first.arguments.size() != count)
      scanner_.fail_at(made.place, "a reduce has another number of arguments than of operands");
    Block region = read_region();
    for (const Block* part : {&first, &second}) {
      region.arguments.insert(region.arguments.end(), part->arguments.begin(),
                              part->arguments.end());
      region.types.insert(region.types.end(), part->types.begin(), part->types.end());
    }
    region.locations.resize(region.arguments.size());
    made.regions.push_back(std::move(region));
  }

  // A function of two values that applies one op.
  static Block block_of(const std::string& op, const Operation& reduce) {
    Block made;
    const Type type = {
        true, {}, reduce.operand_types.empty() ? "" : reduce.operand_types[0].element};
    made.arguments = {"a", "b"};
    made.types = {type, type};
    made.locations.resize(2);
    Operation applied;
    applied.name = op;
    applied.operands = made.arguments;
    applied.operand_types = made.types;
    applied.results = {"c"};
    applied.result_types = {type};
    applied.place = reduce.place;
    Operation end;
    end.name = "stablehlo.return";
    end.operands = applied.results;
    end.operand_types = {type};
    end.place = reduce.place;
    made.operations = {std::move(applied), std::move(end)};
    return made;
  }

  // %name: type {attributes} loc(…)
  Attribute read_argument(Block& block) {
    block.arguments.push_back(value_name(scanner_));
    scanner_.expect(":");
    block.types.push_back(attributes_.type());
    Attribute own{.kind = Kind::dictionary};
    if (scanner_.peek() == '{') attributes_.add_dictionary(own);
    block.locations.push_back(locations_.optional_location());
    return own;
  }

  // {…}, which may name its arguments: ^bb0(…):
  Block read_region() {
    const MlirScanner::Nested nested(scanner_);
    Block made;
    scanner_.expect("{");
    if (scanner_.accept("^")) {
      scanner_.name();
      if (scanner_.accept("(")) read_arguments(made);
      scanner_.expect(":");
    }
    while (!scanner_.accept("}")) {
      if (scanner_.peek() == '^')
        scanner_.fail("a region has several blocks; branches between blocks are not read");
      made.operations.push_back(read_operation());
    }
    return made;
  }

  void read_arguments(Block& block) {
    while (!scanner_.accept(")")) {
      read_argument(block);
      if (scanner_.peek() != ')') scanner_.expect(",");
    }
  }

  // func.func public @main(%arg0: type, …) -> (type {…}, …) attributes {…} {…}
  void read_function(Operation& made) {
    for (const char* word : {"public", "private", "nested"}) scanner_.accept_word(word);
    scanner_.expect("@");
    const bool quoted = scanner_.peek() == '"';
    add(made.attributes, "sym_name",
        text_attribute(Kind::text, quoted ? scanner_.quoted() : scanner_.name()));
    Block body;
    scanner_.expect("(");
    const bool declared = scanner_.peek() != '%' && scanner_.peek() != ')';
    if (declared) {
      scanner_.raw_until({});
      scanner_.expect(")");
    } else {
      read_arguments(body);
    }
    if (scanner_.accept("->")) read_function_results(made);
    if (scanner_.accept_word("attributes")) attributes_.add_dictionary(made.attributes);
    if (scanner_.peek() != '{') return;
    body.operations = read_region().operations;
    made.regions.push_back(std::move(body));
  }

  void read_function_results(Operation& made) {
    Attribute all{.kind = Kind::list};
    const auto one = [&] {
      made.result_types.push_back(attributes_.type());
      Attribute own{.kind = Kind::dictionary};
      if (scanner_.peek() == '{') attributes_.add_dictionary(own);
      all.list.push_back(std::move(own));
    };
    if (scanner_.accept("(")) {
      while (!scanner_.accept(")")) {
        one();
        locations_.optional_location();
        if (scanner_.peek() != ')') scanner_.expect(",");
      }
    } else {
      made.result_types.push_back(attributes_.type());
      all.list.push_back({.kind = Kind::dictionary});
    }
    add(made.attributes, "res_attrs", std::move(all));
  }

  static constexpr std::int64_t most_results = 1 << 16;

  MlirScanner scanner_;
  MlirAttributes attributes_;
  MlirLocations locations_;
  const Limits& limits_;
  Module made_;
  std::unordered_set<std::string> names_;  // of functions
  std::uint64_t operations_ = 0;
  bool found_ = false;
};

}  // namespace

Module parse_module(std::string_view text, const std::string& path, const Limits& limits) {
  return Parser(text, path, limits).run();
}

}  // namespace ng::stablehlo
