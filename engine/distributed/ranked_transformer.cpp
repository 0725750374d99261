// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/ranked_transformer.h"

#include "engine/backends/backend_table.h"
#include "engine/distributed/launcher.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"

namespace ng {

TransformerPtr transformer_of_rank(const std::string& on, int rank) {
  const Backend* const backend = find_backend(on);
  return allocate_transformer(backend ? std::string(backend->of_rank(rank).name()) : on);
}

TransformerPtr make_ranked_transformer(const std::string& on, std::vector<MeshAxis> axes,
                                       int micro_batches) {
  const std::optional<LaunchedRank> launched = launched_rank();
  const TransformerPtr transformer = transformer_of_rank(on, launched ? launched->local_rank : 0);
  transformer->options().passes.micro_batches = micro_batches;
  if (!launched || launched->size == 1) return transformer;
  const CommunicatorPtr world = require_world();
  if (axes.empty()) axes = {{"", world->size()}};
  fill_mesh(axes, world->size());
  transformer->options().ranks = std::make_shared<RankMesh>(world, axes);
  return transformer;
}

}  // namespace ng
