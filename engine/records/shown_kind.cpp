// SPDX-License-Identifier: Apache-2.0
#include "engine/records/shown_kind.h"

namespace ng {

std::string shown_kind(const OpRecord& op) {
  std::string kind, domain, reason;  // attributes of an op that cannot run
  for (const auto& [key, value] : op.attributes) {
    if (key == "kind") kind = value;
    if (key == "domain") domain = value;
    if (key == "reason") reason = value;
  }
  if (kind.empty() || reason.empty()) return op.op;
  return domain.empty() ? kind : kind + " · " + domain;
}

}  // namespace ng
