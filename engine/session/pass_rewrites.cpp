// SPDX-License-Identifier: Apache-2.0
#include "engine/session/pass_rewrites.h"

#include <algorithm>
#include <set>

namespace ng {
namespace {

bool shares(const std::vector<OpKey>& a, const std::vector<OpKey>& b) {
  return std::any_of(a.begin(), a.end(), [&b](OpKey each) {
    return std::find(b.begin(), b.end(), each) != b.end();
  });
}

}  // namespace

void add_rewrites(PassRecord& pass) {
  if (!pass.rewrites.empty()) return;
  std::set<OpKey> left(pass.removed.begin(), pass.removed.end());
  for (const OpKey made : pass.added) {
    RewriteRecord rewrite{pass.name, {}, {made}, 0};
    const OpRecord* op = pass.after->find(made);
    for (const OpKey gone : pass.removed) {
      const OpRecord* before = pass.before->find(gone);
      if (left.count(gone) && shares(before->origins, op->origins)) rewrite.removed.push_back(gone);
    }
    for (const OpKey gone : rewrite.removed) left.erase(gone);
    pass.rewrites.push_back(std::move(rewrite));
  }
  for (const OpKey gone : pass.removed)
    if (left.count(gone)) pass.rewrites.push_back({pass.name, {gone}, {}, 0});
  for (const OpKey same : pass.modified) pass.rewrites.push_back({pass.name, {same}, {same}, 0});
}

}  // namespace ng
