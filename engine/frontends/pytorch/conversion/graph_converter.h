// SPDX-License-Identifier: Apache-2.0
// The conversion of one graph of a program: its values by their names in the model, node after
// node.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/frontends/pytorch/conversion/conversion.h"
#include "engine/frontends/pytorch/conversion/shared_elements.h"
#include "engine/frontends/pytorch/conversion/view_writes.h"

namespace ng::pytorch {

// Marks a node that reads a value whose elements have changed in an unknown way: it cannot run.
void refuse_lost(const std::string& value, onnx::Node& made);

class GraphConverter {
 public:
  // Adds nodes and types of values to `made`. The arguments must outlive the converter.
  GraphConverter(Conversion& conversion, onnx::Graph& made, const ValueFacts& facts)
      : conversion_(conversion), made_(made), facts_(facts) {}

  Conversion& conversion() { return conversion_; }
  onnx::Graph& made() { return made_; }

  void add_node(const Node& node);
  // A node of ONNX for an op that runs graphs, without inputs and attributes.
  onnx::Node graph_node(const Node& node, const char* op_type);

  // Gives the value a name that is free; `wanted` if it is.
  void name_value(const std::string& value, const std::string& wanted);
  void set_name(const std::string& value, const std::string& name) { names_[value] = name; }
  // The name that the value was given last.
  const std::string& name_given(const std::string& value) const { return names_.at(value); }
  // Where a value is now, after ops that changed it.
  const std::string& name_of(const std::string& value);
  std::vector<std::string> names_of(const Argument& argument);

  bool is_complex(const std::string& value) const;
  bool is_lost(const std::string& value) const { return shared_.is_lost(value); }
  bool reads_lost(const Node& node) const { return shared_.reads_lost(node); }

 private:
  // Is the tensor that an as_strided reads?
  bool is_row_major(const Node& node) const;
  // Names the complex arguments and the type of complex results; such a node has rows of its own.
  void set_complex(const Node& node, onnx::Node& made) const;
  // Normalising by the batch changes the statistics of the module.
  void add_new_statistics(const Node& node, onnx::Node& made);
  void add_arguments(const Node& node, onnx::Node& made);
  // Of the results that something reads, and of those of an op that changes its operand. Returns
  // whether there are any.
  bool add_results(const Node& node, bool changes, onnx::Node& made) const;
  void add_type(const std::string& value);

  void share(const Node& node);
  // The operand now has the result as its value. What it is a view of gets a new value, too, and
  // other views of that are computed again where they are read.
  void change(const Node& node);
  // Gives what a changed view is a view of its new value. Returns false if it cannot be computed.
  bool write_back(const std::string& value, std::unordered_set<std::string>& changed);
  // What an op may change besides its first argument: "out", the tensors of a list, and all tensors
  // of a custom op without results or with an underscore at the end.
  void lose_changed(const Node& node);
  void lose(const std::string& value);
  // Computes a view again whose root has changed.
  void refresh(const std::string& value);
  // Adds a node that the program does not have. Returns the name of its only result, which is like
  // `value`.
  std::string add_part(const Node& node, const std::string& value);

  Conversion& conversion_;
  onnx::Graph& made_;
  const ValueFacts facts_;
  std::unordered_map<std::string, std::string> names_;  // in the model
  SharedElements shared_;
};

}  // namespace ng::pytorch
