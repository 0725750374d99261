// SPDX-License-Identifier: Apache-2.0
// A document that was read, with the plain structs it was built from: an editor starts from them.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "engine/documents/document.h"

namespace ng {

struct LoadedDocument {
  Document document;
  std::shared_ptr<const DocumentModel> model;  // shares the arrays' memory with the document
};

// As load_document(), without other lengths. `cancel` as in LoadOptions.
LoadedDocument load_with_model(const std::string& path, const std::atomic<bool>* cancel);

}  // namespace ng
