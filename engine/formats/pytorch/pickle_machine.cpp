// SPDX-License-Identifier: Apache-2.0
// Runs a pickle: the stack, the memo, and opcodes that push single values.
#include "engine/formats/pytorch/pickle_machine.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

#include "engine/base/counted.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

constexpr const char* other_protocol = "save it again with a pickle protocol from 2 to 5";
constexpr std::uint64_t most_pickle_bytes = std::uint64_t{1} << 30;
constexpr std::uint64_t most_name_bytes = 1000;

std::string code_text(unsigned char code) {
  char text[8];
  std::snprintf(text, sizeof text, "0x%02x", code);
  return text;
}

}  // namespace

PickleMachine::PickleMachine(const Reader& reader, std::uint64_t start) : reader_(reader) {
  data_.start_ = start;
  none_ = add(PickleKind::none);
  false_ = add(PickleKind::boolean);
  true_ = add(PickleKind::boolean);
  data_.nodes_[true_].integer = 1;
  empty_tuple_ = add(PickleKind::tuple);
  for (int i = 0; i < 256; ++i) {
    small_integers_.push_back(add(PickleKind::integer));
    data_.nodes_.back().integer = i;
  }
}

void PickleMachine::fail(std::string what, std::string found, std::string expected,
                         std::string action) const {
  reader_.fail_at(data_.start_ + code_,
                  {std::move(what), std::move(found), std::move(expected), std::move(action)});
}

void PickleMachine::need(std::uint64_t bytes) {
  std::string& have = data_.pickle_;
  if (bytes <= have.size() - at_) return;
  const std::uint64_t left = reader_.size() - data_.start_ - have.size();
  const std::uint64_t missing = bytes - (have.size() - at_);
  if (missing > left)
    fail("the pickle is cut off", counted(left + have.size() - at_, "byte") + " left",
         counted(bytes, "byte"));
  reader_.check_limit("the size of a pickle", at_ + bytes, most_pickle_bytes);
  const std::uint64_t ahead = std::clamp<std::uint64_t>(have.size(), 4096, 1 << 20);
  const std::uint64_t some = std::min(left, std::max(missing, ahead));
  const std::size_t from = have.size();
  have.resize(from + some);
  reader_.read_at(data_.start_ + from, std::as_writable_bytes(std::span(have).subspan(from)));
}

std::uint64_t PickleMachine::number(int bytes) {
  need(static_cast<std::uint64_t>(bytes));
  std::uint64_t value = 0;
  std::memcpy(&value, data_.pickle_.data() + at_, static_cast<std::size_t>(bytes));
  at_ += static_cast<std::uint64_t>(bytes);
  return value;
}

std::string_view PickleMachine::line() {
  const std::uint64_t begin = at_;
  while (number(1) != '\n') {
    if (at_ - begin > most_name_bytes)
      fail("a name is too long", "more than 1000 bytes", "a line of at most 1000 bytes");
  }
  return std::string_view(data_.pickle_).substr(begin, at_ - 1 - begin);
}

PickleData::Id PickleMachine::add(PickleKind kind) {
  reader_.check_limit("the number of values in a pickle", data_.nodes_.size() + 1,
                      reader_.limits().nodes);
  PickleData::Node node;
  node.kind = kind;
  node.at = static_cast<std::uint32_t>(code_);
  node.part = {PickleData::nothing, PickleData::nothing};
  if (kind <= PickleKind::number) node.integer = 0;
  data_.nodes_.push_back(node);
  return static_cast<Id>(data_.nodes_.size() - 1);
}

void PickleMachine::push(Id id) {
  reader_.check_limit("the stack of a pickle", stack_.size() + 1, reader_.limits().nodes);
  stack_.push_back(id);
}

PickleData::Id PickleMachine::top(const char* of) const {
  const std::size_t floor = marks_.empty() ? 0 : marks_.back();
  if (stack_.size() <= floor)
    fail("the stack of the pickle is empty", "no value", std::string("a value for ") + of);
  return stack_.back();
}

PickleData::Id PickleMachine::pop(const char* of) {
  const Id id = top(of);
  stack_.pop_back();
  return id;
}

std::vector<PickleData::Id> PickleMachine::pop_to_mark() {
  if (marks_.empty()) fail("the pickle has no mark on its stack", "none", "an opcode '(' before");
  const auto from = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
  std::vector<Id> values(from, stack_.end());
  stack_.erase(from, stack_.end());
  marks_.pop_back();
  return values;
}

void PickleMachine::push_integer(std::int64_t value) {
  if (value >= 0 && value < 256) return push(small_integers_[static_cast<std::size_t>(value)]);
  const Id id = add(PickleKind::integer);
  data_.nodes_[id].integer = value;
  push(id);
}

