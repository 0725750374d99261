// SPDX-License-Identifier: Apache-2.0
// Executes the opcodes of a pickle on inert values.
#pragma once

#include <span>

#include "engine/formats/pytorch/pickle_data.h"

namespace ng {

class PickleMachine {
 public:
  PickleMachine(const Reader& reader, std::uint64_t start);
  PickleData run();

 private:
  using Id = PickleData::Id;

  static constexpr const char* damaged = "the file is damaged; download it or save it again";
  [[noreturn]] void fail(std::string what, std::string found, std::string expected,
                         std::string action = damaged) const;

  // Bytes of the pickle, read from the file as they are needed.
  void need(std::uint64_t bytes);
  std::uint64_t number(int bytes);  // little endian
  std::string_view line();

  // Each returns false for an opcode of another group.
  bool push_number(unsigned char code);
  bool push_text(unsigned char code);
  bool push_container(unsigned char code);
  bool fill_container(unsigned char code);
  bool use_memo(unsigned char code);
  bool make_object(unsigned char code);
  void step(unsigned char code);

  Id add(PickleKind kind);
  void push(Id id);
  Id pop(const char* of);
  Id top(const char* of) const;
  std::vector<Id> pop_to_mark();
  void push_integer(std::int64_t value);
  void push_long(std::uint64_t bytes);
  void push_span(PickleKind kind, std::uint64_t bytes);
  void append(Id container, std::span<const Id> values);
  void set_items(std::span<const Id> values);
  void append_items(std::span<const Id> values);
  Id global(std::string_view module, std::string_view name);
  Id call(Id callable, Id arguments);
  Id container_of_call(std::string_view callable, Id arguments);
  void build(Id state);

  const Reader& reader_;
  PickleData data_;
  std::uint64_t at_ = 0;    // in the pickle
  std::uint64_t code_ = 0;  // offset of the current opcode
  bool has_protocol_ = false;
  std::vector<Id> stack_, memo_;
  std::vector<std::size_t> marks_;
  Id none_, false_, true_, empty_tuple_;
  std::vector<Id> small_integers_;
};

}  // namespace ng
