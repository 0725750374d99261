// SPDX-License-Identifier: Apache-2.0
// The values of a pickle as inert data. Nothing is imported, called or created: globals are names,
// and calls of them are records of a name and its arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/reader.h"

namespace ng {

enum class PickleKind : std::uint8_t {
  none,
  boolean,
  integer,
  large_integer,  // more than 64 bits
  number,
  text,
  bytes,
  list,  // also a set
  tuple,
  dict,
  global,      // a name
  object,      // the call of a global, or an instance of a class
  persistent,  // a reference to data outside of the pickle
};
std::string_view name(PickleKind kind);

// An arena of values, which refer to each other by index: containers may be shared and cyclic.
class PickleData {
 public:
  using Id = std::uint32_t;
  static constexpr Id nothing = 0xffffffff;

  PickleKind kind(Id id) const { return nodes_[id].kind; }
  std::uint64_t offset(Id id) const { return start_ + nodes_[id].at; }  // in the file
  bool boolean(Id id) const { return nodes_[id].integer != 0; }
  std::optional<std::int64_t> integer(Id id) const;
  double number(Id id) const { return nodes_[id].number; }
  // Of a text or bytes: their content; of a global: "module.name".
  std::string_view text(Id id) const;
  // Items of a list or tuple, keys and values in turn of a dict; the first `most`.
  std::vector<Id> items(Id id, std::size_t most = SIZE_MAX) const;
  // Of an object. Arguments are a tuple; the state is `nothing` if none was set.
  Id callable(Id id) const { return objects_[nodes_[id].part.first].callable; }
  Id arguments(Id id) const { return objects_[nodes_[id].part.first].arguments; }
  Id state(Id id) const { return objects_[nodes_[id].part.first].state; }
  // Items appended to an object (a list) or set in it (a dict).
  Id appended(Id id) const { return objects_[nodes_[id].part.first].appended; }
  Id entries(Id id) const { return objects_[nodes_[id].part.first].entries; }
  Id reference(Id id) const { return nodes_[id].part.first; }  // of a persistent value

  std::size_t size() const { return nodes_.size(); }
  std::size_t links() const { return links_.size(); }
  Id root() const { return root_; }
  std::uint64_t end() const { return end_; }  // file offset after the pickle

 private:
  friend class PickleMachine;
  // Text: begin and length in the pickle. Container: first and last link. Global: begin and length
  // in names_. Object: index in objects_. Persistent: the value that identifies it.
  struct Part {
    std::uint32_t first, second;
  };
  struct Node {
    PickleKind kind = PickleKind::none;
    std::uint32_t at = 0;  // offset in the pickle
    union {
      std::int64_t integer;
      double number;
      Part part;
    };
  };
  struct Link {
    Id value = nothing;
    std::uint32_t next = nothing;
  };
  struct Object {
    Id callable = nothing, arguments = nothing, state = nothing, appended = nothing,
       entries = nothing;
  };
  static_assert(sizeof(Node) == 16);

  std::string pickle_;  // the bytes read
  std::string names_;   // of globals
  std::vector<Node> nodes_;
  std::vector<Link> links_;
  std::vector<Object> objects_;
  Id root_ = nothing;
  std::uint64_t start_ = 0, end_ = 0;
};

// Reads the pickle of protocol 2 to 5 that begins at `start`; bytes after it are allowed. Throws a
// bad_file Error for damage, for limits, and for calls that only an attack contains (os.system).
PickleData read_pickle(const Reader& reader, std::uint64_t start);

}  // namespace ng
