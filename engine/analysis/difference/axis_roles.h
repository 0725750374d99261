// SPDX-License-Identifier: Apache-2.0
// Axes that have another role in the second document, such as batch.
#pragma once

#include "engine/analysis/difference/axis_names.h"
#include "engine/analysis/document_difference.h"

namespace ng {

// Adds a change for each axis, by its name, of the results of matched ops. The graphs of
// `difference` are set.
void add_axis_roles(const ComparedDocument& first, const ComparedDocument& second,
                    const AxisRenames& renames, DocumentDifference& difference);

}  // namespace ng
