// SPDX-License-Identifier: Apache-2.0
// Groups the ops on the canvas: by role, name scope, computing kernel, requested device, or not at
// all. Each group is open or closed; the ops of a closed group are shown as a single card.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/records/records.h"
#include "views/layout/bands.h"
#include "views/layout/groups/folding.h"

namespace ng::views {

// The id of an op or of a group (a hash of its path).
using ItemId = std::uint64_t;

enum class GroupBy { role, scope, kernel, device, none };
// "role", …; stored with a document. Unknown names give `role`.
std::string_view name(GroupBy by);
GroupBy groupByOf(std::string_view name);

// "gpu", "gpu 1": the device that an op's metadata requests; empty: none.
std::string deviceNamed(const OpRecord& op);

struct Group {
  ItemId id = 0;
  std::string path;   // "gradient", or "gradient:layer1/gate"
  std::string title;  // "gradient", "∂ gate", "residual × 6"
  ItemId parent = 0;  // 0: outermost
  int depth = 0;
  Band band = Band::forward;
  int repeats = 1;        // number of equal layers, which have their own groups below this one
  std::string node = {};  // type of the model's node that the group is, such as "Conv"; empty: none
  std::vector<OpId> ops;  // all ops in the group and its subgroups, in the order of the graphs
};

// Copies share the groups and differ in which of them are open, so copying is cheap.
class Grouping {
 public:
  Grouping();
  // Groups all ops that occur in `graphs`. By scope: layers that are repeated in the first graph
  // are gathered in an additional group. By kernel: ops that no kernel of `compilation` (null:
  // none) computes are in no group. By device: the same for ops that name no device, neither
  // themselves nor through their origins. All groups start open.
  Grouping(const std::vector<GraphRecordPtr>& graphs, GroupBy by,
           const CompilationRecord* compilation = nullptr);

  GroupBy by() const { return known_->by; }
  const std::vector<Group>& groups() const { return known_->groups; }  // parents before children
  const Group* find(ItemId id) const { return known_->find(id); }
  const Group* find(const std::string& path) const;
  // The groups of an op, from the outermost to the innermost.
  std::vector<const Group*> around(OpId op) const;

  bool isOpen(ItemId group) const { return closed_.count(group) == 0; }
  void setOpen(ItemId group, bool open);
  void openAll() { closed_.clear(); }
  void closeAll();
  // Closes all groups, but keeps a net open that contains most of the forward ops, so that its
  // layers are shown.
  void closeLayers();
  // Opens and closes groups as in `before`. Closed groups that do not exist here are remembered,
  // because kernels do not exist while a document compiles.
  void standAs(const Grouping& before);
  const std::set<ItemId>& closed() const { return closed_; }

  // Which ops are chips on their readers instead of cards.
  Folding folding() const { return folding_; }
  void setFolding(Folding folding) { folding_ = folding; }

  // The card that shows `op`: the op itself, or its outermost closed group.
  ItemId item(OpId op) const;
  std::vector<ItemId> items(const std::vector<OpId>& ops) const;  // item() of each op, faster
  Band band(OpId op) const { return known_->bands.of(op); }
  const FusedResults& fused() const { return known_->fused; }

 private:
  friend class GroupMaker;
  struct Known {
    const Group* find(ItemId id) const;

    GroupBy by = GroupBy::role;
    std::vector<Group> groups;
    std::unordered_map<ItemId, std::size_t> index;
    OpTable<ItemId> innermost;  // 0: the op is in no group
    Bands bands;
    FusedResults fused;
  };

  std::shared_ptr<const Known> known_;
  std::set<ItemId> closed_;
  Folding folding_ = Folding::all;
};

}  // namespace ng::views
