// SPDX-License-Identifier: Apache-2.0
// The conversion of one program: its values by their names in the model, node after node.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/base/note.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/pytorch/pt2_program.h"
#include "engine/frontends/pytorch/loop_plan.h"
#include "engine/frontends/pytorch/view_writes.h"

namespace ng::pytorch {

inline constexpr std::string_view op_domain = "pytorch";
inline constexpr const char* refused_op = "refused";  // reads a view whose elements have changed

// "aten.add.Tensor" of "torch.ops.aten.add.Tensor"; "operator.add" of "_operator.add".
std::string op_type_of(const std::string& target);
// The name of an op without the underscore of one that changes its operand: "aten.relu.default" of
// "aten.relu_.default", "aten.__and__.Tensor" of "aten.__iand__.Tensor". Empty if it changes none.
std::string functional_name(const std::string& op_type);
onnx::Attribute texts(std::string name, std::vector<std::string> values);

struct Weight {
  std::string name;             // in the file
  std::size_t initializer = 0;  // its place in the model
};

// A value that shares its elements with another.
struct View {
  const Node* node = nullptr;
  std::size_t output = 0;    // of the node
  std::string parent, root;  // the first argument of the node; the last of the parents
  int depth = 1;             // count of the parents
  bool certain = true;       // is neither it nor a parent a copy?
};

// A graph of the model that is built, and what is known of its values.
struct Scope {
  std::vector<onnx::Node>* nodes = nullptr;
  std::vector<onnx::ValueInfo>* infos = nullptr;                            // of results
  const std::unordered_map<std::string, onnx::ValueInfo>* types = nullptr;  // in the program
  const std::unordered_set<std::string>* row_major = nullptr;               // of these
  std::unordered_map<std::string, std::string> names = {};                  // in the model
  std::unordered_map<std::string, std::string> same = {};  // of results of ops that change operands
  std::unordered_map<std::string, View> views = {};
  std::unordered_map<std::string, std::vector<std::string>> sharing = {};  // by root: its views
  std::unordered_set<std::string> stale = {};  // views of a root that has changed since
  std::unordered_set<std::string> lost = {};   // changed by another view in an unknown way
};

// For one run.
class ProgramConverter {
 public:
  ProgramConverter(const Program& program, const Reader& reader, Notes& notes)
      : program_(program), reader_(reader), notes_(notes) {}
  onnx::Model run();

 private:
  // The values that something reads; results that nothing reads are left out.
  void find_reads();
  void find_reads_of(const std::vector<Node>& nodes);
  // Results that are returned keep their names; others get those of their modules.
  void name_values();
  void name_returned(const std::string& value);
  std::string free_name(const std::string& wanted);
  void name_value(const std::string& value, const std::string& wanted);
  void add_input(const Input& input);
  void add_weight(const Input& input);
  void add_node(const Node& node);
  // Is the tensor that an as_strided reads?
  bool is_row_major(const Node& node) const;
  bool is_complex(const std::string& value) const;
  // Names the complex arguments and the type of complex results; such a node has rows of its own.
  void set_complex(const Node& node, onnx::Node& made) const;
  // Normalising by the batch changes the statistics of the module.
  void add_new_statistics(const Node& node, onnx::Node& made);
  void add_arguments(const Node& node, onnx::Node& made);
  static void add_attribute(const Argument& argument, onnx::Node& made,
                            std::vector<std::string>& booleans);
  void add_type(const std::string& value);
  void add_outputs();
  // An argument or a result of the program.
  void add_complex(const std::string& name);
  void note_complex();
  // The last value of a buffer.
  void add_update(const Output& output);
  // Of buffers that have another value now than at the begin.
  void add_updates();

