// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/ranked_transformer.h"

#include "engine/backends/backend_table.h"
#include "engine/distributed/launcher.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"

namespace ng {

namespace {

// The number of this rank among those of its machine.
int local_rank(const RankMesh* ranks) {
  if (!ranks) return 0;
  const std::optional<LaunchedRank> launched = launched_rank();
  return launched && launched->size > 1 ? launched->local_rank : ranks->world().rank();
}

}  // namespace

TransformerPtr transformer_of_rank(const std::string& on, const RankMesh* ranks) {
  const Backend* const backend = find_backend(on);
  return allocate_transformer(backend ? std::string(backend->of_rank(local_rank(ranks)).name())
                                      : on);
}

TransformerPtr make_ranked_transformer(const std::string& on, std::vector<MeshAxis> axes,
                                       int micro_batches) {
  std::shared_ptr<RankMesh> ranks;
  const std::optional<LaunchedRank> launched = launched_rank();
  if (launched && launched->size > 1) {
    const CommunicatorPtr world = require_world();
    if (axes.empty()) axes = {{"", world->size()}};
    fill_mesh(axes, world->size());
    ranks = std::make_shared<RankMesh>(world, axes);
  }
  const TransformerPtr transformer = transformer_of_rank(on, ranks.get());
  transformer->options().passes.micro_batches = micro_batches;
  transformer->options().ranks = std::move(ranks);
  return transformer;
}

}  // namespace ng
