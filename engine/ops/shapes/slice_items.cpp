// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shapes/slice_items.h"

#include <charconv>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

// Reads numbers and punctuation from left to right, skipping blanks.
class ListText {
 public:
  ListText(const std::string& text, const char* expected) : text_(text), expected_(expected) {}

  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  bool take(char mark) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != mark) return false;
    ++at_;
    return true;
  }
  void require(char mark) {
    if (!take(mark)) fail();
  }
  std::optional<std::int64_t> number() {
    skip_blanks();
    std::int64_t value = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range) fail();
    if (error != std::errc()) return std::nullopt;
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }
  std::int64_t required_number() {
    const auto value = number();
    if (!value) fail();
    return *value;
  }
  [[noreturn]] void fail() const {
    Diagnostic diagnostic;
    diagnostic.what = "the text of an attribute cannot be parsed";
    diagnostic.found = quote(text_);
    diagnostic.expected = expected_;
    refuse(ErrorKind::value, std::move(diagnostic));
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  const std::string& text_;
  const char* expected_;
  std::size_t at_ = 0;
};

SliceItem read_item(ListText& text) {
  const auto first = text.number();
  if (!text.take(':')) {
    if (!first) text.fail();
    return SliceItem::at(*first);
  }
  SliceItem item = SliceItem::range(first, text.number());
  if (text.take(':')) item.step = text.number().value_or(1);
  return item;
}

std::string to_string(const SliceItem& item) {
  if (item.is_index) return std::to_string(item.index);
  std::string text;
  if (item.start) text += std::to_string(*item.start);
  text += ':';
  if (item.stop) text += std::to_string(*item.stop);
  return item.step == 1 ? text : text + ":" + std::to_string(item.step);
}

[[noreturn]] void refuse_item(const Axis& axis, const SliceItem& item, const std::string& what,
                              const std::string& expected) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.found = to_string(item) + " on the axis " + axis.text();
  diagnostic.expected = expected;
  refuse(ErrorKind::value, std::move(diagnostic));
}

SliceRange taken(const Axis& axis, const SliceItem& item) {
  if (!axis.has_length()) {
    refuse_item(axis, item, "a slice needs the length of its axis",
                "set its length before slicing");
  }
  const std::int64_t length = axis.length();
  if (item.is_index) {
    if (item.index < -length || item.index >= length) {
      refuse_item(axis, item, "the index is outside the axis",
                  std::to_string(-length) + " to " + std::to_string(length - 1));
    }
    return {item.index < 0 ? item.index + length : item.index, 1, 1};
  }
  if (item.step < 1) {
    refuse_item(axis, item, "the step of a slice is below 1", "at least 1");
  }
  return slice_range(length, item.start, item.stop, item.step);
}

template <class Item>
void require_rank(const Axes& axes, std::span<const Item> items, const char* what) {
  if (items.size() == axes.size()) return;
  Diagnostic diagnostic;
  diagnostic.what = "exactly one " + std::string(what) + " per axis is needed";
  diagnostic.found = std::to_string(items.size()) + ": " + to_string(items);
  diagnostic.expected = std::to_string(axes.size()) + ", for (" + axes.text() + ")";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

std::string to_string(std::span<const SliceItem> items) {
  std::string text;
  for (const SliceItem& item : items) text += (text.empty() ? "" : ", ") + to_string(item);
  return text;
}

std::vector<SliceItem> slice_items(const std::string& text) {
  ListText list(text, "indices and slices with commas between them, like \"1, 2:5, ::2\"");
  std::vector<SliceItem> items;
  if (list.at_end()) return items;
  do {
    items.push_back(read_item(list));
  } while (list.take(','));
  if (!list.at_end()) list.fail();
  return items;
}

std::string to_string(std::span<const Padding> paddings) {
  std::string text;
  for (const Padding& padding : paddings) {
    text += (text.empty() ? "(" : ", (") + std::to_string(padding.before) + ", " +
            std::to_string(padding.after) + ")";
  }
  return text;
}

std::vector<Padding> padding_items(const std::string& text) {
  ListText list(text, "pairs of numbers of zeros before and after, like \"(1, 1), (0, 2)\"");
  std::vector<Padding> paddings;
  if (list.at_end()) return paddings;
  do {
    Padding padding;
    list.require('(');
    padding.before = list.required_number();
    list.require(',');
    padding.after = list.required_number();
    list.require(')');
    paddings.push_back(padding);
  } while (list.take(','));
  if (!list.at_end()) list.fail();
  return paddings;
}

std::vector<std::int64_t> Part::lengths() const {
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (!dropped[i]) kept.push_back(ranges[i].length);
  }
  return kept;
}

Part part_of(const Axes& whole, std::span<const SliceItem> items) {
  require_rank(whole, items, "index or slice");
  Part part;
  for (std::size_t i = 0; i < items.size(); ++i) {
    part.ranges.push_back(taken(whole[i], items[i]));
    part.dropped.push_back(items[i].is_index);
  }
  return part;
}

Part inner_part(const Axes& axes, std::span<const Padding> paddings) {
  require_rank(axes, paddings, "padding");
  Part part;
  for (std::size_t i = 0; i < paddings.size(); ++i) {
    part.ranges.push_back({paddings[i].before, 1, axes[i].length()});
    part.dropped.push_back(false);
  }
  return part;
}

Axes axes_of_part(const Axes& whole, std::span<const SliceItem> items) {
  const Part part = part_of(whole, items);
  std::vector<Axis> kept;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].is_index) continue;
    kept.push_back(items[i].takes_all() ? whole[i] : resized(whole[i], part.ranges[i].length));
  }
  return Axes(std::move(kept));
}

std::vector<std::size_t> offsets_in(const Axes& whole, const Part& part) {
  std::vector<std::size_t> offsets = {0};
  std::int64_t stride = whole.element_count();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const SliceRange& range = part.ranges[i];
    stride /= std::max<std::int64_t>(1, whole[i].length());
    std::vector<std::size_t> next;
    next.reserve(offsets.size() * static_cast<std::size_t>(range.length));
    for (const std::size_t offset : offsets) {
      for (std::int64_t k = 0; k < range.length; ++k) {
        next.push_back(offset + static_cast<std::size_t>((range.first + k * range.step) * stride));
      }
    }
    offsets = std::move(next);
  }
  return offsets;
}

}  // namespace ng
