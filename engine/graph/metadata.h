// SPDX-License-Identifier: Apache-2.0
// Metadata that every op made while a ScopedMetadata lives gets; inner scopes are applied first,
// outer ones then overwrite.
#pragma once

#include <map>
#include <string>

namespace ng {

using Metadata = std::map<std::string, std::string>;

class ScopedMetadata {
 public:
  explicit ScopedMetadata(Metadata metadata);
  ~ScopedMetadata();
  ScopedMetadata(const ScopedMetadata&) = delete;
  ScopedMetadata& operator=(const ScopedMetadata&) = delete;

 private:
  friend Metadata current_metadata();
  Metadata metadata_;
  ScopedMetadata* outer_;
};

// What an op made now on this thread carries.
Metadata current_metadata();

}  // namespace ng
