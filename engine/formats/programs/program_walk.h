// SPDX-License-Identifier: Apache-2.0
// The ops of a document that a program must build, and their order.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "engine/formats/documents/document.h"

namespace ng {

struct ProgramWalk {
  explicit ProgramWalk(const DocumentModel& model);

  const OpModel& op(std::uint64_t id) const { return *by_id.at(id); }
  // The loop whose body contains the op; 0: none.
  std::uint64_t loop_of(const OpModel& op) const;
  bool is_used_once(const OpModel& op) const { return uses.at(op.id) == 1; }
  bool is_loop_operand(const OpModel& op) const { return loop_operands.count(op.id) > 0; }

  std::vector<const OpModel*> order;  // operands first, bodies before their loops

 private:
  void use(const OperandModel& operand);
  void reach(std::uint64_t id);
  void own_step(const OpModel& loop);

  std::map<std::uint64_t, const OpModel*> by_id;
  std::map<std::uint64_t, int> uses;
  std::map<std::uint64_t, std::uint64_t> owner;
  std::set<std::uint64_t> loop_operands, reached;
};

std::size_t count_of(const OpModel& loop, const char* key);

}  // namespace ng
