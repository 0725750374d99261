// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/metadata.h"

#include <utility>

namespace ng {
namespace {

thread_local ScopedMetadata* innermost = nullptr;

}  // namespace

ScopedMetadata::ScopedMetadata(Metadata metadata)
    : metadata_(std::move(metadata)), outer_(innermost) {
  innermost = this;
}

ScopedMetadata::~ScopedMetadata() {
  innermost = outer_;
}

Metadata current_metadata() {
  Metadata all;
  for (const ScopedMetadata* scope = innermost; scope; scope = scope->outer_) {
    for (const auto& [key, value] : scope->metadata_) all[key] = value;
  }
  return all;
}

}  // namespace ng
