// SPDX-License-Identifier: Apache-2.0
#include "engine/python/python_line.h"

#include <pybind11/pybind11.h>

#include <bit>
#include <map>
#include <string_view>

namespace ng::python {
namespace {

namespace py = pybind11;

std::string package_folder;

// Layout of the data that a std::source_location of libstdc++ or libc++ points to. The language has
// no other way to construct a source location.
struct Location {
  const char* file;
  const char* function;
  unsigned line;
  unsigned column;
};
static_assert(sizeof(std::source_location) == sizeof(const Location*));

// Kept forever: a program has as many as lines that create ops.
std::source_location located(std::string_view file, unsigned line) {
  static auto* files = new std::map<std::string, std::map<unsigned, Location>, std::less<>>;
  auto at = files->find(file);
  if (at == files->end())
    at = files->emplace(std::string(file), std::map<unsigned, Location>()).first;
  const Location place{at->first.c_str(), "", line, 0};
  const Location* kept = &at->second.try_emplace(line, place).first->second;
  return std::bit_cast<std::source_location>(kept);
}

std::string_view file_of(PyFrameObject* frame) {
  const auto code =
      py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  PyObject* name = reinterpret_cast<PyCodeObject*>(code.ptr())->co_filename;
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(name, &size);
  if (text) return {text, static_cast<std::size_t>(size)};
  PyErr_Clear();
  return "?";
}

}  // namespace

void set_package_folder(std::string folder) {
  package_folder = std::move(folder);
}

std::source_location python_line() {
  auto frame = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  while (frame) {
    auto* const here = reinterpret_cast<PyFrameObject*>(frame.ptr());
    const std::string_view file = file_of(here);
    if (package_folder.empty() || !file.starts_with(package_folder)) {
      return located(file, static_cast<unsigned>(PyFrame_GetLineNumber(here)));
    }
    frame = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetBack(here)));
  }
  return located("?", 0);
}

}  // namespace ng::python
