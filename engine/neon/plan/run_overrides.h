// SPDX-License-Identifier: Apache-2.0
// What the user says about one run, against what the document's plan says. Nothing of it is saved.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/session/document.h"

namespace ng {

struct RunOverrides {
  // By the name of the plan's data, or of the data set they come from: the folder of the user's own
  // files, anywhere.
  std::map<std::string, std::string> folders;
  std::int64_t batch_size = 0;  // length of the batch axis; 0: the document's
  std::int64_t epochs = 0;      // 0: the plan's
};

// The document as it is to be run. Key Error for folders of data that the plan does not have; value
// Error when the batch axis cannot have that length, naming the op that forbids it. The ops are new
// where the batch size differs.
Document with_overrides(const Document& document, const RunOverrides& overrides);

}  // namespace ng
