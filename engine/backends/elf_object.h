// SPDX-License-Identifier: Apache-2.0
// Section and symbol tables of an ELF object: of host code, or a cubin. All reads are
// bounds-checked.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace ng {

// Throws Error(unavailable) saying that compiled code cannot be loaded, and `why`.
[[noreturn]] void refuse_object(const std::string& why);

enum class ElfKind { x86_64_relocatable, cubin };

class ElfObject {
 public:
  // `bytes` must outlive this object. Throws if they are not of that kind.
  explicit ElfObject(const std::string& bytes, ElfKind kind = ElfKind::x86_64_relocatable);

  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  const std::vector<Elf64_Sym>& symbols() const { return symbols_; }
  std::string name(const Elf64_Shdr& section) const { return text(names_, section.sh_name); }
  std::string name(const Elf64_Sym& symbol) const { return text(symbol_names_, symbol.st_name); }

  template <class T>
  T read(std::uint64_t offset) const {
    T value;
    std::memcpy(&value, content(offset, sizeof(T)), sizeof(T));
    return value;
  }
  // The address of `size` bytes at `offset`; throws if they exceed the object.
  const char* content(std::uint64_t offset, std::uint64_t size) const;

 private:
  void read_symbols(const Elf64_Shdr& table);
  std::string text(std::size_t table, std::uint64_t offset) const;

  const std::string& bytes_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::size_t names_ = 0, symbol_names_ = 0;
};

}  // namespace ng
