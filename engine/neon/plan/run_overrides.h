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
  // Length of the batch axis; 0: the document's. Epochs and evaluations that are so many batches
  // long stay as many samples long.
  std::int64_t batch_size = 0;
  std::map<std::string, std::int64_t> axis_lengths;  // as LoadOptions has them
  std::int64_t epochs = 0;                           // 0: the plan's
};

// The document as it is to be run. Where a text of the plan names the axis of its vocabulary, and
// comes from the user's folder, that axis gets the vocabulary's length. Key Error for folders of
// data that the plan does not have; value Error when an axis cannot have its length, naming the op
// that forbids it, or batches cannot be counted; refusals of the text's reader. The ops are new
// where lengths are given.
Document with_overrides(const Document& document, const RunOverrides& overrides);

}  // namespace ng
