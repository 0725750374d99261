// SPDX-License-Identifier: Apache-2.0
// The user's changes of a run plan that the command line has as options, too.
#pragma once

#include <QString>
#include <cstdint>
#include <map>

namespace ng::views {

struct PlanChanges {
  std::int64_t batchSize = 0;               // 0: the document's
  std::map<QString, std::int64_t> lengths;  // by axis or open dimension
  std::map<QString, QString> folders;       // of the user's files, by data set
};

}  // namespace ng::views
