// SPDX-License-Identifier: Apache-2.0
// Building the groups and asking them.
#include "views/layout/grouping.h"

#include <algorithm>

#include "engine/session/kernels_by_op.h"

namespace ng::views {
namespace {

ItemId hashOf(const std::string& path) {
  ItemId hash = 1469598103934665603ull;  // FNV-1a
  for (const char c : path) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash | 1;
}

constexpr const char* columns[] = {"forward", "gradient", "update"};
constexpr std::string_view ways[] = {"role", "scope", "kernel", "none"};

}  // namespace

std::string_view name(GroupBy by) {
  return ways[static_cast<std::size_t>(by)];
}

GroupBy groupByOf(std::string_view name) {
  const auto* found = std::find(std::begin(ways), std::end(ways), name);
  return found == std::end(ways) ? GroupBy::role : static_cast<GroupBy>(found - std::begin(ways));
}

Grouping::Grouping(const std::vector<GraphRecordPtr>& graphs, GroupBy by,
                   const CompilationRecord* compilation)
    : by_(by), fused_(fusedResults(graphs)) {
  const std::vector<GraphRecordPtr> all = differentGraphs(graphs);
  bands_ = Bands(all);
  loops_ = LoopPaths(all);
  if (by == GroupBy::kernel && compilation)
    for (const auto& [op, kernel] : kernels_by_op(*compilation)) kernels_[op] = kernel->name;
  std::vector<OpKey> found;
  for (const GraphRecordPtr& graph : all) {
    for (const OpRecord& op : graph->ops) {
      if (isHull(*graph, op) || !innermost_.try_emplace(op.id, 0).second) continue;
      innermost_[op.id] = groupFor(op);
      found.push_back(op.id);
    }
  }
  if (by == GroupBy::scope && !all.empty()) gatherRepeats(*all.front());
  for (const OpKey op : found)
    for (ItemId g = innermost_.at(op); g != 0; g = groups_[index_.at(g)].parent)
      groups_[index_.at(g)].ops.push_back(op);
}

ItemId Grouping::groupFor(const OpRecord& op) {
  const Band band = bands_.of(op.id);
  switch (by_) {
    case GroupBy::role: {
      const bool own = (ownBand(op) == band || op.op == "deriv") && !op.role.empty();
      const std::string role = own ? op.role : columns[static_cast<int>(band)];
      return add(role, role, 0, band);
    }
    case GroupBy::kernel: {
      const auto kernel = kernels_.find(op.id);
      return kernel == kernels_.end() ? 0
                                      : add("kernel:" + kernel->second, kernel->second, 0, band);
    }
    case GroupBy::scope:
      return scopeGroup(op, band);
    case GroupBy::none:
      break;
  }
  return 0;
}

ItemId Grouping::scopeGroup(const OpRecord& op, Band band) {
  const std::string column = columns[static_cast<int>(band)];
  const std::string scope = loops_.scopeOf(op);
  ItemId parent = 0;
  std::string path = column + ":";
  for (std::size_t start = 0; start < scope.size();) {
    const std::size_t end = std::min(scope.find('/', start), scope.size());
    const std::string part = scope.substr(start, end - start);
    path += (start ? "/" : "") + part;
    if (!part.empty()) parent = add(path, scopeTitle(band, scope, part), parent, band);
    start = end + 1;
  }
  // What goes back and what updates is often written outside of all scopes, and is a lot.
  return parent == 0 && band != Band::forward ? add(column, column, 0, band) : parent;
}

// An optimizer's scope says by itself that it updates.
std::string Grouping::scopeTitle(Band band, const std::string& path,
                                 const std::string& part) const {
  if (band == Band::gradient) return "∂ " + part;
  const bool said = band == Band::forward || bands_.updates(path.substr(0, path.find('/')));
  return said ? part : part + " update";
}

ItemId Grouping::add(const std::string& path, const std::string& title, ItemId parent, Band band) {
  const ItemId id = hashOf(path);
  if (index_.count(id)) return id;
  index_[id] = groups_.size();
  const int depth = parent ? groups_[index_.at(parent)].depth + 1 : 0;
  groups_.push_back({id, path, title, parent, depth, band, 1, {}});
  return id;
}

// What goes back through the layers, and their updates, are gathered as the layers are.
void Grouping::gatherRepeats(const GraphRecord& graph) {
  for (const Repeat& repeat : repeatsIn(graph))
    for (const Band band : {Band::forward, Band::gradient, Band::update}) gather(band, repeat);
  sortGroups();
}

void Grouping::gather(Band band, const Repeat& repeat) {
  const std::string column = columns[static_cast<int>(band)];
  std::vector<ItemId> members;
  for (const std::string& scope : repeat.scopes)
    if (const Group* group = find(column + ":" + scope)) members.push_back(group->id);
  if (members.size() < 2) return;
  const std::string title =
      scopeTitle(band, repeat.scopes.front(), repeat.name + " × " + std::to_string(members.size()));
  const ItemId parent = find(members.front())->parent;
  const ItemId id = add(column + ":" + repeat.scopes.front() + " ×", title, parent, band);
  groups_[index_.at(id)].repeats = static_cast<int>(members.size());
  for (const ItemId member : members) groups_[index_.at(member)].parent = id;
}

// Parents before children again, else in the order of before.
void Grouping::sortGroups() {
  std::vector<Group> sorted;
  std::unordered_map<ItemId, std::size_t> index;
  for (const Group& group : groups_) {
    std::vector<ItemId> missing;
    for (ItemId g = group.id; g != 0 && !index.count(g); g = find(g)->parent) missing.push_back(g);
    for (; !missing.empty(); missing.pop_back()) {
      index[missing.back()] = sorted.size();
      sorted.push_back(*find(missing.back()));
      Group& own = sorted.back();
      own.depth = own.parent ? sorted[index.at(own.parent)].depth + 1 : 0;
    }
  }
  groups_ = std::move(sorted);
  index_ = std::move(index);
}

const Group* Grouping::find(ItemId id) const {
  const auto it = index_.find(id);
  return it == index_.end() ? nullptr : &groups_[it->second];
}

const Group* Grouping::find(const std::string& path) const {
  return find(hashOf(path));
}

std::vector<const Group*> Grouping::around(OpKey op) const {
  std::vector<const Group*> result;
  const auto it = innermost_.find(op);
  for (ItemId g = it == innermost_.end() ? 0 : it->second; g != 0; g = result.back()->parent)
    result.push_back(find(g));
  std::reverse(result.begin(), result.end());
  return result;
}

void Grouping::setOpen(ItemId group, bool open) {
  if (open)
    closed_.erase(group);
  else if (index_.count(group))
    closed_.insert(group);
}

void Grouping::closeAll() {
  for (const Group& group : groups_) closed_.insert(group.id);
}

void Grouping::closeLayers() {
  closeAll();
  std::size_t all = 0;
  for (const Group& group : groups_)
    if (group.band == Band::forward && group.parent == 0) all += group.ops.size();
  for (const Group& group : groups_) {
    const Group* net = group.depth == 1 ? find(group.parent) : nullptr;  // which has layers
    if (net && net->band == Band::forward && 2 * net->ops.size() > all) setOpen(net->id, true);
  }
}

void Grouping::foldRepeats(int least) {
  for (const Group& group : groups_)
    if (group.repeats >= least) closed_.insert(group.id);
}

void Grouping::standAs(const Grouping& before) {
  for (const Group& group : groups_)
    if (before.find(group.id) || !before.isOpen(group.id))
      setOpen(group.id, before.isOpen(group.id));
  for (const ItemId id : before.closed_)
    if (!find(id)) closed_.insert(id);
}

ItemId Grouping::item(OpKey op) const {
  if (closed_.empty()) return op;
  const auto it = innermost_.find(op);
  ItemId result = op;
  for (ItemId g = it == innermost_.end() ? 0 : it->second; g != 0; g = groups_[index_.at(g)].parent)
    if (closed_.count(g)) result = g;
  return result;
}

std::vector<ItemId> Grouping::items(const std::vector<OpKey>& ops) const {
  if (closed_.empty()) return ops;
  std::unordered_map<ItemId, ItemId>
      shown;  // of each group: itself or a closed one around it, or 0
  for (const Group& group : groups_) {
    const ItemId above = group.parent ? shown.at(group.parent) : 0;
    shown[group.id] = above ? above : closed_.count(group.id) ? group.id : 0;
  }
  std::vector<ItemId> result = ops;
  for (ItemId& each : result) {
    const auto at = innermost_.find(each);
    if (at == innermost_.end() || at->second == 0) continue;
    if (const ItemId closed = shown.at(at->second)) each = closed;
  }
  return result;
}

}  // namespace ng::views
