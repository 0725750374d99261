// SPDX-License-Identifier: Apache-2.0
// The order in which to build the ops of a document.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/documents/document.h"

namespace ng {

// Indices into model.ops, operands first. Throws a bad_file Error that lists the ops of a cycle.
std::vector<std::size_t> order_of(const DocumentModel& model, const std::string& path);

}  // namespace ng
