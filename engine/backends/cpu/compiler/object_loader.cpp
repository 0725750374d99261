// SPDX-License-Identifier: Apache-2.0
// Places and links a relocatable x86-64 ELF object in this process. Supports what kernels need:
// code, constants, variables and calls into this process. Thread-local data, constructors and
// unknown relocations are rejected by name.
#include <dlfcn.h>
#include <sys/mman.h>

#include <array>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "engine/backends/cpu/compiler/loaded_code.h"
#include "engine/backends/elf_object.h"

namespace ng {

namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t stub_bytes = 16;
constexpr std::uint64_t largest_image = 1ull << 28;
enum Segment { code, constants, variables, segment_count };

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// One mapping with code, constants and variables, each starting on a page of its own.
class Image : public LoadedCode {
 public:
  explicit Image(std::uint64_t size) : size_(size) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) refuse_object("no memory for the code");
    memory_ = static_cast<char*>(memory);
  }
  ~Image() override { munmap(memory_, size_); }
  char* memory() const { return memory_; }
  void add(const std::string& name, char* address) { functions_[name] = address; }
  void* find(const std::string& name) const override {
    const auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : found->second;
  }
  void protect(std::uint64_t offset, std::uint64_t size, int access) {
    if (size && mprotect(memory_ + offset, size, access) != 0)
      refuse_object("the system denies executable memory");
  }

 private:
  std::uint64_t size_;
  char* memory_ = nullptr;
  std::unordered_map<std::string, char*> functions_;
};

class Linker {
 public:
  explicit Linker(const std::string& bytes) : file_(bytes) {}

  std::unique_ptr<Image> link() {
    place();
    image_ = std::make_unique<Image>(total_);
    copy();
    resolve();
    for (const Elf64_Shdr& section : file_.sections())
      if (section.sh_type == SHT_RELA) relocate(section);
    image_->protect(begin_[code], sizes_[code], PROT_READ | PROT_EXEC);
    image_->protect(begin_[constants], sizes_[constants], PROT_READ);
    return std::move(image_);
  }

 private:
  static constexpr std::uint64_t not_placed = ~0ull;

  // The segment of a section; segment_count if it is not needed at run time.
  Segment segment_of(const Elf64_Shdr& section) const {
    if (!(section.sh_flags & SHF_ALLOC)) return segment_count;
    const std::string name = file_.name(section);
    if (name == ".eh_frame" || section.sh_type == SHT_NOTE) return segment_count;
    if (section.sh_flags & SHF_TLS) refuse_object("thread-local data: " + name);
    if (section.sh_type != SHT_PROGBITS && section.sh_type != SHT_NOBITS)
      refuse_object("unsupported section type: " + name);
    if (section.sh_flags & SHF_EXECINSTR) return code;
    return section.sh_flags & SHF_WRITE ? variables : constants;
  }

  // Assigns an offset to every section, stub and slot.
  void place() {
    std::vector<Segment> segments;
    offsets_.assign(file_.sections().size(), not_placed);
    for (std::size_t i = 0; i < file_.sections().size(); ++i) {
      const Elf64_Shdr& section = file_.sections()[i];
      segments.push_back(segment_of(section));
      if (segments[i] == segment_count) continue;
      const std::uint64_t unit = section.sh_addralign ? section.sh_addralign : 1;
      if (unit > page || section.sh_size > largest_image)
        refuse_object("section size or alignment out of bounds");
      offsets_[i] = round_up(sizes_[segments[i]], unit);
      sizes_[segments[i]] = offsets_[i] + section.sh_size;
      if (sizes_[segments[i]] > largest_image) refuse_object("the object is too large");
    }
    stubs_ = round_up(sizes_[code], stub_bytes);
    sizes_[code] = stubs_ + stub_bytes * file_.symbols().size();
    slots_ = round_up(sizes_[constants], 8);
    sizes_[constants] = slots_ + 8 * file_.symbols().size();
    for (int segment = 0; segment < segment_count; ++segment) {
      begin_[segment] = total_;
      total_ = round_up(total_ + sizes_[segment], page);
    }
    stubs_ += begin_[code];
    slots_ += begin_[constants];
    for (std::size_t i = 0; i < segments.size(); ++i)
      if (segments[i] != segment_count) offsets_[i] += begin_[segments[i]];
  }

