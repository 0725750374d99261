// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/cubin.h"

#include <algorithm>
#include <array>

#include "engine/backends/elf_object.h"

namespace ng {
namespace {

// Entries of `.nv.info`: a format and an attribute (a byte each), then two bytes: a value, or the
// size of what follows.
constexpr unsigned sized = 4;
constexpr unsigned frame_size = 0x11, register_count = 0x2f;

struct InfoEntry {
  unsigned char format, attribute;
  std::uint16_t size;
};

// Calls `each(attribute, symbol, value)` for the entries that give a function a number.
template <class Each>
void for_each_number(const ElfObject& elf, Each each) {
  for (const Elf64_Shdr& section : elf.sections()) {
    if (elf.name(section) != ".nv.info") continue;
    for (std::uint64_t at = 0; at + sizeof(InfoEntry) <= section.sh_size;) {
      const auto entry = elf.read<InfoEntry>(section.sh_offset + at);
      at += sizeof(InfoEntry);
      if (entry.format != sized) continue;
      if (entry.size == 2 * sizeof(std::uint32_t)) {
        const auto numbers = elf.read<std::array<std::uint32_t, 2>>(section.sh_offset + at);
        each(entry.attribute, numbers[0], numbers[1]);
      }
      at += entry.size;
    }
  }
}

// Since sm_90 the first KiB of a block's shared memory is CUDA's own and counted in the section.
std::int64_t shared_bytes(const ElfObject& elf, const std::string& function) {
  std::int64_t bytes = 0, reserved = 0;
  for (const Elf64_Shdr& section : elf.sections()) {
    const std::string name = elf.name(section);
    if (name == ".nv.shared." + function) bytes = static_cast<std::int64_t>(section.sh_size);
    if (name == ".nv.shared.reserved.0") reserved = 1024;
  }
  return std::max<std::int64_t>(0, bytes - reserved);
}

// What a multiprocessor holds at most. `shared`: bytes.
struct Limits {
  int architecture;
  int threads, blocks;
  std::int64_t shared;
};
constexpr Limits all_limits[] = {
    {70, 2048, 32, 96 << 10},   {75, 1024, 16, 64 << 10},   {80, 2048, 32, 164 << 10},
    {86, 1536, 16, 100 << 10},  {87, 1536, 16, 164 << 10},  {89, 1536, 24, 100 << 10},
    {90, 2048, 32, 228 << 10},  {100, 2048, 32, 228 << 10}, {103, 2048, 32, 228 << 10},
    {120, 1536, 24, 100 << 10}, {121, 1536, 24, 100 << 10}};
constexpr int warp = 32, registers_of_multiprocessor = 65536;

constexpr std::int64_t rounded_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

std::optional<CubinUse> cubin_use(const std::string& cubin, const std::string& function) {
  const ElfObject elf(cubin, ElfKind::cubin);
  CubinUse use;
  bool found = false;
  for_each_number(elf, [&](unsigned attribute, std::uint32_t symbol, std::uint32_t value) {
    if (symbol >= elf.symbols().size() || elf.name(elf.symbols()[symbol]) != function) return;
    if (attribute == register_count) {
      use.registers = static_cast<int>(std::min<std::uint32_t>(value, 255));
      found = true;
    }
    if (attribute == frame_size) use.local_bytes = value;
  });
  if (!found) return std::nullopt;
  use.shared_bytes = shared_bytes(elf, function);
  return use;
}

std::optional<double> occupancy(const std::string& architecture, const CubinUse& use, int threads) {
  const Limits* limits = nullptr;
  for (const Limits& each : all_limits) {
    if (architecture == "sm_" + std::to_string(each.architecture)) limits = &each;
  }
  if (!limits || threads <= 0) return std::nullopt;
  const std::int64_t warps = (threads + warp - 1) / warp;
  // Registers are given to warps in units of 256, and to warps four at a time.
  const std::int64_t of_warp = rounded_up(std::max(use.registers, 1) * warp, 256);
  const std::int64_t warps_by_registers = registers_of_multiprocessor / of_warp / 4 * 4;
  std::int64_t blocks = std::min<std::int64_t>(limits->blocks, limits->threads / (warps * warp));
  blocks = std::min(blocks, warps_by_registers / warps);
  const std::int64_t reserved = limits->architecture >= 80 ? 1024 : 0;
  const std::int64_t shared = rounded_up(use.shared_bytes + reserved, 128);
  if (shared > 0) blocks = std::min(blocks, limits->shared / shared);
  return static_cast<double>(blocks * warps * warp) / limits->threads;
}

}  // namespace ng
