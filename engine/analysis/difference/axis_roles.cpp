// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/axis_roles.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/analysis/op_changes.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

using RoleTexts = std::map<std::string, std::string>;

std::string role_text(const AxisRecord& axis, const RoleTexts& further) {
  std::string text = axis.role ? std::string(name(*axis.role)) : std::string();
  const auto found = further.find(axis.name);
  if (found == further.end()) return text;
  return text + (text.empty() ? "" : ", ") + found->second;
}

class AxisRoles {
 public:
  AxisRoles(const ComparedDocument& first, const ComparedDocument& second,
            const AxisRenames& renames, DocumentDifference& difference)
      : renames_(renames), difference_(difference) {
    if (!first.axis_roles || !second.axis_roles) return;
    before_ = *first.axis_roles;
    after_ = *second.axis_roles;
  }

  void add(const ResultRecord& a, const ResultRecord& b) {
    for (const AxisRecord& axis : a.axes) {
      const auto renamed = renames_.find(axis.name);
      const AxisRecord* other = find(b, renamed == renames_.end() ? axis.name : renamed->second);
      const AxisRecord* of_same_name = find(b, axis.name);
      // The axes of a transposed result look renamed.
      if (of_same_name && role_text(*of_same_name, after_) == role_text(axis, before_)) continue;
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
    const std::string before = role_text(a, before_), after = role_text(b, after_);
    if (before == after || a.dual_level != 0 || !reported_.insert(b.name).second) return;
    difference_.changes.push_back({ChangeOf::axis,
                                   ChangeKind::changed,
                                   b.name,
                                   0,
                                   "role",
                                   text_or_dash(before),
                                   text_or_dash(after),
                                   {}});
  }

  const AxisRenames& renames_;
  RoleTexts before_, after_;  // further ones
  DocumentDifference& difference_;
  std::set<std::string> reported_;
};

}  // namespace

void add_axis_roles(const ComparedDocument& first, const ComparedDocument& second,
                    const AxisRenames& renames, DocumentDifference& difference) {
  AxisRoles roles(first, second, renames, difference);
  for (const OpRecord& b : difference.after->ops) {
    const OpRecord* a = difference.before->find(b.id);  // null: added
    for (std::size_t i = 0; a && i < std::min(a->results.size(), b.results.size()); ++i)
      roles.add(a->results[i], b.results[i]);
  }
}

}  // namespace ng
