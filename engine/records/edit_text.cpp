// SPDX-License-Identifier: Apache-2.0
#include "engine/records/edit_text.h"

#include <cstdio>

namespace ng {
namespace {

std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

std::string edit_text(const WhatIfRecord& record, const WhatIfRecord::Edited& edited) {
  const ElementEdit& edit = edited.edit;
  std::string text = edited.name + (edited.place.empty() ? "" : "[" + edited.place + "]") + " = " +
                     text_of(edit.value) + " before iteration " + std::to_string(record.iteration) +
                     ", was " + text_of(edited.before);
  for (const WhatIfRecord::Pair& pair : record.values) {
    const Tensor& after = pair.after.value;
    if (pair.after.op != edit.op || !edit.element || *edit.element >= after.size()) continue;
    if (after.at(*edit.element) == edit.value) continue;
    text += " (" + text_of(after.at(*edit.element)) + " after it)";
  }
  return text;
}

}  // namespace ng
