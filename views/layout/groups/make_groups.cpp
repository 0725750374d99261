// SPDX-License-Identifier: Apache-2.0
// Builds the groups.
#include <map>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "views/layout/groups/block_scopes.h"
#include "views/layout/groups/group_id.h"
#include "views/layout/groups/loop_paths.h"
#include "views/layout/groups/repeats.h"

namespace ng::views {
namespace {

constexpr const char* columns[] = {"forward", "gradient", "update"};

// "residual_3–4" for residual_3 and residual_4; if the first has no number, its bare name.
std::string spanName(const Repeat& repeat) {
  const auto own = [](const std::string& scope) {
    return scope.substr(scope.find_last_of('/') + 1);
  };
  const std::string first = own(repeat.scopes.front()), last = own(repeat.scopes.back());
  const std::size_t number = last.find_last_not_of("0123456789") + 1;
  if (first == repeat.name || number == last.size()) return first;
  return first + "–" + last.substr(number);
}

}  // namespace

class GroupMaker {
 public:
  GroupMaker(Grouping::Known& made, GroupBy by) : made_(made) { made.by = by; }
  void run(const std::vector<GraphRecordPtr>& graphs, const CompilationRecord* compilation);

 private:
  ItemId groupFor(const OpRecord& op);
  std::string deviceOf(const OpRecord& op);
  ItemId scopeGroup(const OpRecord& op, Band band);
  void nameNodes(ItemId innermost, std::string scope);
  ItemId makeScope(const std::string& scope, Band band);
  std::string scopeTitle(Band band, const std::string& path, const std::string& part) const;
  ItemId add(const std::string& path, const std::string& title, ItemId parent, Band band);
  void gatherRepeats(const GraphRecord& graph);
  void gather(Band band, const Repeat& repeat, const std::string& name);
  void sortGroups();

