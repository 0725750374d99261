// SPDX-License-Identifier: Apache-2.0
// Measurements that need a new process, without state left by earlier ones.
#pragma once

#include <map>
#include <string>

namespace ng::bench {

// Figures by name, from a program that prints one "name value" per line. Throws std::runtime_error
// when it fails.
using Figures = std::map<std::string, double>;
Figures figures_of(const std::string& command);

// Paths of the bench's own executable and of another one in its folder.
std::string this_program();
std::string beside(const std::string& program);
std::string in_quotes(const std::string& text);

// A kernel cache folder for this process and its children, removed by the destructor.
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
