// SPDX-License-Identifier: Apache-2.0
// Where the rows of a record stand by their key. The index is made when it is first asked for; a
// copy begins without.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

namespace ng {

template <class Key>
class RowIndex {
 public:
  RowIndex() = default;
  RowIndex(const RowIndex&) {}
  RowIndex& operator=(const RowIndex&) {
    sorted_.store(nullptr);
    return *this;
  }

  // The first of `rows` whose member `key` is `wanted`; null: none. Any thread; two that ask at
  // once may both make the index, and none waits for the other. Rows must not change afterwards.
  template <class Row>
  const Row* find(const std::vector<Row>& rows, const Key& wanted, Key Row::*key) const {
    std::shared_ptr<const Sorted> sorted = sorted_.load();
    if (!sorted || sorted->size() != rows.size()) {
      sorted = made(rows, key);
      sorted_.store(sorted);
    }
    const auto at =
        std::lower_bound(sorted->begin(), sorted->end(), wanted,
                         [](const auto& place, const Key& k) { return place.first < k; });
    return at == sorted->end() || at->first != wanted ? nullptr : &rows[at->second];
  }

 private:
  using Sorted = std::vector<std::pair<Key, std::size_t>>;

  template <class Row>
  static std::shared_ptr<const Sorted> made(const std::vector<Row>& rows, Key Row::*key) {
    auto sorted = std::make_shared<Sorted>();
    sorted->reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) sorted->emplace_back(rows[i].*key, i);
    if (!std::is_sorted(sorted->begin(), sorted->end())) std::sort(sorted->begin(), sorted->end());
    return sorted;
  }

  mutable std::atomic<std::shared_ptr<const Sorted>> sorted_;
};

}  // namespace ng
