// SPDX-License-Identifier: Apache-2.0
// Metadata for ops created during the lifetime of a ScopedMetadata. Inner scopes are applied first;
// outer ones overwrite them.
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

// The metadata for ops created now on this thread.
Metadata current_metadata();

}  // namespace ng
