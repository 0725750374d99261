// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/memory.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/runtime/representable.h"

namespace ng {
Memory::Memory(std::int64_t bytes, const std::string& what, const Device& device)
    : data_(device.allocate(bytes, what), Free{&device}), bytes_(bytes) {}

void Memory::copy_in(const TensorBytes& from) const {
  if (!data_) return;
  const Device& device = *data_.get_deleter().device;
  const auto bytes = static_cast<std::size_t>(bytes_);
  check(from.size() == bytes, "values of another size than their memory");
  if (device.is_host()) return from.read(0, {data(), bytes});
  std::byte* to = data();
  from.for_each_block([&](std::span<const std::byte> block) {
    device.copy_in(to, block.data(), std::ssize(block));
    to += block.size();
  });
}

void Memory::copy_out(std::byte* to_host) const {
  if (data_) data_.get_deleter().device->copy_out(to_host, data(), bytes_);
}

Storage::Storage(const Buffer& buffer, const Device& device)
    : id(buffer.state),
      name(buffer.name.substr(buffer.name.rfind("a_", 0) == 0 ? 2 : 0)),
      kind(buffer.kind),
      dtype(buffer.dtype),
      shape(buffer.shape),
      axes(buffer.axes),
      version(1),
      device_(&device),
      bytes_(buffer.bytes),
      initial_(buffer.contents) {}

Tensor Storage::fitted(const Tensor& value) const {
  if (fits(value)) return value;
  return fed_to(value, dtype, shape,
                (kind == BufferKind::input ? "placeholder '" : "variable '") + name + "'");
}

void Storage::fill(const Memory& memory, const Tensor& value) const {
  memory.copy_in(fits(value) ? value.bytes : fitted(value).bytes);
}

std::byte* Storage::data() {
  if (has_memory()) return memory_.data();
  Memory memory(bytes_, "'" + name + "'", *device_);
  fill(memory, set_last());
  memory_ = std::move(memory);
  set_to_.reset();
  return memory_.data();
}

void Storage::reset() {
  ++version;
  set_to_.reset();
  if (has_memory()) fill(memory_, initial_);
}

Tensor Storage::value(Tensor room) const {
  if (!has_memory()) return fitted(set_last());
  const bool has_room = fits(room) && !room.bytes.empty();  // a tensor moved from has no bytes
  if (!has_room) room = Tensor(dtype, shape);
  memory_.copy_out(room.bytes.data());
  return room;
}

void Storage::set(const Tensor& value) {
  ++version;
  if (has_memory()) return fill(memory_, value);
  set_to_ = fitted(value);
}

std::shared_ptr<Storage> StateStore::storage_for(const Buffer& buffer) {
  if (const std::shared_ptr<Storage> known = find(buffer.state)) {
    if (known->shape != buffer.shape || known->dtype != buffer.dtype) {
      refuse(ErrorKind::value, "the length of an axis of '" + known->name +
                                   "' changed after the transformer allocated it: " +
                                   to_string(known->shape) + " became " + to_string(buffer.shape));
    }
    return known;
  }
  return all_[buffer.state] = std::make_shared<Storage>(buffer, device());
}

void StateStore::declare(const Program& program) {
  for (const Buffer& buffer : program.buffers)
    if (buffer.kind == BufferKind::persistent || buffer.kind == BufferKind::input)
      storage_for(buffer);
}

std::shared_ptr<Storage> StateStore::find(std::uint64_t id) const {
  const auto at = all_.find(id);
  return at == all_.end() ? nullptr : at->second;
}

BoundMemory::BoundMemory(const Program& program, StateStore& store)
    : device_(store.device()),
      pool_(program.pool_bytes, "the temporaries of " + program.name, device_) {
  own_.resize(program.buffers.size());
  storages_.resize(program.buffers.size());
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer& buffer = program.buffers[i];
    switch (buffer.kind) {
      case BufferKind::temporary: pointers_.push_back(pool_.data() + buffer.offset); continue;
      case BufferKind::persistent:
      case BufferKind::input:
        storages_[i] = store.storage_for(buffer);
        pointers_.push_back(storages_[i]->data());
        continue;
      case BufferKind::output:
      case BufferKind::kept:
      case BufferKind::constant: break;
    }
    own_[i] = Memory(buffer.bytes, "'" + buffer.name + "'", device_);
    if (buffer.kind == BufferKind::constant) own_[i].copy_in(buffer.contents.bytes);
    pointers_.push_back(own_[i].data());
  }
  once_ = program.once;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    for (auto& state : states_of(step.writes)) written_.push_back(std::move(state));
    if (i >= once_) continue;
    for (auto& state : states_of(step.reads)) read_once_.push_back(std::move(state));
  }
}

std::vector<std::shared_ptr<Storage>> BoundMemory::states_of(
    const std::vector<int>& buffers) const {
  std::vector<std::shared_ptr<Storage>> states;
  for (const int buffer : buffers) {
    const auto& storage = storages_[static_cast<std::size_t>(buffer)];
    if (storage && storage->kind == BufferKind::persistent) states.push_back(storage);
  }
  return states;
}

std::size_t BoundMemory::first_changed_step() const {
  if (!ran_once_) return 0;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    if (seen_[i] != read_once_[i]->version) return 0;
  }
  return once_;
}

void BoundMemory::remember_versions() {
  seen_.clear();
  for (const auto& storage : read_once_) seen_.push_back(storage->version);
  ran_once_ = true;
}

void BoundMemory::ran_alone(const Step& step) {
  for (const auto& storage : states_of(step.writes)) ++storage->version;
}

std::vector<std::string> BoundMemory::failed(const Program& program, std::size_t first,
                                             std::size_t end) {
  std::vector<std::string> names;
  for (std::size_t i = first; i < end; ++i) {
    for (const auto& storage : states_of(program.steps[i].writes)) {
      ++storage->version;
      const bool known = std::find(names.begin(), names.end(), storage->name) != names.end();
      if (!known) names.push_back(storage->name);
    }
  }
  return names;
}

Tensor BoundMemory::read(const Program& program, int buffer) const {
  const Buffer& decl = program.buffers[static_cast<std::size_t>(buffer)];
  Tensor tensor(decl.dtype, decl.shape);
  device_.copy_out(tensor.bytes.data(), at(buffer), static_cast<std::int64_t>(tensor.bytes.size()));
  return tensor;
}

}  // namespace ng
