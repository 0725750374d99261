// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/plan_callback.h"

#include "engine/base/quote.h"
#include "engine/formats/documents/inside_folder.h"

namespace ng {

std::optional<CallbackFault> fault_of_callback(const PlanCallback& callback) {
  if (callback.every < 1) {
    return CallbackFault{"every", "invalid callback frequency",
                         "every " + std::to_string(callback.every) + " epochs",
                         "an integer, at least 1", ""};
  }
  if (callback.kind == PlanCallback::Kind::stop_at_non_finite) return {};
  const std::string fault = fault_of_reference(callback.file);
  if (!fault.empty()) {
    return CallbackFault{"file", "a file of the plan is refused: " + fault, quote(callback.file),
                         "a path below the folder of the document",
                         "name a file in that folder; nothing was written"};
  }
  const std::string name = callback.file.substr(callback.file.rfind('/') + 1);
  if (name.find_first_not_of("0123456789abcdef") == 32) {  // the name of an array file, a hash
    return CallbackFault{"file", "a callback would write where documents keep their arrays",
                         quote(callback.file), "a name of words", ""};
  }
  const bool log = callback.kind == PlanCallback::Kind::log;
  const std::string suffix = log ? ".jsonl" : ".safetensors";
  if (!callback.file.ends_with(suffix)) {
    return CallbackFault{"file", "a callback writes a file of another kind", quote(callback.file),
                         "a name that ends in " + suffix, ""};
  }
  return {};
}

}  // namespace ng
