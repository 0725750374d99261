// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ranked_run.h"

#include <chrono>

#include "engine/base/error.h"
#include "engine/distributed/run_ranks.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

bool same_bits(const Values& a, const Values& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].has_value() != b[i].has_value()) return false;
    if (a[i] && (a[i]->shape != b[i]->shape || a[i]->bytes != b[i]->bytes)) return false;
  }
  return true;
}

}  // namespace

std::vector<Values> values_of_ranks(const std::string& transformer, const std::vector<Op>& results,
                                    const Feeds& feeds, const std::vector<MeshAxis>& axes,
                                    const PassOptions& passes) {
  int ranks = 1;
  for (const MeshAxis& axis : axes) ranks *= axis.ranks;
  std::vector<Values> values(static_cast<std::size_t>(ranks));
  run_ranks(
      ranks,
      [&](const CommunicatorPtr& world) {
        CompileOptions options;
        options.passes = passes;
        options.ranks = std::make_shared<RankMesh>(world, axes);
        values[static_cast<std::size_t>(world->rank())] =
            run_once(transformer, results, feeds, options);
      },
      std::chrono::seconds(20));
  return values;
}

Values run_on_ranks(const std::string& transformer, const std::vector<Op>& results,
                    const Feeds& feeds, const std::vector<MeshAxis>& axes,
                    const PassOptions& passes) {
  const std::vector<Values> values = values_of_ranks(transformer, results, feeds, axes, passes);
  for (const Values& other : values) check(same_bits(other, values[0]), "ranks with other results");
  return values[0];
}

}  // namespace ng
