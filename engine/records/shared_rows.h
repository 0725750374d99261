// SPDX-License-Identifier: Apache-2.0
// A list of immutable rows that shares unchanged rows with other lists. Has the read interface of
// std::vector.
#pragma once

#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace ng {

template <class Row>
class SharedRows {
  using Pointer = std::shared_ptr<const Row>;
  using Pointers = std::vector<Pointer>;

 public:
  using value_type = Row;

  class const_iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = Row;
    using difference_type = std::ptrdiff_t;
    using pointer = const Row*;
    using reference = const Row&;

    const_iterator() = default;
    explicit const_iterator(typename Pointers::const_iterator at) : at_(at) {}
    const Row& operator*() const { return **at_; }
    const Row* operator->() const { return at_->get(); }
    const Row& operator[](std::ptrdiff_t n) const { return *at_[n]; }
    const_iterator& operator++() { return ++at_, *this; }
    const_iterator& operator--() { return --at_, *this; }
    const_iterator operator++(int) { return const_iterator(at_++); }
    const_iterator operator--(int) { return const_iterator(at_--); }
    const_iterator& operator+=(std::ptrdiff_t n) { return at_ += n, *this; }
    const_iterator& operator-=(std::ptrdiff_t n) { return at_ -= n, *this; }
    const_iterator operator+(std::ptrdiff_t n) const { return const_iterator(at_ + n); }
    const_iterator operator-(std::ptrdiff_t n) const { return const_iterator(at_ - n); }
    friend const_iterator operator+(std::ptrdiff_t n, const_iterator i) { return i + n; }
    std::ptrdiff_t operator-(const_iterator other) const { return at_ - other.at_; }
    auto operator<=>(const const_iterator&) const = default;

   private:
    typename Pointers::const_iterator at_;
  };
  using iterator = const_iterator;

  SharedRows() = default;
  SharedRows(std::initializer_list<Row> rows) : SharedRows(std::vector<Row>(rows)) {}
  SharedRows(std::vector<Row> rows) {  // NOLINT: implicit
    reserve(rows.size());
    for (Row& row : rows) push_back(std::move(row));
  }

  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }
  void reserve(std::size_t size) { rows_.reserve(size); }
  void clear() { rows_.clear(); }
  const Row& operator[](std::size_t i) const { return *rows_[i]; }
  const Row& front() const { return *rows_.front(); }
  const Row& back() const { return *rows_.back(); }
  const_iterator begin() const { return const_iterator(rows_.begin()); }
  const_iterator end() const { return const_iterator(rows_.end()); }
  auto rbegin() const { return std::make_reverse_iterator(end()); }
  auto rend() const { return std::make_reverse_iterator(begin()); }

  void push_back(Row row) { rows_.push_back(std::make_shared<const Row>(std::move(row))); }
  // Adds a row that other lists also hold.
  void share(Pointer row) { rows_.push_back(std::move(row)); }
  const Pointer& shared(std::size_t i) const { return rows_[i]; }
  // Returns a private copy of the row for changes.
  Row& edit(std::size_t i) {
    auto own = std::make_shared<Row>(*rows_[i]);
    Row& row = *own;
    rows_[i] = std::move(own);
    return row;
  }

 private:
  Pointers rows_;
};

}  // namespace ng
