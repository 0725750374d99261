// SPDX-License-Identifier: Apache-2.0
// The contents of the array files that a run plan names, for comparisons of documents.
#pragma once

#include "engine/documents/document.h"
#include "engine/records/records.h"

namespace ng {

// The record with a hash of each array that the plan feeds from a file. An array that cannot be
// read, in a missing file for example, has none. Reads large arrays in parts if their file allows.
DocumentRecordPtr with_file_contents(const Document& document, const DocumentRecordPtr& record);

}  // namespace ng
