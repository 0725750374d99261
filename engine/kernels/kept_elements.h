// SPDX-License-Identifier: Apache-2.0
// Elements that the threads of a row keep in registers, so that several loops over the row, as in a
// softmax, access memory once.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "engine/kernels/cuda_schedule.h"

namespace ng::kernel {

class KeptElements {
 public:
  // What can be kept of a kernel whose rows are shared by the threads of a warp or block: elements
  // that two of a row's loops access, if all loops have the same iterations, at most
  // `most_per_thread` a thread.
  static constexpr std::int64_t most_per_thread = 32;
  KeptElements(const Kernel& kernel, const CudaSchedule& schedule);

  bool any() const { return !arrays_.empty(); }
  std::int64_t per_thread() const { return per_thread_; }  // elements of each array
  std::int64_t iterations() const { return iterations_; }  // of each loop over the row

  struct Array {
    int buffer = 0;
    Index index;                        // as in the first nest that accesses it
    const Statement* filled = nullptr;  // the nest that begins by loading it; null: it is stored
  };
  const std::vector<Array>& arrays() const { return arrays_; }
  // The array that holds an element in the nest that starts at `nest`; -1: none.
  int array_of(const Statement& nest, int buffer, const Index& index) const;
  // Is the stored element stored again by a later nest, and only read from registers until then?
  bool is_stored_later(const Statement& store) const { return stored_later_.contains(&store); }

 private:
  struct Nest {
    const Statement* start = nullptr;
    InnerNest loops;
  };
  using Key = std::pair<int, Index>;  // the index in terms of the nest's loops, by number

  Key key_of(const Nest& nest, int buffer, const Index& index) const;
  std::vector<Nest> nests_of(const std::vector<Statement>& block) const;
  bool same_iterations(const std::vector<Nest>& nests);
  void collect(const std::vector<Nest>& nests, const std::vector<Statement>& block);

  const Kernel& kernel_;
  std::int64_t iterations_ = 1, per_thread_ = 0;
  std::vector<Array> arrays_;
  std::map<const Statement*, Nest> nests_;
  std::map<Key, int> numbers_;
  std::set<const Statement*> stored_later_;
};

}  // namespace ng::kernel
