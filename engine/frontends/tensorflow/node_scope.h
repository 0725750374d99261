// SPDX-License-Identifier: Apache-2.0
// The nodes of a graph or function that some of its results need.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/frontends/tensorflow/endpoint.h"

namespace ng::tensorflow {

class NodeScope {
 public:
  NodeScope(const std::vector<NodeDef>& nodes, std::string path);
  // A function: its arguments are values too.
  NodeScope(const FunctionDef& function, std::string path);

  const NodeDef* find(const std::string& node) const;
  // Throws a bad_file Error for a value that nothing defines.
  Endpoint endpoint(const std::string& input, const NodeDef* user) const;
  std::vector<Endpoint> inputs_of(const NodeDef& node) const;

  // Marks what these values need. `more` adds inputs of a node.
  using More = std::function<std::vector<Endpoint>(const NodeDef&)>;
  void need(std::vector<Endpoint> values, const More& more = {});
  // The marked nodes, in the file's order.
  std::vector<const NodeDef*> needed() const;
  // Names of the results of a needed node; those that nothing reads are empty, but for the first.
  std::vector<std::string> results_of(const NodeDef& node) const;

 private:
  const std::vector<NodeDef>& nodes_;
  const std::string path_;
  bool is_function_ = false;
  std::unordered_map<std::string, const NodeDef*> by_name_;
  std::set<std::string> arguments_;
  std::unordered_map<const NodeDef*, std::set<std::size_t>> read_;
};

}  // namespace ng::tensorflow
