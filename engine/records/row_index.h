// SPDX-License-Identifier: Apache-2.0
// An index from keys to rows of a record, built on first use. Copies start without an index.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
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
    index_.store(nullptr);
    return *this;
  }

  // Returns the first of `rows` whose member `key` is `wanted`; null: none. Thread safe and
  // lock-free: concurrent first calls may each build the index. Rows must not change afterwards.
  template <class Rows, class Row = typename Rows::value_type>
  const Row* find(const Rows& rows, const Key& wanted, Key Row::* key) const {
    return find(rows, wanted, [&](const auto& add) {
      for (std::size_t i = 0; i < rows.size(); ++i) add(rows[i].*key, i);
    });
  }

  // Same for rows with any number of keys: `each(add)` calls add(key, row) for all of them.
  template <class Rows, class Each, class Row = typename Rows::value_type>
    requires std::invocable<const Each&, void (*)(const Key&, std::size_t)>
  const Row* find(const Rows& rows, const Key& wanted, const Each& each) const {
    std::shared_ptr<const Index> index = index_.load();
    if (!index || index->rows != rows.size()) {
      index = made(rows.size(), each);
      index_.store(index);
    }
    const auto at =
        std::lower_bound(index->places.begin(), index->places.end(), wanted,
                         [](const auto& place, const Key& k) { return place.first < k; });
    return at == index->places.end() || at->first != wanted ? nullptr : &rows[at->second];
  }

 private:
  struct Index {
    std::size_t rows = 0;
    std::vector<std::pair<Key, std::size_t>> places;  // sorted
  };

  template <class Each>
  static std::shared_ptr<const Index> made(std::size_t rows, const Each& each) {
    auto index = std::make_shared<Index>();
    index->rows = rows;
    auto& places = index->places;
    places.reserve(rows);
    each([&places](const Key& key, std::size_t row) { places.emplace_back(key, row); });
    if (!std::is_sorted(places.begin(), places.end())) std::sort(places.begin(), places.end());
    return index;
  }

  mutable std::atomic<std::shared_ptr<const Index>> index_;
};

}  // namespace ng
