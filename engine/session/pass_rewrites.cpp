// SPDX-License-Identifier: Apache-2.0
#include "engine/session/pass_rewrites.h"

#include <set>
#include <unordered_map>
#include <vector>

#include "engine/records/graph_record.h"
#include "engine/records/pass_record.h"

namespace ng {

void add_rewrites(PassRecord& pass) {
  if (!pass.rewrites.empty()) return;
  std::unordered_map<OpId, std::vector<std::size_t>> of_origin;  // indices into `removed`
  for (std::size_t i = 0; i < pass.removed.size(); ++i)
    for (const OpId origin : pass.before->find(pass.removed[i])->origins)
      of_origin[origin].push_back(i);
  std::vector<char> left(pass.removed.size(), 1);
  for (const OpId made : pass.added) {
    std::set<std::size_t> gone;  // in the order of `removed`
    for (const OpId origin : pass.after->find(made)->origins) {
      std::vector<std::size_t>& same = of_origin[origin];
      for (const std::size_t i : same)
        if (left[i]) gone.insert(i);
      same.clear();
    }
    RewriteRecord rewrite{pass.name, {}, {made}, 0};
    for (const std::size_t i : gone) {
      rewrite.removed.push_back(pass.removed[i]);
      left[i] = 0;
    }
    pass.rewrites.push_back(std::move(rewrite));
  }
  for (std::size_t i = 0; i < left.size(); ++i)
    if (left[i]) pass.rewrites.push_back({pass.name, {pass.removed[i]}, {}, 0});
  for (const OpId same : pass.modified) pass.rewrites.push_back({pass.name, {same}, {same}, 0});
}

}  // namespace ng
