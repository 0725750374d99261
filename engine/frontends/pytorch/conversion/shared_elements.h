// SPDX-License-Identifier: Apache-2.0
// Which values of a graph share their elements, and which of them an op has changed since they were
// computed.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/formats/pytorch/pt2_program.h"

namespace ng::pytorch {

// A value that shares its elements with another.
struct View {
  const Node* node = nullptr;
  std::size_t output = 0;    // of the node
  std::string parent, root;  // the first argument of the node; the last of the parents
  int depth = 1;             // count of the parents
  bool certain = true;       // is neither it nor a parent a copy?
};

class SharedElements {
 public:
  // The value that an op gave its result that changed its operand: both are one tensor.
  const std::string& identity(const std::string& value) const;
  const std::string& root_of(const std::string& value) const;
  const View* view_of(const std::string& value) const;  // null: it is none

  // The results of a view share the elements of its operand. Returns a result that is a view of
  // itself, or made twice; empty: none is.
  std::string add_views(const Node& node, bool certain);

  // The result is the operand with other elements.
  void set_same(const std::string& result, const std::string& operand);
  // After a change of a value: those in `changed` have their new elements. Other views of its root
  // are computed again where they are read, or, if the change is not `known`, lost.
  void change(const std::string& value, const std::unordered_set<std::string>& changed, bool known);
  // Has what it is a view of changed since? From now on it has not.
  bool take_stale(const std::string& value) { return stale_.erase(value) > 0; }

  // Changed in an unknown way, with all that shares its elements.
  void lose(const std::string& value);
  bool is_lost(const std::string& value) const { return lost_.contains(identity(value)); }
  bool reads_lost(const Node& node) const;

 private:
  std::unordered_map<std::string, std::string> same_;  // of results of ops that change operands
  std::unordered_map<std::string, View> views_;
  std::unordered_map<std::string, std::vector<std::string>> sharing_;  // by root: its views
  std::unordered_set<std::string> stale_;  // views of a root that has changed since
  std::unordered_set<std::string> lost_;   // changed by another view in an unknown way
};

}  // namespace ng::pytorch
