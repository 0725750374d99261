// SPDX-License-Identifier: Apache-2.0
// Text of kernels with named sizes: "$C$" becomes the number of channels.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ng {

class TextTemplate {
 public:
  TextTemplate& set(const std::string& name, std::int64_t value) {
    return set(name, std::to_string(value));
  }
  TextTemplate& set(const std::string& name, const std::string& value) {
    values_.emplace_back("$" + name + "$", value);
    return *this;
  }
  std::string fill(std::string text) const {
    for (const auto& [name, value] : values_) {
      for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        text.replace(at, name.size(), value);
      }
    }
    return text;
  }

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace ng
