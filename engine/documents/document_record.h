// SPDX-License-Identifier: Apache-2.0
// Builds the plain record of a document.
#pragma once

#include <map>

#include "engine/documents/document.h"
#include "engine/records/records.h"

namespace ng {

DocumentRecordPtr make_document_record(const Document& document);
// Tensors of several elements in attributes, by op and attribute: records have only their types.
std::map<std::pair<OpId, std::string>, TensorPtr> attribute_tensors(const Document& document);
// The roles of axes that records do not have, such as "channel, spatial", by axis.
std::map<std::string, std::string> axis_role_texts(const Document& document);
// Empty for a document without a plan. Samples are not counted, since that requires reading the
// data.
PlanRecord make_plan_record(const Document& document);

}  // namespace ng
