// SPDX-License-Identifier: Apache-2.0
// Image files that a plan feeds: a "file" with the suffix of an image, whose "array" is the range
// of pixel values.
#pragma once

#include <string>

#include "engine/formats/documents/run_plan_model.h"
#include "engine/graph/op.h"
#include "engine/neon/plan/plan_arrays.h"
#include "engine/neon/plan/plan_place.h"

namespace ng {

// One array for `parameter`, which is scaled to its height and width; read when it is called. The
// file is in the folder of the document, or has an absolute path, which documents do not keep.
// Throws bad_file Errors for a parameter that holds no images and for an unknown range; when called
// also for files that cannot be read.
MakeBatches image_of_file(const PlanBinding& binding, const Op& parameter,
                          const std::string& document_path, const PlanPlace& place);

}  // namespace ng
