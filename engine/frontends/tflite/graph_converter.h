// SPDX-License-Identifier: Apache-2.0
// Turns a graph of a TensorFlow Lite model into nodes: the main graph, or one that a branch, a loop
// or the start of a model runs, with the values that it is given.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/base/note.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tflite/tflite_model.h"
#include "engine/frontends/tflite/graph_forms.h"
#include "engine/frontends/tflite/operator_rows.h"
#include "engine/frontends/tflite/variable_changes.h"

namespace ng::tflite {

inline constexpr std::string_view refused_op = "Refused";  // of operators that are not imported

// A variable at the operator that is converted.
struct Variable {
  std::string node;   // VarHandleOp; empty: CALL_ONCE gives it no value
  std::string value;  // what a read gives; empty: unknown, for an operator is not imported
};

// What the conversions of all graphs of a model share.
struct Conversion {
  Conversion(const Model& given, Notes& noted) : model(given), notes(noted), changes(given) {}

  // A name that no value has yet.
  std::string unique(const std::string& name);
  // Makes the values of all variables unknown.
  void forget_variables();

  const Model& model;
  Notes& notes;
  const VariableChanges changes;
  onnx::Model made;
  std::string location;  // of the model's file in its folder
  std::unordered_set<std::string> taken, known;
  std::unordered_map<std::string, std::size_t> numbers;    // the next of each name that was taken
  std::map<std::string, Variable> variables;               // by name
  std::unordered_set<std::size_t> started;                 // graphs that CALL_ONCE ran
  std::size_t tensor_bytes = 0, operators = 0, depth = 0;  // of graphs that operators run
  bool forgot = false;                                     // are values of variables unknown?
  bool keeps_state = false;                                // has a note that states start at zero
};

class GraphConverter {
 public:
  // Adds to `nodes`, which are those of the model or of a node's graph.
  GraphConverter(Conversion& shared, std::size_t graph, std::vector<onnx::Node>& nodes);

  // The main graph: its inputs and outputs become those of the model.
  void convert_main();
  // A graph with values for its inputs; returns those of its outputs. Throws NotConverted.
  std::vector<std::string> convert_with(const std::vector<std::string>& given,
                                        const std::vector<std::string>& handles);

 private:
  class Nodes;

  const Tensor& tensor(std::int64_t index) const {
    return graph_.tensors[static_cast<std::size_t>(index)];
  }
  const std::string& name(std::int64_t index) const {
    return names_[static_cast<std::size_t>(index)];
  }
  void count_tensors();
  void name_tensors();
  void name_by_signature();
  void add_outputs();
  onnx::ValueInfo info_of(std::int64_t index) const;
  std::string value_of(std::int64_t index);
  std::string float_of(std::int64_t index);
  std::vector<std::string> quantisation_inputs(const std::string& value, const Tensor& given);
  std::string add_known(const std::string& name, const ng::Tensor& value);
  void add_constant(const Tensor& given, const std::string& name);
  onnx::Node& add_node(std::string name, std::string op_type, std::string_view domain);
  void add_operators();
  void add_operator(const Operator& op);
  void add_refused(const Operator& op, const std::string& reason);
  bool reads_value(std::int64_t index) const;
  void note_state(const Operator& op);
  std::vector<bool> needed_operators() const;

  // Operators that run graphs or keep values (graph_calls.cpp). Returns false for any other.
  bool add_call(const Operator& op);
  void add_branch(const Operator& op);
  void add_loop(const Operator& op);
  void start_variables(const Operator& op);
  void read_variable(const Operator& op);
  void assign_variable(const Operator& op);
  std::shared_ptr<const onnx::Graph> branch_graph(std::size_t index, const Operator& op);
  std::vector<std::string> run_graph(std::size_t index, const Operator& op, std::size_t first,
                                     const std::vector<std::string>& given,
                                     std::vector<onnx::Node>& nodes);
  const Graph& need_graph(const Operator& op, const char* option, std::size_t inputs,
                          std::size_t outputs) const;
  std::string variable_of(std::int64_t handle) const;

  void add_list_write(const Operator& op, const ListWrite& write);

  Conversion& shared_;
  const std::size_t number_;
  const Graph& graph_;
  const GraphForms forms_;
  std::vector<onnx::Node>& nodes_;
  std::vector<std::string> names_;                                          // by tensor
  std::unordered_map<std::int64_t, std::deque<std::string>> output_names_;  // of the signature
  std::unordered_set<std::int64_t> inputs_, constants_;
  std::unordered_map<std::int64_t, std::string> floats_;
  std::unordered_map<std::int64_t, std::string> handles_;  // of variables: their names
};

}  // namespace ng::tflite
