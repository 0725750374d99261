// SPDX-License-Identifier: Apache-2.0
// A graph of TensorFlow by name: its nodes, which of them are results, where variables get their
// values from.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/frontends/tensorflow/endpoint.h"

namespace ng::tensorflow {

class GraphIndex {
 public:
  // Throws bad_file Errors for nodes of the same name and for inputs that no node defines.
  GraphIndex(const MetaGraph& graph, const std::string& path);

  const NodeDef* find(const std::string& node) const;
  const FunctionDef* function(const std::string& name) const;
  const MetaGraph& graph() const { return graph_; }
  const std::string& path() const { return path_; }

  // The data inputs of a node.
  std::vector<Endpoint> inputs_of(const NodeDef& node) const;
  // Nodes whose values nothing needs but updates and gradients: the results of a graph without a
  // signature, in the file's order.
  std::vector<const NodeDef*> results() const;
  // Constants, inputs and identities of either that nothing reads and that are no results: of
  // numbers and, for inputs, of known lengths.
  std::vector<const NodeDef*> unread() const;
  // What a variable is first assigned, by the name of its node.
  const std::unordered_map<std::string, Endpoint>& initial_values() const { return initial_; }
  // The names that a variable may have in a checkpoint, the likeliest first.
  std::vector<std::string> checkpoint_keys(const NodeDef& variable) const;
  // Does training change the variable? By the objects of the file, or by its collections.
  bool is_trained(const NodeDef& variable) const;
  // Comes from a checkpoint, also through identities.
  bool is_restored(const Endpoint& value) const;

 private:
  void index_assignments();
  void index_restore_function();
  Endpoint behind_identities(Endpoint value) const;
  // The key that RestoreV2 reads for this value; empty if it reads none.
  std::string restored_key(const Endpoint& value) const;

  const MetaGraph& graph_;
  const std::string path_;
  std::unordered_map<std::string, const NodeDef*> nodes_;
  std::unordered_map<std::string, const FunctionDef*> functions_;
  std::unordered_map<std::string, Endpoint> initial_;
  std::unordered_map<std::string, std::string> keys_;  // of restored variables, by their nodes
};

bool is_variable(const NodeDef& node);
// Changes a variable or writes a file, so that its value is not a result.
bool is_update(const NodeDef& node);
bool is_input(const NodeDef& node);

}  // namespace ng::tensorflow
