// SPDX-License-Identifier: Apache-2.0
// How ops are gathered on the canvas: by role, by name scope, by the kernel that computes them, by
// the device they are meant for, or not at all; each group open or closed. An op inside a closed
// group is shown as that group's one card.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/session/record.h"
#include "views/layout/bands.h"
#include "views/layout/folding.h"

namespace ng::views {

// An op's id, or a group's (a hash of its path).
using ItemId = std::uint64_t;

enum class GroupBy { role, scope, kernel, device, none };
// "role", …; as it is kept with a document. Anything else is `role`.
std::string_view name(GroupBy by);
GroupBy groupByOf(std::string_view name);

// "gpu", "gpu 1": the device that an op's metadata asks for; empty: none.
std::string deviceNamed(const OpRecord& op);

struct Group {
  ItemId id = 0;
  std::string path;   // "gradient", or "gradient:layer1/gate"
  std::string title;  // "gradient", "∂ gate", "residual × 6"
  ItemId parent = 0;  // 0: outermost
  int depth = 0;
  Band band = Band::forward;
  int repeats = 1;         // layers that are the same and have their own groups below it
  std::vector<OpKey> ops;  // all below it, in the order of the graphs
};

// Copies share the groups and differ in which of them are open: opening one of many costs little.
class Grouping {
 public:
  Grouping() : known_(std::make_shared<const Known>()) {}
  // Groups of all ops that occur in any of `graphs`. By scope, layers that the first of them
  // repeats stand together in one group more. By kernel, ops that no kernel of `compilation` (null:
  // there is none) computes stand alone; so do, by device, ops for which neither they nor the ops
  // they come from name one. Everything is open at first.
  Grouping(const std::vector<GraphRecordPtr>& graphs, GroupBy by,
           const CompilationRecord* compilation = nullptr);

  GroupBy by() const { return known_->by; }
  const std::vector<Group>& groups() const { return known_->groups; }  // parents before children
  const Group* find(ItemId id) const { return known_->find(id); }
  const Group* find(const std::string& path) const;
  // From the outermost to the innermost group of an op.
  std::vector<const Group*> around(OpKey op) const;

  bool isOpen(ItemId group) const { return closed_.count(group) == 0; }
  void setOpen(ItemId group, bool open);
  void openAll() { closed_.clear(); }
  void closeAll();
  // Closes all but a net that is most of what computes, so that its layers are seen.
  void closeLayers();
  // Closes the groups that stand for `least` layers or more.
  void foldRepeats(int least);
  // What `before` knew stands open or closed as there; what it had closed and is not here is
  // remembered: kernels are not there while a document compiles.
  void standAs(const Grouping& before);
  const std::set<ItemId>& closed() const { return closed_; }

  // What is no card besides: a chip on what reads it.
  Folding folding() const { return folding_; }
  void setFolding(Folding folding) { folding_ = folding; }

  // The card that stands for `op`: itself, or its outermost closed group.
  ItemId item(OpKey op) const;
  std::vector<ItemId> items(const std::vector<OpKey>& ops) const;  // of each, faster
  Band band(OpKey op) const { return known_->bands.of(op); }
  const FusedResults& fused() const { return known_->fused; }

 private:
  friend class GroupMaker;
  struct Known {
    const Group* find(ItemId id) const;

    GroupBy by = GroupBy::role;
    std::vector<Group> groups;
    std::unordered_map<ItemId, std::size_t> index;
    OpTable<ItemId> innermost;  // 0: no group is around it
    Bands bands;
    FusedResults fused;
  };

  std::shared_ptr<const Known> known_;
  std::set<ItemId> closed_;
  Folding folding_ = Folding::all;
};

}  // namespace ng::views