// A little-endian integer in two's complement.
void PickleMachine::push_long(std::uint64_t bytes) {
  if (bytes > 8) return push_span(PickleKind::large_integer, bytes);
  std::uint64_t value = number(static_cast<int>(bytes));
  const auto unused = static_cast<int>(64 - 8 * bytes);
  if (bytes == 0) return push_integer(0);
  push_integer(static_cast<std::int64_t>(value << unused) >> unused);
}

void PickleMachine::push_span(PickleKind kind, std::uint64_t bytes) {
  need(bytes);
  const Id id = add(kind);
  data_.nodes_[id].part = {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(bytes)};
  at_ += bytes;
  push(id);
}

bool PickleMachine::push_number(unsigned char code) {
  switch (code) {
    case 'N': push(none_); return true;
    case 0x88: push(true_); return true;
    case 0x89: push(false_); return true;
    case 'K': push_integer(static_cast<std::int64_t>(number(1))); return true;
    case 'M': push_integer(static_cast<std::int64_t>(number(2))); return true;
    case 'J': push_integer(static_cast<std::int32_t>(number(4))); return true;
    case 0x8a: push_long(number(1)); return true;
    case 0x8b: push_long(number(4)); return true;
    case 'G': {
      const Id id = add(PickleKind::number);
      data_.nodes_[id].number = std::bit_cast<double>(__builtin_bswap64(number(8)));
      push(id);
      return true;
    }
    default: return false;
  }
}

bool PickleMachine::push_text(unsigned char code) {
  switch (code) {
    case 'X': push_span(PickleKind::text, number(4)); return true;
    case 0x8c: push_span(PickleKind::text, number(1)); return true;
    case 0x8d: push_span(PickleKind::text, number(8)); return true;
    case 'T': push_span(PickleKind::text, number(4)); return true;  // a str of Python 2
    case 'U': push_span(PickleKind::text, number(1)); return true;
    case 'B': push_span(PickleKind::bytes, number(4)); return true;
    case 'C': push_span(PickleKind::bytes, number(1)); return true;
    case 0x8e:
    case 0x96: push_span(PickleKind::bytes, number(8)); return true;
    default: return false;
  }
}

bool PickleMachine::use_memo(unsigned char code) {
  std::uint64_t index = 0;
  switch (code) {
    case 'q':
    case 'h': index = number(1); break;
    case 'r':
    case 'j': index = number(4); break;
    case 0x94: index = memo_.size(); break;
    default: return false;
  }
  const bool read = code == 'h' || code == 'j';
  if (read && (index >= memo_.size() || memo_[index] == PickleData::nothing))
    fail("the pickle reads a memo entry that was not written", std::to_string(index),
         "an entry that an earlier opcode wrote");
  if (read) {
    push(memo_[index]);
    return true;
  }
  // Writers number entries in turn, so an index beyond the bytes so far is damage.
  if (index > at_)
    fail("the pickle writes a memo entry far ahead", std::to_string(index),
         "at most " + std::to_string(at_));
  if (index >= memo_.size()) memo_.resize(index + 1, PickleData::nothing);
  memo_[index] = top("the memo");
  return true;
}

void PickleMachine::step(unsigned char code) {
  if (push_number(code) || push_text(code) || push_container(code) || fill_container(code) ||
      use_memo(code) || make_object(code))
    return;
  if (code == 0x80) {
    const std::uint64_t version = number(1);
    if (version < 2 || version > 5)
      fail("the pickle has an unknown protocol", std::to_string(version), "2 to 5", other_protocol);
    has_protocol_ = true;
  } else if (code == 0x95) {
    const std::uint64_t frame = number(8), left = reader_.size() - data_.start_ - at_;
    if (frame > left)
      fail("a frame of the pickle lies beyond the end", counted(frame, "byte"),
           "at most " + std::to_string(left));
  } else {
    fail("the pickle has an unknown opcode", code_text(code), "an opcode of protocol 2 to 5");
  }
}

PickleData PickleMachine::run() {
  while (true) {
    code_ = at_;
    const auto code = static_cast<unsigned char>(number(1));
    if (!has_protocol_ && code != 0x80)
      fail("this is no pickle of protocol 2 to 5", code_text(code), "0x80", other_protocol);
    if (code != '.') {
      step(code);
      continue;
    }
    data_.root_ = pop("the result");
    if (!stack_.empty() || !marks_.empty())
      fail("the pickle leaves values on its stack", counted(stack_.size(), "value"), "none");
    data_.end_ = data_.start_ + at_;
    return std::move(data_);
  }
}

PickleData read_pickle(const Reader& reader, std::uint64_t start) {
  return PickleMachine(reader, start).run();
}

}  // namespace ng
