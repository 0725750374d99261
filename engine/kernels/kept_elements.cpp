// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/kept_elements.h"

#include <algorithm>
#include <functional>

namespace ng::kernel {
namespace {

constexpr std::int64_t most_registers = 96;  // of all arrays of a thread

struct Access {
  int nest = 0;
  const Statement* store = nullptr;  // null: a load
  Index index;
};

}  // namespace

KeptElements::KeptElements(const Kernel& kernel, const CudaSchedule& schedule) : kernel_(kernel) {
  if (schedule.threads_per_row == 1 || schedule.adjacent_rows > 1) return;
  const std::vector<Nest> nests = nests_of(*schedule.block);
  if (nests.size() < 2 || !same_iterations(nests)) return;
  per_thread_ = (iterations_ + schedule.threads_per_row - 1) / schedule.threads_per_row;
  if (per_thread_ > most_per_thread) return;
  collect(nests, *schedule.block);
}

std::vector<KeptElements::Nest> KeptElements::nests_of(const std::vector<Statement>& block) const {
  std::vector<Nest> nests;
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::loop)
      nests.push_back({&statement, inner_nest(kernel_, statement)});
  }
  return nests;
}

bool KeptElements::same_iterations(const std::vector<Nest>& nests) {
  const auto loop = [this](int each) -> const Loop& {
    return kernel_.loops[static_cast<std::size_t>(each)];
  };
  for (const int each : nests.front().loops.loops) iterations_ *= loop(each).extent;
  return std::all_of(nests.begin(), nests.end(), [&](const Nest& nest) {
    const std::vector<int>& loops = nest.loops.loops;
    const std::vector<int>& first = nests.front().loops.loops;
    return nest.loops.body && loops.size() == first.size() &&
           std::equal(loops.begin(), loops.end(), first.begin(), [&](int a, int b) {
             return loop(a).extent == loop(b).extent && !loop(a).part && !loop(b).part;
           });
  });
}

// The nests' loops get the numbers -1, -2, …, so that indices of different nests can be compared.
KeptElements::Key KeptElements::key_of(const Nest& nest, int buffer, const Index& index) const {
  Index common{index.offset, {}};
  for (const auto& [loop, stride] : index.terms) {
    const auto& loops = nest.loops.loops;
    const auto own = std::find(loops.begin(), loops.end(), loop);
    const int number = own == loops.end() ? loop : -1 - static_cast<int>(own - loops.begin());
    common.terms.emplace_back(number, stride);
  }
  std::sort(common.terms.begin(), common.terms.end());
  return {buffer, common};
}

// A buffer that is stored is left out unless all its accesses have one index.
void KeptElements::collect(const std::vector<Nest>& nests, const std::vector<Statement>& block) {
  std::map<Key, std::vector<Access>> accesses;
  std::map<int, std::set<Key>> of_buffer;
  std::set<int> stored, left_out;
  const auto note = [&](int nest, int buffer, const Index& index, const Statement* store) {
    const Key key = key_of(nests[static_cast<std::size_t>(nest)], buffer, index);
    accesses[key].push_back({nest, store, index});
    of_buffer[buffer].insert(key);
    if (store) stored.insert(buffer);
  };
  for (int nest = 0; nest < static_cast<int>(nests.size()); ++nest) {
    for (const Statement& statement : *nests[static_cast<std::size_t>(nest)].loops.body) {
      for_each_load_node(statement.expr, [&](const ExprNode& load) {
        if (load.guards.empty()) return note(nest, load.buffer, load.index, nullptr);
        of_buffer[load.buffer].insert(Key(load.buffer, Index{-1, {}}));  // equals no other index
      });
      if (statement.kind == Statement::Kind::store)
        note(nest, statement.buffer, statement.index, &statement);
    }
  }
  for (const Statement& statement : block) {  // accesses outside the nests
    if (statement.kind == Statement::Kind::loop) continue;
    for_each_load_node(statement.expr, [&](const ExprNode& load) { left_out.insert(load.buffer); });
    if (statement.kind == Statement::Kind::store) left_out.insert(statement.buffer);
  }
  for (const auto& [key, all] : accesses) {
    const int buffer = key.first;
    const bool moves = std::any_of(key.second.terms.begin(), key.second.terms.end(),
                                   [](const auto& term) { return term.first < 0; });
    const bool several = all.back().nest != all.front().nest;
    const bool ambiguous = stored.contains(buffer) && of_buffer[buffer].size() > 1;
    const auto count = static_cast<std::int64_t>(arrays_.size()) + 1;
    if (!moves || !several || ambiguous || left_out.contains(buffer) ||
        count * per_thread_ > most_registers)
      continue;
    numbers_[key] = static_cast<int>(arrays_.size());
    const Access& first = all.front();
    arrays_.push_back({buffer, first.index,
                       first.store ? nullptr : nests[static_cast<std::size_t>(first.nest)].start});
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool again = std::any_of(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end(),
                                     [](const Access& later) { return later.store != nullptr; });
      if (all[i].store && again) stored_later_.insert(all[i].store);
    }
  }
  for (const Nest& nest : nests) nests_.emplace(nest.start, nest);
}

int KeptElements::array_of(const Statement& nest, int buffer, const Index& index) const {
  const auto at = nests_.find(&nest);
  if (at == nests_.end()) return -1;
  const auto known = numbers_.find(key_of(at->second, buffer, index));
  return known == numbers_.end() ? -1 : known->second;
}

}  // namespace ng::kernel
