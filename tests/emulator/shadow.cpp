// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/shadow.h"

#include <algorithm>
#include <cstring>

namespace ng::emulator {
namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr int poison = 0xff;  // a NaN in every float type

std::uint16_t thread_of(const Stamp& stamp) {
  return stamp.thread & static_cast<std::uint16_t>(~Stamp::atomic);
}

// The warp whose threads alone made the accesses; -1: those of several.
int warp_of(std::uint16_t thread) {
  if (thread < Stamp::several_of_warp) return thread / 32;
  return thread < Stamp::several ? thread - Stamp::several_of_warp : -1;
}

// Faster than one call for all of an element's bytes, which are few.
bool are_equal(const ByteHistory* cells, std::size_t bytes) {
  std::array<std::uint64_t, 2> first, other;
  static_assert(sizeof first == sizeof(ByteHistory));
  std::memcpy(first.data(), cells, sizeof first);
  std::uint64_t differences = 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    std::memcpy(other.data(), cells + i, sizeof other);
    differences |= (first[0] ^ other[0]) | (first[1] ^ other[1]);
  }
  return differences == 0;
}

std::string who(const Stamp& stamp) {
  const std::uint16_t thread = thread_of(stamp);
  if (thread == Stamp::several_blocks) return "threads of several blocks";
  if (thread >= Stamp::several_of_warp) return "several threads";
  return "thread " + std::to_string(thread);
}

}  // namespace

void Shadow::begin_launch(Module* module, const std::vector<Address>& arguments) {
  ++launch_;
  module_ = module;
  arguments_ = arguments;
  last_array_ = nullptr;
  written_.clear();
  for (SharedArray& array : module->shared) {
    std::memset(reinterpret_cast<void*>(array.begin), poison, array.bytes);
    array.written = false;
  }
  first_of_launch_ = span_ + 1;
}

// Shared memory is what a block finds it as: never what another block left there.
void Shadow::begin_block(std::uint32_t block) {
  block_ = block;
  for (SharedArray* array : written_) {
    std::memset(reinterpret_cast<void*>(array->begin), poison, array->bytes);
    array->written = false;
  }
  written_.clear();
  first_of_block_ = span_ + 1;
  begin_span();
}

void Shadow::begin_span() {
  ++span_;
  steps_.fill(0);
}

const Shadow::Page& Shadow::page_of(Address address) {
  const std::uint64_t number = address / page_bytes;
  Page& page = cache_[number % pages];
  if (page.number == number && page.launch == launch_) return page;
  page = {number, launch_, false, 0, 0, nullptr};
  const Address begin = number * page_bytes;
  if (module_->shared_bytes != 0 && address >= module_->shared_begin &&
      address < module_->shared_begin + module_->shared_bytes) {
    page.shared = true;
    page.begin = module_->shared_begin;
    page.end = page.begin + module_->shared_bytes;
    page.cells = module_->histories.data() + static_cast<std::int64_t>(begin - page.begin);
  } else if (const auto extent = DeviceMemory::all().extent_at(address)) {
    page.begin = extent->begin;
    page.end = extent->end;
    page.cells = extent->histories + static_cast<std::int64_t>(begin - extent->mapped);
  }
  return page;
}

bool Shadow::touch(std::uint32_t thread, Address address, std::size_t bytes, Access access) {
  const Page& page = page_of(address);
  if (!page.cells || bytes == 0) return true;
  if (address < page.begin || address + bytes > page.end)
    return refuse(thread, "touched " + place(address) + ", outside of its memory");
  if (page.shared) {
    SharedArray* array = array_at(address, bytes);
    if (!array) return refuse(thread, "touched shared memory outside of an array");
    if (access != Access::read && !array->written) {
      array->written = true;
      written_.push_back(array);
    }
  }
  // The bytes of an element nearly always have one history.
  ByteHistory* cells = page.cells + address % page_bytes;
  const bool equal = are_equal(cells, bytes);
  if (access == Access::read && equal && is_settled(cells[0], thread, page.shared)) return true;
  for (std::size_t i = 0; i < (equal ? 1 : bytes); ++i) {
    if (!touch_byte(thread, address + i, cells[i], access, page.shared)) return false;
  }
  if (equal) std::fill(cells + 1, cells + bytes, cells[0]);
  return true;
}

// Does a read by this thread neither conflict nor change the history?
bool Shadow::is_settled(const ByteHistory& cell, std::uint32_t thread, bool shared) const {
  if (cell.read.span == span_ && cell.read.thread == thread &&
      cell.read.step == steps_[thread / warp])
    return true;
  const std::uint32_t wrote = cell.written.span;
  const bool by_block = wrote >= first_of_block_ && wrote < span_;
  if (!by_block && (shared || wrote >= first_of_launch_)) return false;
  if (cell.read.thread == Stamp::several) return cell.read.span == span_;
  return cell.read.thread == Stamp::several_blocks && cell.read.span >= first_of_launch_;
}

