// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/axis_roles.h"

#include <algorithm>
#include <set>

#include "engine/analysis/op_changes.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

std::string role_text(const AxisRecord& axis) {
  return axis.role ? std::string(name(*axis.role)) : std::string();
}

class AxisRoles {
 public:
  AxisRoles(const AxisRenames& renames, DocumentDifference& difference)
      : renames_(renames), difference_(difference) {}

  void add(const ResultRecord& a, const ResultRecord& b) {
    for (const AxisRecord& axis : a.axes) {
      const auto renamed = renames_.find(axis.name);
      const AxisRecord* other = find(b, renamed == renames_.end() ? axis.name : renamed->second);
      const AxisRecord* of_same_name = find(b, axis.name);
      // The axes of a transposed result look renamed.
      if (of_same_name && of_same_name->role == axis.role) continue;
      if (other) add(axis, *other);
    }
  }

 private:
  static const AxisRecord* find(const ResultRecord& result, const std::string& name) {
    const auto found = std::find_if(result.axes.begin(), result.axes.end(),
                                    [&](const AxisRecord& axis) { return axis.name == name; });
    return found == result.axes.end() ? nullptr : &*found;
  }

  void add(const AxisRecord& a, const AxisRecord& b) {
    // A dual has the role of its axis.
    if (a.role == b.role || a.dual_level != 0 || !reported_.insert(b.name).second) return;
    difference_.changes.push_back({ChangeOf::axis,
                                   ChangeKind::changed,
                                   b.name,
                                   0,
                                   "role",
                                   text_or_dash(role_text(a)),
                                   text_or_dash(role_text(b)),
                                   {}});
  }

  const AxisRenames& renames_;
  DocumentDifference& difference_;
  std::set<std::string> reported_;
};

}  // namespace

void add_axis_roles(const AxisRenames& renames, DocumentDifference& difference) {
  AxisRoles roles(renames, difference);
  for (const OpRecord& b : difference.after->ops) {
    const OpRecord* a = difference.before->find(b.id);  // null: added
    for (std::size_t i = 0; a && i < std::min(a->results.size(), b.results.size()); ++i)
      roles.add(a->results[i], b.results[i]);
  }
}

}  // namespace ng
