// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/edit_text.h"

namespace ng {
namespace {

std::string text_of(const Number& value) {
  return to_string(value, 6);
}

std::string before_text(const WhatIfRecord::Edited& edited) {
  if (edited.before) return text_of(*edited.before);
  const ValueSummary& all = edited.summary;
  std::string text = text_of(all.min) + " to " + text_of(all.max) + ", mean " + text_of(all.mean);
  if (all.nans > 0) text += ", " + std::to_string(all.nans) + " NaN";
  if (all.infs > 0) text += ", " + std::to_string(all.infs) + " infinite";
  return text;
}

}  // namespace

std::string edit_text(const WhatIfRecord& record, const WhatIfRecord::Edited& edited) {
  const ElementEdit& edit = edited.edit;
  std::string text = edited.name + (edited.place.empty() ? "" : "[" + edited.place + "]") + " = " +
                     text_of(edit.value) + " before iteration " + std::to_string(record.iteration) +
                     ", was " + before_text(edited);
  for (const WhatIfRecord::Pair& pair : record.values) {
    const Tensor& after = pair.after.value;
    if (pair.after.op != edit.op || !edit.element || *edit.element >= after.size()) continue;
    const Number left = number_at(after, *edit.element);
    if (left == edit.value) continue;
    text += " (" + text_of(left) + " after it)";
  }
  return text;
}

}  // namespace ng
