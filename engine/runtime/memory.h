// SPDX-License-Identifier: Apache-2.0
// Memory on a device, storage of variables and placeholders, and the memory of a bound program.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/device.h"
#include "engine/runtime/program.h"

namespace ng {

// Zeroed memory of a device (Device::allocate).
class Memory {
 public:
  Memory() : data_(nullptr, Free{nullptr}) {}
  explicit Memory(std::int64_t bytes, const std::string& what = "a buffer",
                  const Device& device = host_device());
  std::byte* data() const { return data_.get(); }
  std::int64_t bytes() const { return bytes_; }
  // All bytes, from and to host memory of that size. Stored bytes are not kept.
  void copy_in(const TensorBytes& from) const;
  void copy_out(std::byte* to_host) const;

 private:
  struct Free {
    const Device* device;
    void operator()(std::byte* memory) const { device->free(memory); }
  };
  std::unique_ptr<std::byte, Free> data_;
  std::int64_t bytes_ = 0;
};

// The contents of one variable or placeholder, shared by all computations of a transformer. Memory
// is allocated when a program is bound to it; until then contents share the bytes of the tensor
// that they were set to, which may be stored in a file.
//
// Of state that is placed among ranks (StatePlacement) it has this rank's elements only. Values
// that it gives and takes are whole on all ranks: value() is then a collective call of the group,
// set() and reset() exchange nothing.
class Storage {
 public:
  // Has the initial value of `buffer`. Value Error if that is placed among ranks and `ranks` is
  // null.
  Storage(const Buffer& buffer, const Device& device, std::shared_ptr<RankMesh> ranks = nullptr);

  std::uint64_t id = 0;
  std::string name;
  BufferKind kind = BufferKind::persistent;
  DType dtype = DType::f32;
  Shape shape;  // of the whole
  std::vector<std::string> axes;
  std::uint64_t version = 0;  // incremented when the contents change

  const StatePlacement& placement() const { return placement_; }
  const Device& device() const { return *device_; }
  std::int64_t bytes() const { return bytes_; }  // of this rank
  bool has_memory() const { return memory_.data() != nullptr; }
  std::byte* data();  // on the device; the first call allocates and fills it
  void reset();       // back to the initial value
  // A copy, in the bytes of `room` if that has this type and shape and the state is not placed.
  // Without memory it may share stored bytes.
  Tensor value(Tensor room = {}) const;
  void set(const Tensor& value);  // as fed_to() in representable.h: broadcasts, casts, may refuse
  // A copy of this rank's elements, which set_local() takes back: neither exchanges anything.
  Tensor local(Tensor room = {}) const;
  void set_local(const Tensor& local);

 private:
  bool fits(const Tensor& local) const { return local.dtype == dtype && local.shape == local_; }
  Tensor fitted(const Tensor& value) const;  // this rank's elements
  const Tensor& set_last() const { return set_to_ ? *set_to_ : initial_; }

  const Device* device_;
  StatePlacement placement_;
  std::shared_ptr<RankMesh> ranks_;
  Shape local_;  // what this rank has
  std::int64_t bytes_;
  Tensor initial_;
  std::optional<Tensor> set_to_;  // the contents, only without memory and if set() gave them
  Memory memory_;
};

// Storage by state id. One store per transformer; used by one thread at a time.
class StateStore {
 public:
  explicit StateStore(const Device& device = host_device()) : device_(&device) {}
  const Device& device() const { return *device_; }
  // From now on this store has all elements of state that is placed among ranks, for programs whose
  // ranks all run in this process.
  void keep_whole() { keeps_whole_ = true; }
  // The storage of a buffer's state, made with its initial value on first use, among `ranks` if it
  // is placed. Throws if a later use has another shape, dtype or placement.
  std::shared_ptr<Storage> storage_for(const Buffer& buffer,
                                       const std::shared_ptr<RankMesh>& ranks = nullptr);
  void declare(const Program& program);  // the storage of its variables and placeholders
  std::shared_ptr<Storage> find(std::uint64_t id) const;
  const std::map<std::uint64_t, std::shared_ptr<Storage>>& all() const { return all_; }

 private:
  const Device* device_;
  bool keeps_whole_ = false;
  std::map<std::uint64_t, std::shared_ptr<Storage>> all_;
};

// The memory of one program on the store's device, or on the devices of its buffers: pools, outputs
// and constants of its own, and state from the store.
class BoundMemory {
 public:
  BoundMemory(const Program& program, StateStore& store);
  const Device& device() const { return device_; }
  const Device& device_of(const Buffer& buffer) const { return device_.part(buffer.device); }
  std::byte* const* pointers() const { return pointers_.data(); }
  std::byte* at(int buffer) const { return pointers_[static_cast<std::size_t>(buffer)]; }
  // A copy of the buffer's current contents.
  Tensor read(const Program& program, int buffer) const;
  // The storage of an input or persistent buffer; null for others.
  Storage* storage(int buffer) const { return storages_[static_cast<std::size_t>(buffer)].get(); }

  // The first step of the next run: the steps that run once are skipped if no variable that they
  // read has changed. Call ran() after every run, ran_alone() after every step run by itself.
  std::size_t first_step() const { return once_ == 0 ? 0 : first_changed_step(); }
  void ran() {
    for (const auto& storage : written_) ++storage->version;
    if (once_ > 0) remember_versions();
  }
  void ran_alone(const Step& step);
  // Call when a run throws after starting steps [first, end). Marks the state that these steps
  // write as changed, so that all computations read the actual contents, and returns its names.
  std::vector<std::string> failed(const Program& program, std::size_t first, std::size_t end);

 private:
  std::size_t first_changed_step() const;
  void remember_versions();
  std::vector<std::shared_ptr<Storage>> states_of(const std::vector<int>& buffers) const;

  void make_pools(const Program& program);

  // The temporaries of one device, from their first offset.
  struct Pool {
    Memory memory;
    std::int64_t begin = 0;
    std::byte* at(std::int64_t offset) const { return memory.data() + (offset - begin); }
  };

  const Device& device_;
  std::map<std::string, Pool> pools_;  // by device
  std::vector<Memory> own_;
  std::vector<std::shared_ptr<Storage>> storages_;
  std::vector<std::byte*> pointers_;
  std::size_t once_ = 0;   // Program::once
  bool ran_once_ = false;  // those steps ran, with versions `seen_`
  std::vector<std::shared_ptr<Storage>> written_, read_once_;
  std::vector<std::uint64_t> seen_;  // versions of read_once_
};

}  // namespace ng
