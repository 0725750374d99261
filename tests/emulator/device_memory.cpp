// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/device_memory.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "tests/emulator/faults.h"

namespace ng::emulator {
namespace {

constexpr std::size_t page = 4096, alignment = 256;
constexpr int poison = 0xff;  // a NaN in every float type

std::size_t rounded(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

void* place(Address address) {
  return reinterpret_cast<void*>(address);
}

}  // namespace

DeviceMemory& DeviceMemory::all() {
  static auto* kept = new DeviceMemory;
  return *kept;
}

DeviceMemory::DeviceMemory() : total_(std::size_t{4} << 30) {
  if (const char* given = std::getenv("NGRAPH_EMULATOR_MEMORY")) {
    total_ = std::strtoull(given, nullptr, 10);
  }
}

std::size_t DeviceMemory::used(int device) const {
  std::size_t sum = 0;
  for (const auto& [address, block] : blocks_) {
    if (block.device == device) sum += rounded(block.bytes, alignment);
  }
  return sum;
}

// Between two inaccessible pages, the end within 256 bytes of the second one: kernels that run past
// their memory, or begin before it, end there.
Address DeviceMemory::allocate(int device, std::size_t bytes) {
  const std::size_t whole = rounded(bytes, alignment);
  if (bytes == 0 || whole > total_ || used(device) > total_ - whole) return 0;
  const std::size_t mapped = rounded(whole, page);
  void* memory = mmap(nullptr, mapped + 2 * page, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 0;
  const Address begin = reinterpret_cast<Address>(memory) + page;
  const Address address = begin + mapped - whole;
  mprotect(place(begin), mapped, PROT_READ | PROT_WRITE);
  std::memset(place(begin), poison, mapped);
  if (accesses_ == 0) mprotect(place(begin), mapped, PROT_NONE);
  blocks_[address] = {device, bytes, mapped, begin, nullptr};
  ++Faults::all().live["allocation"];
  return address;
}

bool DeviceMemory::free(Address address) {
  const auto found = blocks_.find(address);
  if (found == blocks_.end()) return false;
  const Block& block = found->second;
  munmap(place(block.begin - page), block.mapped + 2 * page);
  if (block.histories) munmap(block.histories, block.mapped * sizeof(ByteHistory));
  blocks_.erase(found);
  --Faults::all().live["allocation"];
  return true;
}

const DeviceMemory::Block* DeviceMemory::block_of(Address address) const {
  auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) return nullptr;
  --next;
  return address - next->first < next->second.bytes ? &next->second : nullptr;
}

bool DeviceMemory::is_device(Address address) const {
  return block_of(address) != nullptr;
}

// Every page belongs to one allocation, which begins on its first page. Pages of histories take
// memory once they are written.
std::optional<DeviceMemory::Extent> DeviceMemory::extent_at(Address address) {
  auto next = blocks_.upper_bound(address | (page - 1));
  if (next == blocks_.begin()) return std::nullopt;
  auto& [first, block] = *--next;
  if (address < block.begin || address - block.begin >= block.mapped) return std::nullopt;
  if (!block.histories) {
    void* memory = mmap(nullptr, block.mapped * sizeof(ByteHistory), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return std::nullopt;
    block.histories = static_cast<ByteHistory*>(memory);
  }
  return Extent{first, first + block.bytes, block.begin, block.histories};
}

bool DeviceMemory::holds(int device, Address address, std::size_t bytes) const {
  const auto found = allocation_of(address);
  return found && found->device == device && bytes <= found->bytes - (address - found->begin);
}

std::optional<DeviceMemory::Allocation> DeviceMemory::allocation_of(Address address) const {
  const Block* block = block_of(address);
  if (!block) return std::nullopt;
  const Address begin = block->begin + block->mapped - rounded(block->bytes, alignment);
  return Allocation{block->device, begin, block->bytes};
}

void DeviceMemory::protect(int protection) const {
  for (const auto& [address, block] : blocks_)
    mprotect(place(block.begin), block.mapped, protection);
}

DeviceMemory::Access::Access() {
  if (all().accesses_++ == 0) all().protect(PROT_READ | PROT_WRITE);
}

DeviceMemory::Access::~Access() {
  if (--all().accesses_ == 0) all().protect(PROT_NONE);
}

Address DeviceMemory::overrun() const {
  for (const auto& [address, block] : blocks_) {
    const auto* end = static_cast<const unsigned char*>(place(address));
    for (std::size_t i = block.bytes; i < rounded(block.bytes, alignment); ++i) {
      if (end[i] != poison) return address;
    }
  }
  return 0;
}

}  // namespace ng::emulator