  // In convert_graphs.cpp: ops that run graphs.
  // Adds such an op, if it has the form that is known.
  bool add_graphs(const Node& node, const std::string& op_type);
  static bool is_choice(const Node& node);
  // A node of ONNX for an op that runs graphs.
  onnx::Node graph_node(const Node& node, const char* op_type);
  std::vector<std::string> names_of(const Argument& argument);
  // Adds the nodes of a graph, which reads its inputs only, to the current one. Returns the names
  // of its outputs.
  std::vector<std::string> add_nodes_of(const Subgraph& graph,
                                        const std::vector<std::string>& given,
                                        const std::string& scope);
  static onnx::ValueInfo named(const std::string& name);
  // A graph of a node, with these inputs; `fill` adds its nodes and returns the names of outputs.
  onnx::Attribute graph_attribute(const char* name, const std::vector<std::string>& inputs,
                                  const std::function<std::vector<std::string>()>& fill);
  // torch.cond: the operands are inputs of both graphs.
  void add_choice(const Node& node);
  // The graph takes states, elements and operands that stay the same.
  static bool is_scan(const Node& node);
  static bool is_map(const Node& node);
  // `states`: the initial ones; the first axis of `sequences` counts the iterations.
  void add_scan(const Node& node, const Subgraph& graph, const std::vector<std::string>& states,
                const std::vector<std::string>& sequences,
                const std::vector<std::string>& operands);
  // Names of the first inputs of a graph that is repeated.
  std::vector<std::string> inner_names(const Subgraph& graph, std::size_t count,
                                       const std::string& scope);
  static bool is_loop(const Node& node);
  // torch.while_loop: a Loop of ONNX, which tests its condition after each iteration.
  void add_loop(const Node& node);
  // How often the loop runs at most; empty: its condition alone decides.
  std::string add_trips(const onnx::Node& loop, const LoopPlan& plan,
                        const std::vector<std::string>& states);
  // A counter as a function of the iteration, so that the importer sees when the loop ends.
  std::string add_counter(const onnx::Node& loop, std::int64_t by, const std::string& iteration,
                          const std::string& start, const std::string& state);
  onnx::Node part_of_loop(const onnx::Node& loop, const char* op_type, const char* part);

  // In changed_views.cpp: values that share their elements, and change.
  // Is it a result of an op that changes its operand?
  static bool changes_operand(const Node& node);
  // Returned values that share their elements with others and change: the last one gets the name.
  void find_rewritten(const std::unordered_set<std::string>& returned);
  // The value that an op gave its result that changed its operand: both are one tensor.
  const std::string& identity(const std::string& value) const;
  // Where a value is now, after ops that changed it.
  const std::string& name_of(const std::string& value);
  static void refuse_lost(const std::string& value, onnx::Node& made);
  ValueFacts facts() const;
  const std::string& root_of(const std::string& value) const;
  bool is_lost(const std::string& value) const;
  bool reads_lost(const Node& node) const;
  // The results of a view share the elements of its operand.
  void share(const Node& node);
  // The operand now has the result as its value. What it is a view of gets a new value, too, and
  // other views of that are computed again where they are read.
  void change(const Node& node);
  // What an op may change besides its first argument: "out", the tensors of a list, and all tensors
  // of a custom op without results or with an underscore at the end.
  void lose_changed(const Node& node);
  void lose(const std::string& value);
  [[noreturn]] void refuse_undefined(const std::string& value) const;
  // Gives what a changed view is a view of its new value. Returns false if it cannot be computed.
  bool write_back(const std::string& value, std::unordered_set<std::string>& changed);
  // Computes a view again whose root has changed.
  void refresh(const std::string& value);
  // Adds a node that the program does not have. Returns the name of its only result, which is like
  // `value`.
  std::string add_part(const Node& node, const std::string& value);
  void note_change(const std::string& what);
  std::string add_renamed_output(const std::string& value, const std::string& name);
  // A node that cannot run, for an output whose elements have changed.
  std::string add_lost_output(const std::string& value, const std::string& name);

  const Program& program_;
  const Reader& reader_;
  Notes& notes_;
  onnx::Model made_;
  std::string location_, complex_;  // complex_: names, for a note
  std::unordered_set<std::string> read_, taken_, rewritten_;
  std::unordered_map<std::string, Weight> weights_;  // by value
  Scope scope_ = {&made_.graph.nodes, &made_.graph.values, &program_.types, &program_.row_major};
};

}  // namespace ng::pytorch
