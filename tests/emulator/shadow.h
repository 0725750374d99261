// SPDX-License-Identifier: Apache-2.0
// What is known of each byte of device and shared memory: who wrote it and who read it last. Finds
// accesses that no barrier orders, that leave their array, and reads of shared memory before a
// write of the same block.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/emulator/device_memory.h"
#include "tests/emulator/module.h"

namespace ng::emulator {

enum class Access : std::uint32_t { read, write, atomic };

// Spans are the stretches of a block between barriers, numbered through the whole process. In a
// span, threads of a warp are ordered by the steps that __syncwarp ends. A block is never ordered
// after another one of its launch.
class Shadow {
 public:
  void begin_launch(Module* module, const std::vector<Address>& arguments);
  void begin_block(std::uint32_t block);
  // All threads of the block have met.
  void begin_span();
  // The threads of the warp have met in __syncwarp.
  void begin_step(std::uint32_t warp) { ++steps_[warp]; }

  // Is this access of a thread of the current block right? If not, problem() says what is wrong.
  bool touch(std::uint32_t thread, Address address, std::size_t bytes, Access access);
  const std::string& problem() const { return problem_; }

 private:
  struct Page {
    std::uint64_t number = 0;
    std::uint32_t launch = 0;  // the page was looked up in
    bool shared = false;
    Address begin = 0, end = 0;    // of the allocation; unused without cells
    ByteHistory* cells = nullptr;  // of the page's first byte; null: memory that is not checked
  };
  static constexpr std::uint32_t warp = 32, pages = 1024;

  const Page& page_of(Address address);
  bool touch_byte(std::uint32_t thread, Address address, ByteHistory& cell, Access access,
                  bool shared);
  bool is_settled(const ByteHistory& cell, std::uint32_t thread, bool shared) const;
  bool refuse(std::uint32_t thread, const std::string& what);
  bool conflicts(const Stamp& earlier, std::uint32_t thread, std::uint32_t first) const;
  void note_read(Stamp& read, std::uint32_t thread, std::uint32_t first) const;
  void note_write(Stamp& written, std::uint32_t thread, Access access, std::uint32_t first) const;
  bool refuse_race(const Stamp& earlier, bool wrote, std::uint32_t thread, Address address,
                   Access access);
  std::string place(Address address) const;
  SharedArray* array_at(Address address, std::size_t bytes);

  std::uint32_t launch_ = 0, block_ = 0;
  std::uint32_t first_of_launch_ = 0, first_of_block_ = 0, span_ = 0;
  std::array<std::uint16_t, 32> steps_ = {};  // by warp, in this span
  Module* module_ = nullptr;
  std::vector<Address> arguments_;  // the pointers
  SharedArray* last_array_ = nullptr;
  std::vector<SharedArray*> written_;  // in this block or the one before
  std::array<Page, pages> cache_;
  std::string problem_;
};

}  // namespace ng::emulator
