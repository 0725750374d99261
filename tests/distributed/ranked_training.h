// SPDX-License-Identifier: Apache-2.0
// Training of several kinds of models on ranks, compared with training in one process.
#pragma once

#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/documents/document.h"
#include "engine/ngraph.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"

namespace ng::testing {

// The curves of a run of six calls, then its state.
struct Trained {
  std::vector<std::vector<double>> curves;
  std::map<std::string, Tensor> state;
};

using TrainOn = std::function<Trained(const std::shared_ptr<RankMesh>&)>;

// The first rank's; throws an internal Error unless all have the same state.
Trained on_ranks(const std::vector<MeshAxis>& axes, const TrainOn& train);
// "N=2,H=3".
std::vector<MeshAxis> axes_of(const QString& text);

// A sample's document with a batch of 12.
Document sample(const QString& name);
Trained train(const Document& document, const std::shared_ptr<RankMesh>& ranks,
              const PassOptions& passes = {});

// A block of a transformer with an update by gradient descent: attention of two heads, layer
// normalisation, two layers, residual sums. Its batch is 12.
struct Block {
  Axis n = make_axis(12, "N"), s = make_axis(6, "S"), e = make_axis(8, "E"), a = make_axis(2, "A"),
       d = make_axis(4, "D"), f = make_axis(16, "F");
  Op x = placeholder({n, s, e}), t = placeholder({n, s, e});
  std::vector<Op> weights;

  // The loss, then the updates.
  std::vector<Op> results();

 private:
  Op weight(const Axes& axes);
  Op normalised(const Op& y) const;
  Op attended(const Op& y);
};
Trained train_block(const Block& block, const Op& step, const std::shared_ptr<RankMesh>& ranks,
                    const PassOptions& passes = {});

// Empty if curves and state are equal at 1e-5.
QString difference_of(const Trained& found, const Trained& expected);

}  // namespace ng::testing