bool Shadow::touch_byte(std::uint32_t thread, Address address, ByteHistory& cell, Access access,
                        bool shared) {
  const std::uint32_t first = shared ? first_of_block_ : first_of_launch_;
  const bool both_atomic = access == Access::atomic && (cell.written.thread & Stamp::atomic) != 0;
  if (!both_atomic && conflicts(cell.written, thread, first))
    return refuse_race(cell.written, true, thread, address, access);
  if (access != Access::read && conflicts(cell.read, thread, first))
    return refuse_race(cell.read, false, thread, address, access);
  if (access != Access::read) {
    note_write(cell.written, thread, access, first);
    return true;
  }
  if (shared && cell.written.span < first_of_block_)
    return refuse(thread, "reads " + place(address) + ", which its block did not write");
  note_read(cell.read, thread, first);
  return true;
}

bool Shadow::refuse(std::uint32_t thread, const std::string& what) {
  problem_ =
      "thread " + std::to_string(thread) + " of block " + std::to_string(block_) + " " + what;
  return false;
}

// Is an earlier access, since the span `first`, not ordered before one of `thread` now?
bool Shadow::conflicts(const Stamp& earlier, std::uint32_t thread, std::uint32_t first) const {
  if (earlier.span < first) return false;
  const std::uint16_t other = thread_of(earlier);
  if (earlier.span < first_of_block_ || other == Stamp::several_blocks) return true;
  if (earlier.span < span_ || other == thread) return false;
  const auto own = static_cast<int>(thread / warp);
  return warp_of(other) != own || earlier.step == steps_[static_cast<std::size_t>(own)];
}

// Keeps enough to tell whether a later write is ordered after all reads.
void Shadow::note_read(Stamp& read, std::uint32_t thread, std::uint32_t first) const {
  const std::uint16_t before = read.thread, step = steps_[thread / warp];
  Stamp now{span_, static_cast<std::uint16_t>(thread), step};
  if (read.span >= first) {
    if (before == Stamp::several_blocks || read.span < first_of_block_) {
      now.thread = Stamp::several_blocks;
    } else if (read.span == span_ && before != thread) {
      const int own = static_cast<int>(thread / warp);
      if (warp_of(before) != own) {
        now.thread = Stamp::several;
      } else if (read.step == step) {
        now.thread = static_cast<std::uint16_t>(Stamp::several_of_warp + own);
      }
    }
  }
  read = now;
}

void Shadow::note_write(Stamp& written, std::uint32_t thread, Access access,
                        std::uint32_t first) const {
  Stamp now{span_, static_cast<std::uint16_t>(thread), steps_[thread / warp]};
  if (access == Access::atomic) {
    if (written.span >= first && (written.thread & Stamp::atomic) != 0) {
      const std::uint16_t before = thread_of(written);
      if (before == Stamp::several_blocks || written.span < first_of_block_) {
        now.thread = Stamp::several_blocks;
      } else if (written.span == span_ && before != thread) {
        now.thread = Stamp::several;
      }
    }
    now.thread |= Stamp::atomic;
  }
  written = now;
}

bool Shadow::refuse_race(const Stamp& earlier, bool wrote, std::uint32_t thread, Address address,
                         Access access) {
  const bool other_block = earlier.span < first_of_block_;
  return refuse(thread, std::string(access == Access::read ? "reads " : "writes ") +
                            place(address) + ", which " + who(earlier) +
                            (other_block ? " of another block" : "") +
                            (wrote ? " wrote" : " read") +
                            (other_block ? "" : " without a barrier between them"));
}

// "argument 1, byte 64", or "shared array parts, byte 4".
std::string Shadow::place(Address address) const {
  for (const SharedArray& array : module_->shared) {
    if (address >= array.begin && address < array.begin + array.bytes)
      return "shared array " + array.name + ", byte " + std::to_string(address - array.begin);
  }
  std::size_t nearest = arguments_.size();
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const bool before = arguments_[i] != 0 && arguments_[i] <= address;
    if (before && (nearest == arguments_.size() || arguments_[i] > arguments_[nearest]))
      nearest = i;
  }
  if (nearest == arguments_.size()) return std::to_string(address);
  return "argument " + std::to_string(nearest) + ", byte " +
         std::to_string(address - arguments_[nearest]);
}

SharedArray* Shadow::array_at(Address address, std::size_t bytes) {
  const auto holds = [&](const SharedArray& array) {
    return address >= array.begin && address + bytes <= array.begin + array.bytes;
  };
  if (last_array_ && holds(*last_array_)) return last_array_;
  const auto found = std::find_if(module_->shared.begin(), module_->shared.end(), holds);
  return last_array_ = found == module_->shared.end() ? nullptr : &*found;
}

}  // namespace ng::emulator
