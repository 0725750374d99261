// SPDX-License-Identifier: Apache-2.0
// Queries groups, and opens and closes them.
#include "views/layout/groups/grouping.h"

#include <algorithm>

#include "engine/records/op_record.h"
#include "views/layout/groups/group_id.h"

namespace ng::views {
namespace {

constexpr std::string_view ways[] = {"role", "scope", "kernel", "device", "none"};

}  // namespace

std::string_view name(GroupBy by) {
  return ways[static_cast<std::size_t>(by)];
}

GroupBy groupByOf(std::string_view name) {
  const auto* found = std::find(std::begin(ways), std::end(ways), name);
  return found == std::end(ways) ? GroupBy::role : static_cast<GroupBy>(found - std::begin(ways));
}

std::string deviceNamed(const OpRecord& op) {
  std::string device, id;
  for (const auto& [key, value] : op.metadata) {
    if (key == "device") device = value;
    if (key == "device_id") id = value;
  }
  return device.empty() || id.empty() ? device : device + " " + id;
}

Grouping::Grouping() : known_(std::make_shared<const Known>()) {}

const Group* Grouping::Known::find(ItemId id) const {
  const auto it = index.find(id);
  return it == index.end() ? nullptr : &groups[it->second];
}

const Group* Grouping::find(const std::string& path) const {
  return find(groupId(path));
}

std::vector<const Group*> Grouping::around(OpId op) const {
  std::vector<const Group*> result;
  for (ItemId g = known_->innermost.of(op); g != 0; g = result.back()->parent)
    result.push_back(find(g));
  std::reverse(result.begin(), result.end());
  return result;
}

void Grouping::setOpen(ItemId group, bool open) {
  if (open)
    closed_.erase(group);
  else if (known_->index.count(group))
    closed_.insert(group);
}

void Grouping::closeAll() {
  for (const Group& group : groups()) closed_.insert(group.id);
}

void Grouping::closeLayers() {
  closeAll();
  std::size_t all = 0;
  for (const Group& group : groups())
    if (group.band == Band::forward && group.parent == 0) all += group.ops.size();
  for (const Group& group : groups()) {
    const Group* net = group.depth == 1 ? find(group.parent) : nullptr;  // the parent of the layers
    if (net && net->band == Band::forward && 2 * net->ops.size() > all) setOpen(net->id, true);
  }
}

void Grouping::standAs(const Grouping& before) {
  for (const Group& group : groups())
    if (before.find(group.id) || !before.isOpen(group.id))
      setOpen(group.id, before.isOpen(group.id));
  for (const ItemId id : before.closed_)
    if (!find(id)) closed_.insert(id);
}

ItemId Grouping::item(OpId op) const {
  if (closed_.empty()) return op;
  ItemId result = op;
  for (ItemId g = known_->innermost.of(op); g != 0; g = known_->groups[known_->index.at(g)].parent)
    if (closed_.count(g)) result = g;
  return result;
}

std::vector<ItemId> Grouping::items(const std::vector<OpId>& ops) const {
  if (closed_.empty()) return ops;
  std::unordered_map<ItemId, ItemId> shown;  // by group: itself or a closed one around it, or 0
  for (const Group& group : groups()) {
    const ItemId above = group.parent ? shown.at(group.parent) : 0;
    shown[group.id] = above ? above : closed_.count(group.id) ? group.id : 0;
  }
  std::vector<ItemId> result = ops;
  ItemId last = 0, standing = 0;  // ops of a group are usually consecutive
  for (ItemId& each : result) {
    const ItemId innermost = known_->innermost.of(each);
    if (innermost == 0) continue;
    if (innermost != last) standing = shown.at(last = innermost);
    if (standing) each = standing;
  }
  return result;
}

}  // namespace ng::views
