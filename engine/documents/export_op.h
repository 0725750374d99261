// SPDX-License-Identifier: Apache-2.0
// Converts a live op to a row of a document, and collects the axes that rows refer to.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/formats/documents/document.h"
#include "engine/graph/node.h"

namespace ng {

// Throws a value Error for a name with which a document cannot be read again. `of`: "an op".
void require_saved_name(const std::string& name, const std::string& of);

// Makes names unique by appending numbers.
class DistinctNames {
 public:
  std::string take(const std::string& wanted, char separator);

 private:
  std::set<std::string> taken_;
};

// Rows of axes in order of first use.
class AxisTable {
 public:
  AxisTable() = default;
  // Appends to `rows`; `axes` maps row ids to their live axes.
  AxisTable(std::vector<AxisModel> rows, const std::map<std::string, Axis>& axes);

  AxisUse use(const Axis& axis);
  template <class List>
  AxesModel uses(const List& axes) {
    AxesModel list;
    for (const Axis& axis : axes) list.push_back(use(axis));
    return list;
  }
  const std::vector<AxisModel>& rows() const { return rows_; }

 private:
  std::map<const void*, std::string> ids_;
  DistinctNames names_;
  std::vector<AxisModel> rows_;
};

// The op with its id and name, and operands by id. Throws a value Error for ops made by passes.
OpModel op_model(const Node& node, AxisTable& axes);

}  // namespace ng
