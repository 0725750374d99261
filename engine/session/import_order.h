// SPDX-License-Identifier: Apache-2.0
// The order in which a document's ops can be built.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/document.h"

namespace ng {

// Indices into model.ops, operands first. bad_file Error that lists the ops of a cycle.
std::vector<std::size_t> order_of(const DocumentModel& model, const std::string& path);

}  // namespace ng
