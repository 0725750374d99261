// SPDX-License-Identifier: Apache-2.0
// Converts the ops of functions and regions to nodes.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/frontends/stablehlo/loop_plan.h"
#include "engine/frontends/stablehlo/value_names.h"

namespace ng::stablehlo {

inline constexpr const char* op_domain = "stablehlo";
// Nodes that the converter makes.
inline constexpr const char* refused_op = "refused";      // the reason is an attribute
inline constexpr const char* counter_op = "counter";      // start + step × iteration
inline constexpr const char* component_op = "component";  // of a vector
inline constexpr const char* row_op = "row";              // a tensor without its first dimension
inline constexpr const char* chosen_op = "chosen";        // is this index the one of "branch"?

class ModuleConverter {
 public:
  ModuleConverter(const Module& module, onnx::Model& made) : module_(module), made_(made) {}

  void convert(const Function& program);

 private:
  // A value of the module in the model.
  struct Item {
    std::string name;                        // in the model
    std::optional<double> scalar = {};       // a constant without dimensions
    bool row = false;                        // the row of a list that an iteration replaces
    std::vector<std::string> elements = {};  // of a tuple, or of a vector joined of them
  };

  // The values that the ops of a function or region can read.
  struct Scope {
    std::vector<onnx::Node>* nodes = nullptr;
    std::vector<onnx::ValueInfo>* infos = nullptr;
    const Scope* outer = nullptr;  // of a region
    std::string prefix = {};
    std::string loop = {};  // the name of the loop that repeats it
    int depth = 0;
    bool is_main = false;
    bool rectifies = false;                         // of the function `relu` of JAX
    std::unordered_set<std::string> log_sums = {};  // maxima that belong to them
    std::unordered_map<std::string, Item> values = {};
  };
  // Of a region, whose ops go where those around it go, or to a graph of their own.
  static Scope inside(const Scope& scope);
  static Scope inside(const Scope& scope, onnx::Graph& graph);

  void add_inputs(const Function& program, Scope& scope);
  std::string input_name(const Function& program, std::size_t i) const;
  void add_outputs(const Function& program, const std::vector<Item>& results);

  // The values that the block returns.
  std::vector<Item> add_block(const Block& block, Scope& scope);
  void add_operation(const Operation& op, Scope& scope);
  void add_constant(const Operation& op, Scope& scope);
  void add_call(const Operation& op, const Function& callee, Scope& scope);
  void add_custom_call(const Operation& op, Scope& scope);
  void add_dynamic_windows(const Operation& op, const std::string& name, Scope& scope);
  void add_update(const Operation& op, Scope& scope);
  void add_choice(const Operation& op, Scope& scope);
  void add_node(const Operation& op, std::string op_type, Scope& scope,
                std::vector<onnx::Attribute> attributes);
  void add_computed_slice(const Operation& op, Scope& scope);
  void note_components(const Operation& op, Scope& scope) const;
  void add_functions(const Operation& op, const Scope& scope,
                     std::vector<onnx::Attribute>& attributes) const;
  bool add_alias(const Operation& op, Scope& scope);

  // Branches and loops.
  onnx::Attribute branch(const char* name, const Block& block, Scope& scope);
  std::vector<Item> add_branches(const Operation& op, std::size_t first, const std::string& index,
                                 Scope& scope);
  void add_loop(const Operation& op, Scope& scope);
  struct Loop;
  void bind_values(Loop& loop, Scope& body);
  void finish_body(Loop& loop, const std::vector<Item>& next, Scope& body);
  std::string condition(Loop& loop, const std::vector<Item>& values, Scope& scope);
  void add_loop_results(Loop& loop, Scope& scope);

  // A node that the op stands for; returns its only result.
  std::string add_step(const Operation& op, const char* op_type, const char* domain,
                       std::vector<std::string> inputs, std::vector<onnx::Attribute> attributes,
                       Scope& scope, const std::string& name = {});
  std::string add_integer(const Operation& op, std::int64_t value, Scope& scope);
  std::string new_name(const Operation& op, const std::string& result, const Scope& scope);
  onnx::Node node_of(const Operation& op) const;

  const Item& find(const std::string& value, const Scope& scope, const Operation& op) const;
  std::optional<double> known_scalar(const std::string& value, const Scope& scope) const;
  void define(const Operation& op, Scope& scope, std::size_t result, Item item) const;
  [[noreturn]] void fail(const Operation& op, std::string what, std::string found) const;

  const Module& module_;
  onnx::Model& made_;
  const Operation* wrapped_ = nullptr;  // the first call of the program; null: none
  ValueNames names_;
  std::size_t converted_ = 0;
};

}  // namespace ng::stablehlo