  void copy() {
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
      const Elf64_Shdr& section = file_.sections()[i];
      if (offsets_[i] == not_placed || section.sh_type == SHT_NOBITS) continue;
      std::memcpy(image_->memory() + offsets_[i], file_.content(section.sh_offset, section.sh_size),
                  section.sh_size);
    }
  }

  // Computes the addresses of all symbols. Functions of this process are called through stubs,
  // because they may be out of range of a 32-bit displacement.
  void resolve() {
    for (std::size_t i = 0; i < file_.symbols().size(); ++i) {
      const Elf64_Sym& symbol = file_.symbols()[i];
      const bool defined = symbol.st_shndx < offsets_.size() && symbol.st_shndx != SHN_UNDEF;
      char* address = nullptr;
      if (defined && symbol.st_value > file_.sections()[symbol.st_shndx].sh_size)
        refuse_object("symbol out of bounds");
      if (defined && offsets_[symbol.st_shndx] != not_placed)
        address = image_->memory() + offsets_[symbol.st_shndx] + symbol.st_value;
      if (symbol.st_shndx == SHN_COMMON) refuse_object("common data: " + file_.name(symbol));
      if (i && symbol.st_shndx == SHN_UNDEF) address = outside(symbol);
      addresses_.push_back(address);
      std::memcpy(image_->memory() + slots_ + 8 * i, &address, 8);
      if (i && symbol.st_shndx == SHN_UNDEF) write_stub(i);
      const int binding = ELF64_ST_BIND(symbol.st_info);
      if (defined && binding != STB_LOCAL) image_->add(file_.name(symbol), address);
    }
  }

  char* outside(const Elf64_Sym& symbol) const {
    const std::string name = file_.name(symbol);
    void* address = dlsym(RTLD_DEFAULT, name.c_str());
    if (!address && ELF64_ST_BIND(symbol.st_info) != STB_WEAK)
      refuse_object("the code calls '" + name + "', which this process does not have");
    return static_cast<char*>(address);
  }

  // jmp *slot(%rip)
  void write_stub(std::size_t symbol) {
    char* stub = image_->memory() + stubs_ + stub_bytes * symbol;
    const char* slot = image_->memory() + slots_ + 8 * symbol;
    const auto distance = static_cast<std::int32_t>(slot - (stub + 6));
    stub[0] = '\xff';
    stub[1] = '\x25';
    std::memcpy(stub + 2, &distance, 4);
  }

  void relocate(const Elf64_Shdr& table) {
    if (table.sh_info >= offsets_.size() || offsets_[table.sh_info] == not_placed) return;
    const std::uint64_t size = file_.sections()[table.sh_info].sh_size;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Rela) <= table.sh_size; at += sizeof(Elf64_Rela)) {
      const auto entry = file_.read<Elf64_Rela>(table.sh_offset + at);
      if (ELF64_R_SYM(entry.r_info) >= addresses_.size() || size < 4 || entry.r_offset > size - 4)
        refuse_object("a relocation out of bounds");
      apply(entry, image_->memory() + offsets_[table.sh_info] + entry.r_offset,
            size - entry.r_offset);
    }
  }

  void apply(const Elf64_Rela& entry, char* place, std::uint64_t room) {
    const std::size_t symbol = ELF64_R_SYM(entry.r_info);
    const bool is_outside = symbol && file_.symbols()[symbol].st_shndx == SHN_UNDEF;
    const auto at = reinterpret_cast<std::uint64_t>(place);
    const auto addend = static_cast<std::uint64_t>(entry.r_addend);
    auto target = reinterpret_cast<std::uint64_t>(addresses_[symbol]);
    switch (const auto type = ELF64_R_TYPE(entry.r_info)) {
      case R_X86_64_64:
      case R_X86_64_PC64: {
        const std::uint64_t value = target + addend - (type == R_X86_64_PC64 ? at : 0);
        if (room < 8) refuse_object("a relocation out of bounds");
        std::memcpy(place, &value, 8);
        return;
      }
      case R_X86_64_GOTPCREL:
      case R_X86_64_GOTPCRELX:
      case R_X86_64_REX_GOTPCRELX:
        target = reinterpret_cast<std::uint64_t>(image_->memory() + slots_ + 8 * symbol);
        break;
      case R_X86_64_PC32:
      case R_X86_64_PLT32:
        if (!is_outside) break;
        if (type == R_X86_64_PC32) refuse_object("data of this process addressed without the GOT");
        target = reinterpret_cast<std::uint64_t>(image_->memory() + stubs_ + stub_bytes * symbol);
        break;
      default: refuse_object("unsupported relocation of type " + std::to_string(type));
    }
    const auto value = static_cast<std::int64_t>(target + addend - at);
    const auto narrow = static_cast<std::int32_t>(value);
    if (narrow != value) refuse_object("relocation target out of range");
    std::memcpy(place, &narrow, 4);
  }

  ElfObject file_;
  std::unique_ptr<Image> image_;
  std::vector<std::uint64_t> offsets_;  // by section, in the image; or not_placed
  std::vector<char*> addresses_;        // by symbol
  std::array<std::uint64_t, segment_count> sizes_ = {}, begin_ = {};
  std::uint64_t stubs_ = 0, slots_ = 0, total_ = 0;
};

}  // namespace

bool can_load_objects() {
#if defined(__x86_64__)
  return true;
#else
  return false;
#endif
}

std::unique_ptr<LoadedCode> load_object(const std::string& bytes) {
  if (!can_load_objects()) refuse_object("objects of this processor are not supported");
  return Linker(bytes).link();
}

}  // namespace ng
