// SPDX-License-Identifier: Apache-2.0
// Character iterator for a streaming JSON parser that counts its position, which the parser does
// not report.
#pragma once

#include <cstddef>
#include <iterator>

namespace ng {

class CountedText {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  // `count` is incremented with each character read; must outlive the iterator.
  CountedText(const char* at, std::size_t* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountedText& operator++() {
    ++at_;
    ++*count_;
    return *this;
  }
  CountedText operator++(int) {
    CountedText before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountedText& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  std::size_t* count_;
};

}  // namespace ng
