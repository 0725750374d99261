// SPDX-License-Identifier: Apache-2.0
// Opcodes that make containers, globals and objects of a pickle.
#include <algorithm>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/formats/pytorch/pickle_calls.h"
#include "engine/formats/pytorch/pickle_machine.h"

namespace ng {
namespace {

constexpr std::uint64_t most_links = 1'000'000;  // besides four per byte
constexpr std::uint64_t most_name_bytes = 1000;  // of a global

}  // namespace

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
    fail("the pickle sets a key without a value", counted(values.size(), "value"),
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
      if (data_.kind(pairs) == PickleKind::dict) append(dict, data_.items(pairs));
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

}  // namespace ng