  Grouping::Known& made_;
  LoopPaths loops_;
  BlockScopes blocks_;
  std::unordered_map<std::string, ItemId> scopes_[std::size(columns)];  // innermost groups, by band
  const CompilationRecord* compilation_ = nullptr;  // whose kernels form groups; null: none
  std::unordered_map<OpId, std::string> devices_;   // of the ops seen so far
};

Grouping::Grouping(const std::vector<GraphRecordPtr>& graphs, GroupBy by,
                   const CompilationRecord* compilation) {
  auto made = std::make_shared<Known>();
  GroupMaker(*made, by).run(graphs, compilation);
  known_ = std::move(made);
}

void GroupMaker::run(const std::vector<GraphRecordPtr>& graphs,
                     const CompilationRecord* compilation) {
  const std::vector<GraphRecordPtr> all = differentGraphs(graphs);
  made_.fused = fusedResults(graphs);
  made_.bands = Bands(all);
  loops_ = LoopPaths(all);
  if (made_.by == GroupBy::scope && !all.empty()) blocks_ = BlockScopes(*all.front());
  compilation_ = compilation;
  made_.innermost = OpTable<ItemId>(all, 0);
  OpTable<char> known(all, 0);
  std::vector<std::pair<OpId, ItemId>> found;  // ops with their innermost group
  for (const GraphRecordPtr& graph : all) {
    for (const OpRecord& op : graph->ops) {
      if (isHull(op)) continue;
      if (known.of(op.id)) continue;
      known.set(op.id, 1);
      found.emplace_back(op.id, groupFor(op));
      made_.innermost.set(op.id, found.back().second);
    }
  }
  if (made_.by == GroupBy::scope && !all.empty()) gatherRepeats(*all.front());
  for (const auto& [op, innermost] : found)
    for (ItemId g = innermost; g != 0;) {
      Group& group = made_.groups[made_.index.at(g)];
      group.ops.push_back(op);
      g = group.parent;
    }
}

// An op made by a pass belongs to the device of its origins.
std::string GroupMaker::deviceOf(const OpRecord& op) {
  std::string device = deviceNamed(op);
  for (const OpId origin : op.origins)
    if (const auto known = devices_.find(origin); device.empty() && known != devices_.end())
      device = known->second;
  devices_[op.id] = device;
  return device;
}

ItemId GroupMaker::groupFor(const OpRecord& op) {
  const Band band = made_.bands.of(op.id);
  switch (made_.by) {
    case GroupBy::role: {
      const bool own = ownBand(op) == band || op.traits.kind == OpKind::derivative;
      const std::string role(own ? name(op.role) : columns[static_cast<int>(band)]);
      return add(role, role, 0, band);
    }
    case GroupBy::kernel: {
      const KernelRecord* kernel = compilation_ ? compilation_->kernel_of(op.id) : nullptr;
      return kernel ? add("kernel:" + kernel->name, kernel->name, 0, band) : 0;
    }
    case GroupBy::device: {
      const std::string device = deviceOf(op);
      return device.empty() ? 0 : add("device:" + device, device, 0, band);
    }
    case GroupBy::scope: return scopeGroup(op, band);
    case GroupBy::none: break;
  }
  return 0;
}

ItemId GroupMaker::scopeGroup(const OpRecord& op, Band band) {
  const std::string scope = blocks_.scopeOf(op, loops_.scopeOf(op));
  auto& known = scopes_[static_cast<std::size_t>(band)];
  if (const auto at = known.find(scope); at != known.end()) return at->second;
  const ItemId made = known[scope] = makeScope(scope, band);
  if (band == Band::forward) nameNodes(made, blocks_.nodes().scopeOf(op, op.scope));
  return made;
}

// `scope` is that of the innermost group, without the block around it.
void GroupMaker::nameNodes(ItemId innermost, std::string scope) {
  for (ItemId id = innermost; id != 0 && !scope.empty();) {
    Group& group = made_.groups[made_.index.at(id)];
    group.node = blocks_.nodes().typeOf(scope);
    const std::size_t slash = scope.rfind('/');
    scope.resize(slash == scope.npos ? 0 : slash);
    id = group.parent;
  }
}

ItemId GroupMaker::makeScope(const std::string& scope, Band band) {
  const std::string column = columns[static_cast<int>(band)];
  ItemId parent = 0;
  std::string path = column + ":";
  for (std::size_t start = 0; start < scope.size();) {
    const std::size_t end = std::min(scope.find('/', start), scope.size());
    const std::string part = scope.substr(start, end - start);
    path += (start ? "/" : "") + part;
    if (!part.empty()) parent = add(path, scopeTitle(band, scope, part), parent, band);
    start = end + 1;
  }
  // Gradients and updates are often written outside all scopes, and are many: they get groups of
  // their own.
  return parent == 0 && band != Band::forward ? add(column, column, 0, band) : parent;
}

// An optimizer's scope needs no suffix "update".
std::string GroupMaker::scopeTitle(Band band, const std::string& path,
                                   const std::string& part) const {
  if (band == Band::gradient) return "∂ " + part;
  const bool said = band == Band::forward || made_.bands.updates(path.substr(0, path.find('/')));
  return said ? part : part + " update";
}

ItemId GroupMaker::add(const std::string& path, const std::string& title, ItemId parent,
                       Band band) {
  const ItemId id = groupId(path);
  if (made_.index.count(id)) return id;
  made_.index[id] = made_.groups.size();
  const int depth = parent ? made_.groups[made_.index.at(parent)].depth + 1 : 0;
  made_.groups.push_back({id, path, title, parent, depth, band, 1, {}, {}});
  return id;
}

// Gathers the gradients and updates of repeated layers in the same way as the layers.
void GroupMaker::gatherRepeats(const GraphRecord& graph) {
  std::map<std::string, int> alike;  // by the surrounding scope and the name
  const std::vector<Repeat> repeats = repeatsIn(graph, blocks_);
  const auto place = [](const Repeat& repeat) {
    const std::string& first = repeat.scopes.front();
    return first.substr(0, first.find_last_of('/') + 1) + repeat.name;
  };
  for (const Repeat& repeat : repeats) ++alike[place(repeat)];
  for (const Repeat& repeat : repeats)
    for (const Band band : {Band::forward, Band::gradient, Band::update})
      gather(band, repeat, alike[place(repeat)] > 1 ? spanName(repeat) : repeat.name);
  sortGroups();
}

void GroupMaker::gather(Band band, const Repeat& repeat, const std::string& name) {
  const std::string column = columns[static_cast<int>(band)];
  std::vector<ItemId> members;
  for (const std::string& scope : repeat.scopes)
    if (const Group* group = made_.find(groupId(column + ":" + scope)))
      members.push_back(group->id);
  if (members.size() < 2) return;
  const std::string title =
      scopeTitle(band, repeat.scopes.front(), name + " × " + std::to_string(members.size()));
  const ItemId parent = made_.find(members.front())->parent;
  const ItemId id = add(column + ":" + repeat.scopes.front() + " ×", title, parent, band);
  made_.groups[made_.index.at(id)].repeats = static_cast<int>(members.size());
  for (const ItemId member : members) made_.groups[made_.index.at(member)].parent = id;
}

// Restores the order of parents before children, otherwise keeps the order.
void GroupMaker::sortGroups() {
  std::vector<Group> sorted;
  std::unordered_map<ItemId, std::size_t> index;
  for (const Group& group : made_.groups) {
    std::vector<ItemId> missing;
    for (ItemId g = group.id; g != 0 && !index.count(g); g = made_.find(g)->parent)
      missing.push_back(g);
    for (; !missing.empty(); missing.pop_back()) {
      index[missing.back()] = sorted.size();
      sorted.push_back(*made_.find(missing.back()));
      Group& own = sorted.back();
      own.depth = own.parent ? sorted[index.at(own.parent)].depth + 1 : 0;
    }
  }
  made_.groups = std::move(sorted);
  made_.index = std::move(index);
}

}  // namespace ng::views
