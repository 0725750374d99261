// SPDX-License-Identifier: Apache-2.0
// Memory of the emulated devices: apart from the host's, which cannot touch it outside of calls,
// and filled with NaN when it is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "tests/emulator/byte_history.h"

namespace ng::emulator {

using Address = std::uint64_t;

class DeviceMemory {
 public:
  static DeviceMemory& all();

  // 0 if `device` has too little memory left.
  Address allocate(int device, std::size_t bytes);
  bool free(Address address);
  // Are all of `bytes` from `address` inside one allocation of `device`?
  bool holds(int device, Address address, std::size_t bytes) const;
  bool is_device(Address address) const;

  struct Allocation {
    int device = 0;
    Address begin = 0;
    std::size_t bytes = 0;
  };
  std::optional<Allocation> allocation_of(Address address) const;

  // An allocation and the histories of its bytes, the first for the address `mapped`.
  struct Extent {
    Address begin = 0, end = 0, mapped = 0;
    ByteHistory* histories = nullptr;
  };
  // That on the page of `address`.
  std::optional<Extent> extent_at(Address address);
  std::size_t total() const { return total_; }
  std::size_t used(int device) const;

  // Makes device memory accessible while it exists; nests.
  class Access {
   public:
    Access();
    ~Access();
    Access(const Access&) = delete;
    Access& operator=(const Access&) = delete;
  };
  // The first allocation whose end was overwritten; 0: none.
  Address overrun() const;

 private:
  struct Block {
    int device = 0;
    std::size_t bytes = 0;             // as asked for
    std::size_t mapped = 0;            // accessible, between two inaccessible pages
    Address begin = 0;                 // of the mapping
    ByteHistory* histories = nullptr;  // of the mapping's bytes; null until a kernel needs them
  };
  DeviceMemory();
  const Block* block_of(Address address) const;
  void protect(int protection) const;

  std::map<Address, Block> blocks_;
  std::size_t total_ = 0;
  int accesses_ = 0;
};

}  // namespace ng::emulator
