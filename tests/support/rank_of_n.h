// SPDX-License-Identifier: Apache-2.0
// One of the ranks that divide the axis N of a program among them.
#pragma once

#include "engine/distributed/ranked_transformer.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"

namespace ng::testing {

struct RankOfN {
  CommunicatorPtr world;
  CompileOptions options;
  TransformerPtr transformer;

  RankOfN(const CommunicatorPtr& given, const std::string& on) : world(given) {
    options.ranks = std::make_shared<RankMesh>(world, std::vector<MeshAxis>{{"N", world->size()}});
    transformer = transformer_of_rank(on, options.ranks.get());
  }
  Computation add(const Op& computation) const {
    return transformer->add_computation(computation, options);
  }
};

}  // namespace ng::testing
