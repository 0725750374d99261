// SPDX-License-Identifier: Apache-2.0
// Aligned memory, the storage of variables and placeholders, and a program's memory bound together.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/runtime/program.h"

namespace ng {

// Zeroed, aligned to 64 bytes. Throws a system Error that names the size when there is none.
class Memory {
 public:
  Memory() = default;
  explicit Memory(std::int64_t bytes, const std::string& what = "a buffer");
  std::byte* data() const { return data_.get(); }
  std::int64_t bytes() const { return bytes_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte, Free> data_;
  std::int64_t bytes_ = 0;
};

// What one variable or placeholder holds, shared by all computations of a transformer.
struct Storage {
  std::uint64_t id = 0;
  std::string name;
  BufferKind kind = BufferKind::persistent;
  DType dtype = DType::f32;
  Shape shape;
  std::vector<std::string> axes;
  Tensor initial;
  Memory memory;
  std::uint64_t version = 0;  // of what it holds

  void reset();                   // back to the initial value
  Tensor value() const;           // a copy
  void set(const Tensor& value);  // broadcast and cast; value Error when it does not fit
};

// By id. One a transformer; used by one thread at a time.
class StateStore {
 public:
  // The storage of a buffer's state, made and initialised on first use. A second use with another
  // shape or dtype is refused.
  std::shared_ptr<Storage> storage_for(const Buffer& buffer);
  std::shared_ptr<Storage> find(std::uint64_t id) const;
  const std::map<std::uint64_t, std::shared_ptr<Storage>>& all() const { return all_; }

 private:
  std::map<std::uint64_t, std::shared_ptr<Storage>> all_;
};

// The memory of one program: its pool, outputs and constants, and the store's state.
class BoundMemory {
 public:
  BoundMemory(const Program& program, StateStore& store);
  std::byte* const* pointers() const { return pointers_.data(); }
  std::byte* at(int buffer) const { return pointers_[static_cast<std::size_t>(buffer)]; }
  // A copy of what a buffer holds now.
  Tensor read(const Program& program, int buffer) const;
  // The storage of an input or persistent buffer; null for others.
  Storage* storage(int buffer) const { return storages_[static_cast<std::size_t>(buffer)].get(); }

  // The first step of the next run: steps that run once are left out when no variable that they
  // read has changed since they ran. To be told of every run, and of every step run alone.
  std::size_t first_step() const { return once_ == 0 ? 0 : first_changed_step(); }
  void ran() {
    for (const auto& storage : written_) ++storage->version;
    if (once_ > 0) remember_versions();
  }
  void ran_alone(const Step& step);
  // To be told of a run that threw after steps from `first` to before `end` had begun: state that
  // they write is of another version from now on, so that every computation reads what it really
  // holds. Returns the names of that state.
  std::vector<std::string> failed(const Program& program, std::size_t first, std::size_t end);

 private:
  std::size_t first_changed_step() const;
  void remember_versions();
  std::vector<std::shared_ptr<Storage>> states_of(const std::vector<int>& buffers) const;

  Memory pool_;
  std::vector<Memory> own_;
  std::vector<std::shared_ptr<Storage>> storages_;
  std::vector<std::byte*> pointers_;
  std::size_t once_ = 0;   // Program::once
  bool ran_once_ = false;  // those steps ran, over `seen_`
  std::vector<std::shared_ptr<Storage>> written_, read_once_;
  std::vector<std::uint64_t> seen_;  // versions of read_once_
};

}  // namespace ng
