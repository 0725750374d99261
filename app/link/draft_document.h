// SPDX-License-Identifier: Apache-2.0
// A draft that the window shows instead of a file.
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "engine/formats/documents/document.h"
#include "engine/records/op_record.h"

namespace ng::views {

struct DraftDocument {
  std::shared_ptr<const DocumentModel> model;
  std::vector<OpRecord> unfinished;
  QString path;
};

}  // namespace ng::views
