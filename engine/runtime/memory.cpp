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

namespace {

// As the memory plan does: kernels may write whole vectors.
std::int64_t aligned(std::int64_t bytes) {
  return (bytes + 63) / 64 * 64;
}

std::string without_prefix(const std::string& name) {
  return name.substr(name.rfind("a_", 0) == 0 ? 2 : 0);
}

[[noreturn]] void refuse_one_process(const std::string& name, int ranks) {
  Diagnostic diagnostic;
  diagnostic.what = "the program keeps the variable '" + name + "' on several ranks";
  diagnostic.found = "a single process";
  diagnostic.expected = std::to_string(ranks) + " ranks";
  diagnostic.action = "run it on these ranks, or compile it without sharded state";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

Storage::Storage(const Buffer& buffer, const Device& device, std::shared_ptr<RankMesh> ranks)
    : id(buffer.state),
      name(without_prefix(buffer.name)),
      kind(buffer.kind),
      dtype(buffer.dtype),
      shape(buffer.placement.is_whole() ? buffer.shape : buffer.placement.whole),
      axes(buffer.axes),
      version(1),
      device_(&device),
      placement_(buffer.placement),
      ranks_(placement_.is_whole() ? nullptr : std::move(ranks)),
      local_(buffer.shape),
      bytes_(buffer.bytes),
      initial_(buffer.contents) {
  if (!placement_.is_whole() && !ranks_) refuse_one_process(name, placement_.ranks);
}

Tensor Storage::fitted(const Tensor& value) const {
  const bool fits_whole = value.dtype == dtype && value.shape == shape;
  if (placement_.is_whole() && fits_whole) return value;
  const std::string what =
      (kind == BufferKind::input ? "placeholder '" : "variable '") + name + "'";
  const Tensor whole = fits_whole ? value : fed_to(value, dtype, shape, what);
  return placement_.is_whole() ? whole : local_of(whole, placement_, *ranks_);
}

std::byte* Storage::data() {
  if (has_memory()) return memory_.data();
  Memory memory(bytes_, "'" + name + "'", *device_);
  memory.copy_in(set_last().bytes);
  memory_ = std::move(memory);
  set_to_.reset();
  return memory_.data();
}

void Storage::reset() {
  ++version;
  set_to_.reset();
  if (has_memory()) memory_.copy_in(initial_.bytes);
}

Tensor Storage::local(Tensor room) const {
  if (!has_memory()) return set_last();
  const bool has_room = fits(room) && !room.bytes.empty();  // a tensor moved from has no bytes
  if (!has_room) room = Tensor(dtype, local_);
  memory_.copy_out(room.bytes.data());
  return room;
}

Tensor Storage::value(Tensor room) const {
  if (placement_.is_whole()) return local(std::move(room));
  // Without its name: automatic names differ between processes, calls must not.
  return whole_of(local(), placement_, *ranks_, "the value of a variable");
}

void Storage::set(const Tensor& value) {
  ++version;
  if (!has_memory()) {
    set_to_ = fitted(value);
    return;
  }
  const bool as_is = placement_.is_whole() && fits(value);
  memory_.copy_in(as_is ? value.bytes : fitted(value).bytes);
}

void Storage::set_local(const Tensor& local) {
  check(fits(local), "a rank's part of another type or shape");
  ++version;
  has_memory() ? memory_.copy_in(local.bytes) : void(set_to_ = local);
}

namespace {

// Two computations of a transformer must agree on where a variable is.
void require_same_place(const Storage& known, const Buffer& buffer) {
  const Shape& whole = buffer.placement.is_whole() ? buffer.shape : buffer.placement.whole;
  if (known.shape != whole || known.dtype != buffer.dtype) {
    refuse(ErrorKind::value, "the length of an axis of '" + known.name +
                                 "' changed after the transformer allocated it: " +
                                 to_string(known.shape) + " became " + to_string(whole));
  }
  if (known.placement() == buffer.placement) return;
  Diagnostic diagnostic;
  diagnostic.what =
      "two computations keep the variable '" + known.name + "' on the ranks in different ways";
  diagnostic.expected = "the same parts on every rank";
  diagnostic.action = "compile all computations of a transformer with the same mesh and options";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The buffer of a rank as it would be in one process.
Buffer of_all_ranks(const Buffer& buffer) {
  Buffer whole = buffer;
  whole.placement = {};
  whole.shape = buffer.placement.whole;
  whole.bytes = element_count(whole.shape) * static_cast<std::int64_t>(size_of(whole.dtype));
  return whole;
}

void require_same_device(const Storage& known, const Device& device) {
  if (&known.device() == &device) return;
  Diagnostic diagnostic;
  diagnostic.what = "two computations keep '" + known.name + "' on different devices";
  diagnostic.found = std::string(known.device().name()) + " and " + std::string(device.name());
  diagnostic.expected = "the same device";
  diagnostic.action = "give the op the metadata 'device'";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

std::shared_ptr<Storage> StateStore::storage_for(const Buffer& buffer,
                                                 const std::shared_ptr<RankMesh>& ranks) {
  if (keeps_whole_ && !ranks && !buffer.placement.is_whole())
    return storage_for(of_all_ranks(buffer));
  if (const std::shared_ptr<Storage> known = find(buffer.state)) {
    require_same_place(*known, buffer);
    require_same_device(*known, device().part(buffer.device));
    return known;
  }
  const Device& own = device().part(buffer.device);
  return all_[buffer.state] = std::make_shared<Storage>(buffer, own, ranks);
}

void StateStore::declare(const Program& program) {
  for (const Buffer& buffer : program.buffers)
    if (buffer.kind == BufferKind::persistent || buffer.kind == BufferKind::input)
      storage_for(buffer, program.ranks);
}

std::shared_ptr<Storage> StateStore::find(std::uint64_t id) const {
  const auto at = all_.find(id);
  return at == all_.end() ? nullptr : at->second;
}

BoundMemory::BoundMemory(const Program& program, StateStore& store) : device_(store.device()) {
  make_pools(program);
  own_.resize(program.buffers.size());
  storages_.resize(program.buffers.size());
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer& buffer = program.buffers[i];
    switch (buffer.kind) {
      case BufferKind::temporary:
        pointers_.push_back(pools_.at(buffer.device).at(buffer.offset));
        continue;
      case BufferKind::persistent:
      case BufferKind::input:
        storages_[i] = store.storage_for(buffer, program.ranks);
        pointers_.push_back(storages_[i]->data());
        continue;
      case BufferKind::output:
      case BufferKind::kept:
      case BufferKind::constant: break;
    }
    own_[i] = Memory(buffer.bytes, "'" + buffer.name + "'", device_of(buffer));
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

// The temporaries of a device have a range of offsets that no other device has.
void BoundMemory::make_pools(const Program& program) {
  struct Range {
    std::int64_t begin, end;
  };
  std::map<std::string, Range> ranges;
  for (const Buffer& buffer : program.buffers) {
    if (buffer.kind != BufferKind::temporary) continue;
    const std::int64_t end = aligned(buffer.offset + buffer.bytes);
    Range& range = ranges.try_emplace(buffer.device, Range{buffer.offset, end}).first->second;
    range = {std::min(range.begin, buffer.offset), std::max(range.end, end)};
  }
  const std::string what = "the temporaries of " + program.name;
  for (const auto& [device, range] : ranges)
    pools_[device] = {Memory(range.end - range.begin, what, device_.part(device)), range.begin};
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
  if (const Storage* kept = storage(buffer);
      kept && kept->placement().is_whole() && !decl.placement.is_whole())
    return kept->value();
  Tensor tensor(decl.dtype, decl.shape);
  device_of(decl).copy_out(tensor.bytes.data(), at(buffer),
                           static_cast<std::int64_t>(tensor.bytes.size()));
  return tensor;
}

}  // namespace ng
