// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/messages.h"

#include "engine/base/error.h"

namespace ng::views {

std::vector<Diagnostic> Messages::messages() const {
  std::vector<Diagnostic> all;
  for (const Kept& each : kept_) all.push_back(each.diagnostic);
  return all;
}

void Messages::say(const Diagnostic& diagnostic, Scope scope) {
  kept_.push_back({diagnostic, scope});
  emit message(diagnostic);
}

void Messages::forget(Scope scope) {
  std::erase_if(kept_, [scope](const Kept& each) {
    return scope == Scope::window || each.scope == Scope::document;
  });
}

}  // namespace ng::views
