// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/pytorch/pickle_machine.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

#include "engine/base/quote.h"
#include "engine/formats/pytorch/pickle_calls.h"

namespace ng {
namespace {

constexpr const char* again = "the file is damaged; download it or save it again";
constexpr std::uint64_t most_pickle_bytes = std::uint64_t{1} << 30;
constexpr std::uint64_t most_links = 1'000'000;  // besides four per byte
constexpr std::uint64_t most_name_bytes = 1000;  // of a global

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

void PickleMachine::fail(std::string what, std::string found, std::string expected) const {
  reader_.fail_at(data_.start_ + code_,
                  {std::move(what), std::move(found), std::move(expected), again});
}

void PickleMachine::need(std::uint64_t bytes) {
  std::string& have = data_.pickle_;
  if (bytes <= have.size() - at_) return;
  const std::uint64_t left = reader_.size() - data_.start_ - have.size();
  const std::uint64_t missing = bytes - (have.size() - at_);
  if (missing > left)
    fail("the pickle is cut off", std::to_string(left + have.size() - at_) + " bytes left",
         std::to_string(bytes) + " bytes");
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

void PickleMachine::append(Id container, std::span<const Id> values) {
  // Dicts made again and again of one list would otherwise grow with the square of the file.
  reader_.check_limit("the number of items in a pickle", data_.links_.size() + values.size(),
                      most_links + 4 * at_);
  for (const Id value : values) {
    const auto link = static_cast<std::uint32_t>(data_.links_.size());
    data_.links_.push_back({value, PickleData::nothing});
    auto& part = data_.nodes_[container].part;
    if (part.first == PickleData::nothing) {
      part.first = link;
    } else {
      data_.links_[part.second].next = link;
    }
    part.second = link;
  }
}

bool PickleMachine::push_container(unsigned char code) {
  std::vector<Id> values;
  switch (code) {
    case '}': push(add(PickleKind::dict)); return true;
    case ']':
    case 0x8f: push(add(PickleKind::list)); return true;
    case ')': push(empty_tuple_); return true;
    case 't': values = pop_to_mark(); break;
    case 0x85:
    case 0x86:
    case 0x87:
      for (int i = 0; i < code - 0x84; ++i) values.push_back(pop("a tuple"));
      std::reverse(values.begin(), values.end());
      break;
    case 0x91: values = pop_to_mark(); break;
    default: return false;
  }
  const Id id = add(code == 0x91 ? PickleKind::list : PickleKind::tuple);
  append(id, values);
  push(id);
  return true;
}

// Appends to the list, or the object derived from a list, on the stack.
void PickleMachine::append_items(std::span<const Id> values) {
  Id target = top("a list");
  if (data_.kind(target) == PickleKind::object) {
    const std::uint32_t object = data_.nodes_[target].part.first;
    if (data_.objects_[object].appended == PickleData::nothing) {
      const Id list = add(PickleKind::list);
      data_.objects_[object].appended = list;
    }
    target = data_.objects_[object].appended;
  }
  if (data_.kind(target) != PickleKind::list)
    fail("values are appended to no list", std::string(name(data_.kind(target))), "a list");
  append(target, values);
}

// Sets pairs in the dict, or the object derived from a dict, on the stack.
void PickleMachine::set_items(std::span<const Id> values) {
  if (values.size() % 2 != 0)
    fail("the pickle sets a key without a value", std::to_string(values.size()) + " values",
         "keys and values in pairs");
  Id target = top("a dict");
  if (data_.kind(target) == PickleKind::object) {
    const std::uint32_t object = data_.nodes_[target].part.first;
    if (data_.objects_[object].entries == PickleData::nothing) {
      const Id dict = add(PickleKind::dict);
      data_.objects_[object].entries = dict;
    }
    target = data_.objects_[object].entries;
  }
  if (data_.kind(target) != PickleKind::dict)
    fail("keys are set in no dict", std::string(name(data_.kind(target))), "a dict");
  append(target, values);
}

bool PickleMachine::fill_container(unsigned char code) {
  switch (code) {
    case '(': marks_.push_back(stack_.size()); break;
    case '0':
      if (!marks_.empty() && marks_.back() == stack_.size())
        marks_.pop_back();
      else
        pop("the opcode '0'");
      break;
    case '1': pop_to_mark(); break;
    case '2': push(top("the opcode '2'")); break;
    case 'a': {
      const Id value = pop("a list");
      append_items(std::span(&value, 1));
      break;
    }
    case 'e':
    case 0x90: append_items(pop_to_mark()); break;
    case 's': {
      const Id value = pop("a dict"), key = pop("a dict");
      set_items(std::vector<Id>{key, value});
      break;
    }
    case 'u': set_items(pop_to_mark()); break;
    default: return false;
  }
  return true;
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

PickleData::Id PickleMachine::global(std::string_view module, std::string_view name) {
  const std::string text = std::string(module) + "." + std::string(name);
  if (has_control_character(text) || module.size() + name.size() > most_name_bytes)
    fail("a global has an impossible name", quote(text), "a module and a name");
  const Id id = add(PickleKind::global);
  data_.nodes_[id].part = {static_cast<std::uint32_t>(data_.names_.size()),
                           static_cast<std::uint32_t>(text.size())};
  data_.names_ += text;
  return id;
}

// A dict or list if the call makes one, which later opcodes fill; else `nothing`.
PickleData::Id PickleMachine::container_of_call(std::string_view callable, Id arguments) {
  const PickleContainer kind = container_of(callable);
  if (kind == PickleContainer::none) return PickleData::nothing;
  const std::vector<Id> given = data_.items(arguments, 2);
  if (kind == PickleContainer::dict) {
    const Id dict = add(PickleKind::dict);
    if (callable == "collections.defaultdict") return dict;
    for (const Id pairs : given) {
      if (data_.kind(pairs) != PickleKind::list) continue;
      for (const Id pair : data_.items(pairs)) {
        const bool tuple =
            data_.kind(pair) == PickleKind::list || data_.kind(pair) == PickleKind::tuple;
        const std::vector<Id> both = tuple ? data_.items(pair, 3) : std::vector<Id>{};
        if (both.size() != 2)
          fail("a dict is made of values that are no pairs", std::string(name(data_.kind(pair))),
               "a key and a value");
        append(dict, both);
      }
    }
    return dict;
  }
  const bool listed = !given.empty() && (data_.kind(given[0]) == PickleKind::list ||
                                         data_.kind(given[0]) == PickleKind::tuple);
  if (listed) return given[0];
  return add(PickleKind::list);
}

PickleData::Id PickleMachine::call(Id callable, Id arguments) {
  if (data_.kind(arguments) != PickleKind::tuple)
    fail("a call has no tuple of arguments", std::string(name(data_.kind(arguments))), "a tuple");
  if (data_.kind(callable) == PickleKind::global) {
    const std::string_view name = data_.text(callable);
    if (executes_code(name)) {
      reader_.fail_at(
          data_.start_ + code_,
          {"the file tries to run code: it calls " + quote(name), "nothing was called",
           "tensors, dicts, lists and numbers",
           "do not open this file with Python; get the weights from a source that you trust"});
    }
    if (const Id made = container_of_call(name, arguments); made != PickleData::nothing)
      return made;
  }
  const Id id = add(PickleKind::object);
  data_.nodes_[id].part.first = static_cast<std::uint32_t>(data_.objects_.size());
  PickleData::Object object;
  object.callable = callable;
  object.arguments = arguments;
  data_.objects_.push_back(object);
  return id;
}

// Sets the state of an object. Attributes of dicts and lists (an OrderedDict's) are dropped.
void PickleMachine::build(Id state) {
  const Id target = top("a state");
  if (data_.kind(target) == PickleKind::object) {
    data_.objects_[data_.nodes_[target].part.first].state = state;
  } else if (data_.kind(target) != PickleKind::dict && data_.kind(target) != PickleKind::list) {
    fail("a state is set on a value that has none", std::string(name(data_.kind(target))),
         "an object");
  }
}

bool PickleMachine::make_object(unsigned char code) {
  switch (code) {
    case 'c': {
      const std::string module(line());
      push(global(module, line()));
      return true;
    }
    case 0x93: {
      const Id name = pop("the name of a global"), module = pop("the module of a global");
      if (data_.kind(name) != PickleKind::text || data_.kind(module) != PickleKind::text)
        fail("a global is not named by texts", std::string(ng::name(data_.kind(name))), "a text");
      push(global(data_.text(module), data_.text(name)));
      return true;
    }
    case 'R':
    case 0x81: {
      const Id arguments = pop("arguments"), callable = pop("a callable");
      push(call(callable, arguments));
      return true;
    }
    case 0x92: {
      pop("keyword arguments");
      const Id arguments = pop("arguments"), callable = pop("a class");
      push(call(callable, arguments));
      return true;
    }
    case 'o': {
      std::vector<Id> values = pop_to_mark();
      if (values.empty()) fail("an object has no class", "no value", "a class");
      const Id arguments = add(PickleKind::tuple);
      append(arguments, std::span(values).subspan(1));
      push(call(values[0], arguments));
      return true;
    }
    case 'b': build(pop("a state")); return true;
    case 'Q': {
      const Id reference = pop("a persistent reference"), id = add(PickleKind::persistent);
      data_.nodes_[id].part.first = reference;
      push(id);
      return true;
    }
    default: return false;
  }
}

void PickleMachine::step(unsigned char code) {
  if (push_number(code) || push_text(code) || push_container(code) || fill_container(code) ||
      use_memo(code) || make_object(code))
    return;
  if (code == 0x80) {
    const std::uint64_t version = number(1);
    if (version < 2 || version > 5)
      fail("the pickle has an unknown protocol", std::to_string(version), "2 to 5");
    has_protocol_ = true;
  } else if (code == 0x95) {
    const std::uint64_t frame = number(8), left = reader_.size() - data_.start_ - at_;
    if (frame > left)
      fail("a frame of the pickle lies beyond the end", std::to_string(frame) + " bytes",
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
      fail("this is no pickle of protocol 2 to 5", code_text(code), "0x80");
    if (code != '.') {
      step(code);
      continue;
    }
    data_.root_ = pop("the result");
    if (!stack_.empty() || !marks_.empty())
      fail("the pickle leaves values on its stack", std::to_string(stack_.size()) + " values",
           "none");
    data_.end_ = data_.start_ + at_;
    return std::move(data_);
  }
}

PickleData read_pickle(const Reader& reader, std::uint64_t start) {
  return PickleMachine(reader, start).run();
}

}  // namespace ng
