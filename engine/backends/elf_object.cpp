// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/elf_object.h"

#include "engine/base/error.h"

namespace ng {

void refuse_object(const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.what = "compiled code cannot be loaded";
  diagnostic.found = why;
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

namespace {

bool is_of(ElfKind kind, const Elf64_Ehdr& header) {
  if (kind == ElfKind::cubin) return header.e_machine == EM_CUDA;
  return header.e_machine == EM_X86_64 && header.e_type == ET_REL;
}

}  // namespace

ElfObject::ElfObject(const std::string& bytes, ElfKind kind) : bytes_(bytes) {
  const auto header = read<Elf64_Ehdr>(0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      !is_of(kind, header))
    refuse_object(kind == ElfKind::cubin ? "not a cubin" : "not a relocatable x86-64 object");
  for (unsigned i = 0; i < header.e_shnum; ++i)
    sections_.push_back(read<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr)));
  for (const Elf64_Shdr& section : sections_)
    if (section.sh_type == SHT_SYMTAB) read_symbols(section);
  names_ = header.e_shstrndx;
}

const char* ElfObject::content(std::uint64_t offset, std::uint64_t size) const {
  if (offset > bytes_.size() || size > bytes_.size() - offset) refuse_object("truncated object");
  return bytes_.data() + offset;
}

void ElfObject::read_symbols(const Elf64_Shdr& table) {
  symbol_names_ = table.sh_link;
  for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym))
    symbols_.push_back(read<Elf64_Sym>(table.sh_offset + at));
}

std::string ElfObject::text(std::size_t table, std::uint64_t offset) const {
  if (table >= sections_.size() || offset >= sections_[table].sh_size)
    refuse_object("a name is outside its string table");
  const std::uint64_t size = sections_[table].sh_size - offset;
  const char* start = content(sections_[table].sh_offset + offset, size);
  return std::string(start, strnlen(start, size));
}

}  // namespace ng
