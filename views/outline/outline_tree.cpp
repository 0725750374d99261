// SPDX-License-Identifier: Apache-2.0
#include "views/outline/outline_tree.h"

#include <unordered_set>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "views/core/op_title.h"

namespace ng::views {
namespace {

class TreeMaker {
 public:
  TreeMaker(OutlineTree& tree, GroupBy by) : tree_(tree), by_(by), grouping_({tree.graph}, by) {}

  void run(const OpSearch& filter, const CompilationRecord* compilation) {
    std::vector<const OpRecord*> ops;
    for (const OpRecord& op : tree_.graph->ops)
      if (!isHull(op) && filter.matches(op, {compilation, {}})) ops.push_back(&op);
    if (by_ == GroupBy::role) addRoles(ops);
    for (const OpRecord* op : ops) addOp(*op);
    tree_.shown = static_cast<int>(ops.size());
  }

 private:
  OutlineTree::Node& node(int i) { return tree_.nodes[static_cast<std::size_t>(i)]; }

  int add(OutlineTree::Node made) {
    const int id = static_cast<int>(tree_.nodes.size());
    OutlineTree::Node& parent = node(made.parent);
    made.row = static_cast<int>(parent.children.size());
    parent.children.push_back(id);
    tree_.nodes.push_back(std::move(made));
    return id;
  }

  int groupNode(const Group& group, int parent) {
    const auto known = groups_.find(group.id);
    if (known != groups_.end()) return known->second;
    const int made = add({parent, 0, nullptr, QString::fromStdString(group.title), 0, {}});
    groups_.emplace(group.id, made);
    return made;
  }

  // Adds role groups in the order of a training step.
  void addRoles(const std::vector<const OpRecord*>& ops) {
    std::unordered_set<ItemId> shown;
    for (const OpRecord* op : ops)
      for (const Group* group : grouping_.around(op->id)) shown.insert(group->id);
    for (const std::string_view role : names_of(OpRole{}))
      if (const Group* group = grouping_.find(std::string(role)); group && shown.count(group->id))
        groupNode(*group, 0);
  }

  void addOp(const OpRecord& op) {
    int parent = 0;
    for (const Group* group : grouping_.around(op.id)) {
      parent = groupNode(*group, parent);
      ++node(parent).count;
    }
    const QString title = by_ == GroupBy::role ? opTitle(op) : QString::fromStdString(op.name);
    tree_.ofOp[op.id] = add({parent, 0, &op, title, 1, {}});
  }

  OutlineTree& tree_;
  GroupBy by_;
  Grouping grouping_;
  std::unordered_map<ItemId, int> groups_;  // node index of each group
};

}  // namespace

OutlineTreePtr outlineOf(GraphRecordPtr graph, GroupBy by, const OpSearch& filter,
                         const CompilationRecordPtr& compilation) {
  auto tree = std::make_shared<OutlineTree>();
  tree->graph = std::move(graph);
  if (tree->graph) TreeMaker(*tree, by).run(filter, compilation.get());
  return tree;
}

}  // namespace ng::views
