// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/module.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "engine/backends/elf_object.h"
#include "engine/base/error.h"
#include "tests/emulator/checked_code.h"

namespace ng::emulator {
namespace {

constexpr const char* mark = "// emulated CUDA module, bytes: ";

struct Signature {
  std::string name;
  int arguments = 0;
};

// Every "__global__ … NAME(A a, B b)". Parameters are plain types: their commas separate them.
std::vector<Signature> kernels_of(const std::string& cuda) {
  constexpr const char* qualifier = "__global__";
  std::vector<Signature> found;
  for (auto at = cuda.find(qualifier); at != std::string::npos; at = cuda.find(qualifier, at + 1)) {
    auto open = cuda.find('(', at);
    if (cuda.compare(open - std::min<std::size_t>(open, 17), 17, "__launch_bounds__") == 0) {
      open = cuda.find('(', cuda.find(')', open));
    }
    const auto close = cuda.find(')', open);
    if (close == std::string::npos) break;
    const auto before = cuda.find_last_of(" \n\t", open);
    Signature signature{cuda.substr(before + 1, open - before - 1), 0};
    const std::string inside = cuda.substr(open + 1, close - open - 1);
    if (inside.find_first_not_of(" \n\t") != std::string::npos) signature.arguments = 1;
    for (const char c : inside) signature.arguments += c == ',';
    found.push_back(signature);
  }
  return found;
}

Kernel kernel_of(Module& module, const std::string& name) {
  const LoadedCode& code = *module.code;
  Kernel kernel;
  kernel.name = name;
  kernel.module = &module;
  kernel.run = reinterpret_cast<decltype(kernel.run)>(code.find("ng_run_" + name));
  using Ask = int (*)(int);
  const auto bytes = reinterpret_cast<Ask>(code.find("ng_bytes_" + name));
  const auto pointer = reinterpret_cast<Ask>(code.find("ng_pointer_" + name));
  for (int i = 0; bytes(i) >= 0; ++i) kernel.arguments.push_back({bytes(i), pointer(i) != 0});
  return kernel;
}

// "_ZZ1kE6values" is `values` of k; "_ZZ1kE5parts_0" is another one of that name.
std::string variable_of(const std::string& mangled) {
  for (std::size_t end = mangled.size(); end > 0; --end) {
    for (std::size_t length = 1; length < end; ++length) {
      const std::string digits = std::to_string(length);
      if (digits.size() + length > end) break;
      const std::size_t from = end - length - digits.size();
      if (from > 0 && mangled[from - 1] == 'E' && mangled.compare(from, digits.size(), digits) == 0)
        return mangled.substr(end - length, length);
    }
    if (std::isdigit(static_cast<unsigned char>(mangled[end - 1])) == 0 && mangled[end - 1] != '_')
      break;
  }
  return mangled;
}

// Finds the variables of the section ng_shared. One of them has a name that the loader knows.
void find_shared(Module& module, const std::string& object) {
  constexpr const char* first = "ng_shared_begin";
  const auto known = reinterpret_cast<Address>(module.code->find(first));
  const ElfObject elf(object);
  std::size_t sections = 0;
  for (std::size_t i = 0; i < elf.sections().size(); ++i) {
    if (elf.name(elf.sections()[i]) != "ng_shared") continue;
    check(++sections == 1, "shared memory of the module is divided");
    const auto is_known = [&](const Elf64_Sym& each) { return elf.name(each) == first; };
    const auto& symbols = elf.symbols();
    module.shared_begin = known - std::find_if(symbols.begin(), symbols.end(), is_known)->st_value;
    module.shared_bytes = elf.sections()[i].sh_size;
    module.histories.resize(module.shared_bytes);
    for (const Elf64_Sym& symbol : symbols) {
      if (symbol.st_shndx != i || ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT) continue;
      const std::string name = elf.name(symbol);
      if (name == first || name.find("ng_guard_") != std::string::npos) continue;
      module.shared.push_back(
          {variable_of(name), module.shared_begin + symbol.st_value, symbol.st_size});
    }
  }
}

}  // namespace

std::string source_before_text() {
  return device_header() + "#line 1 \"kernel.cu\"\n";
}

std::unique_ptr<Module> compile_module(const std::string& cuda) {
  std::string source = source_before_text() + cuda + "\n#line 1 \"entries\"\n";
  const std::vector<Signature> kernels = kernels_of(cuda);
  for (const Signature& each : kernels) source += entry_text(each.name, each.arguments);
  auto module = std::make_unique<Module>();
  const auto code = checked_code(source);
  module->code = load_code(code->kind, code->bytes);
  if (code->kind == CodeKind::object) find_shared(*module, code->bytes);
  for (const Signature& each : kernels) module->kernels[each.name] = kernel_of(*module, each.name);
  return module;
}

std::string image_of(const std::string& cuda) {
  return mark + std::to_string(cuda.size()) + "\n" + cuda;
}

std::string text_of(const void* image) {
  const char* text = static_cast<const char*>(image);
  if (std::strncmp(text, mark, std::strlen(mark)) != 0) return "";
  char* end = nullptr;
  const auto bytes = std::strtoull(text + std::strlen(mark), &end, 10);
  return *end == '\n' ? std::string(end + 1, bytes) : "";
}

}  // namespace ng::emulator
