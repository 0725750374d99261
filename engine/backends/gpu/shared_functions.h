// SPDX-License-Identifier: Apache-2.0
// Opens an optional shared library and looks up functions by name.
#pragma once

#include <string>
#include <vector>

namespace ng {

class SharedFunctions {
 public:
  // Opens the first of `names` that loads. Never closed: these libraries have threads of their own.
  explicit SharedFunctions(const std::vector<std::string>& names);

  template <class Function>
  void take(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(symbol(name));
  }

  // Empty if the library is open and all functions taken so far were found.
  const std::string& problem() const { return problem_; }

 private:
  void* symbol(const char* name);

  void* library_ = nullptr;
  std::string problem_;
};

}  // namespace ng
