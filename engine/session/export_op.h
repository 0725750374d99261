// SPDX-License-Identifier: Apache-2.0
// One live op as a row of a document, and the axes that rows refer to.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/formats/document.h"
#include "engine/graph/node.h"

namespace ng {

// Takes names, and makes those that are taken distinct by a number.
class DistinctNames {
 public:
  std::string take(const std::string& wanted, char separator);

 private:
  std::set<std::string> taken_;
};

// Rows of axes in the order of their first use.
class AxisTable {
 public:
  AxisTable() = default;
  // Goes on behind `rows`; `axes` are the live axes that have one, by its id.
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

// The op with its own id and name, operands by their ids. Value Error for ops that passes made.
OpModel op_model(const Node& node, AxisTable& axes);

}  // namespace ng
