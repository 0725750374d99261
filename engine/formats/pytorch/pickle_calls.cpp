// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/pytorch/pickle_calls.h"

#include <algorithm>
#include <iterator>

namespace ng {
namespace {

struct Container {
  std::string_view callable;
  PickleContainer kind;
};
constexpr Container containers[] = {
    {"collections.OrderedDict", PickleContainer::dict},
    {"collections.defaultdict", PickleContainer::dict},
    {"collections.Counter", PickleContainer::dict},
    {"builtins.dict", PickleContainer::dict},
    {"__builtin__.dict", PickleContainer::dict},
    {"builtins.set", PickleContainer::list},
    {"builtins.frozenset", PickleContainer::list},
    {"builtins.list", PickleContainer::list},
    {"builtins.tuple", PickleContainer::list},
    {"__builtin__.set", PickleContainer::list},
    {"__builtin__.frozenset", PickleContainer::list},
    {"__builtin__.list", PickleContainer::list},
    {"collections.deque", PickleContainer::list},
    {"torch.Size", PickleContainer::list},
};

// Modules that no checkpoint needs, by their first component.
constexpr std::string_view modules[] = {
    "_posixsubprocess", "asyncio",    "bdb", "commands", "ctypes", "ftplib",     "imp",
    "importlib",        "marshal",    "nt",  "os",       "pdb",    "pickle",     "pip",
    "pkgutil",          "posix",      "pty", "requests", "runpy",  "shutil",     "smtplib",
    "socket",           "subprocess", "sys", "timeit",   "urllib", "webbrowser", "zipimport",
};
constexpr std::string_view functions[] = {
    "__import__", "breakpoint", "compile", "eval", "exec", "execfile", "input", "open", "apply",
};

}  // namespace

PickleContainer container_of(std::string_view callable) {
  for (const Container& row : containers)
    if (row.callable == callable) return row.kind;
  return PickleContainer::none;
}

bool executes_code(std::string_view callable) {
  const std::string_view module = callable.substr(0, callable.find('.'));
  if (std::find(std::begin(modules), std::end(modules), module) != std::end(modules)) return true;
  if (module != "builtins" && module != "__builtin__") return false;
  const std::string_view name = callable.substr(module.size() + 1);
  return std::find(std::begin(functions), std::end(functions), name) != std::end(functions);
}

}  // namespace ng
