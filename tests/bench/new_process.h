// SPDX-License-Identifier: Apache-2.0
// Figures that only a new process can give, since nothing may be left over from an earlier one.
#pragma once

#include <map>
#include <string>

namespace ng::bench {

// Figures by name, from a program that prints a "name value" a line. Throws std::runtime_error when
// it fails.
using Figures = std::map<std::string, double>;
Figures figures_of(const std::string& command);

// The bench's own executable, and another one in its folder.
std::string this_program();
std::string beside(const std::string& program);
std::string in_quotes(const std::string& text);

// A folder for compiled kernels that this process and its children use as long as it lives.
class FreshCache {
 public:
  FreshCache();
  ~FreshCache();
  FreshCache(const FreshCache&) = delete;
  FreshCache& operator=(const FreshCache&) = delete;

  void empty() const;
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

}  // namespace ng::bench
