// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/optional_pass.h"

#include <algorithm>
#include <vector>

#include "engine/base/joined.h"
#include "engine/base/nearest.h"
#include "engine/passes/pass.h"

namespace ng {

std::string why_not_disabled(const std::string& name) {
  const Pass* const named = find_pass(name);
  if (named && named->required)
    return "the pass '" + name + "' cannot be switched off: compilation requires it";
  if (named) return {};
  std::vector<std::string> passes, rules;
  for (const Pass* pass : pass_table()) {
    if (!pass->required) passes.emplace_back(pass->name);
    rules.insert(rules.end(), pass->rules.begin(), pass->rules.end());
  }
  if (std::find(rules.begin(), rules.end(), name) != rules.end()) return {};
  std::vector<std::string> known = passes;
  known.insert(known.end(), rules.begin(), rules.end());
  const std::string meant = nearest(name, known);
  return "no pass or rewrite rule '" + name + "'" +
         (meant.empty() ? "" : " (did you mean '" + meant + "'?)") + "; passes: " + joined(passes) +
         "; rules: " + joined(rules);
}

}  // namespace ng
