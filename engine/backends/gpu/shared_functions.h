// SPDX-License-Identifier: Apache-2.0
// Opens a shared library that may not be there and takes functions from it by name.
#pragma once

#include <string>
#include <vector>

namespace ng {

class SharedFunctions {
 public:
  // The first of `names` that opens. It is never closed: these libraries keep threads of their own.
  explicit SharedFunctions(const std::vector<std::string>& names);

  template <class Function>
  void take(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(symbol(name));
  }

  // Empty when the library is open and had every function taken so far.
  const std::string& problem() const { return problem_; }

 private:
  void* symbol(const char* name);

  void* library_ = nullptr;
  std::string problem_;
};

}  // namespace ng
