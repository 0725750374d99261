// SPDX-License-Identifier: Apache-2.0
// Transformers whose computations are divided among the ranks of an MPI launcher.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/ranks/mesh_axis.h"
#include "engine/session/transformer.h"

namespace ng {

class RankMesh;

// A transformer for one of `ranks`: on "gpu", the ranks of a machine take its devices one after the
// other, in the order in which their launcher numbers them. Null: one rank alone.
TransformerPtr transformer_of_rank(const std::string& on, const RankMesh* ranks);

// A transformer `on` ("cpu", "gpu" or "reference"), one rank of those that the launcher started;
// without a launcher, or on a single rank, one like any other. All ranks must make the same
// computations and calls in the same order, with the same arguments: each computes its part, and
// all get the whole results. Without `axes` the batch is divided, or the axis that the metadata
// `parallel` of an op names. The axis `stage_axis` cuts the net into stages, through which
// `micro_batches` parts of the batch pass (PassOptions::micro_batches). Unavailable Error if MPI
// cannot be used, value Error if the axes do not fit the number of ranks.
TransformerPtr make_ranked_transformer(const std::string& on = "cpu",
                                       std::vector<MeshAxis> axes = {}, int micro_batches = 0);

}  // namespace ng
