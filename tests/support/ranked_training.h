// SPDX-License-Identifier: Apache-2.0
// Trains nets on simulated ranks and compares them with one process.
#pragma once

#include <QString>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/documents/document.h"
#include "engine/ngraph.h"
#include "engine/runtime/ranks/mesh_axis.h"
#include "engine/session/compile_options.h"

namespace ng::testing {

// The curves of a run, then its state, whole. Bytes of the state that this rank keeps.
struct Trained {
  std::vector<std::vector<double>> curves;
  std::map<std::string, Tensor> state;
  std::int64_t state_bytes = 0;
};

// A training step: results, of which the first are curves, over batches of arguments.
struct Training {
  Op step;
  std::vector<Op> state;
  std::vector<std::vector<Tensor>> batches;
};

constexpr int trained_calls = 6;

// A document of sample_graphs with a batch of 12.
Document small_sample(const QString& name);
// The plan of the document.
Trained train(const Document& document, const CompileOptions& options,
              const std::string& transformer = "cpu");
// One call for each batch, from the checkpoint `restored` and then saved as `saved` unless they are
// empty.
Trained train(const Training& training, const CompileOptions& options,
              const std::string& restored = {}, const std::string& saved = {},
              const std::string& transformer = "cpu");

// On simulated ranks of these axes, whose mesh is in the options. Returns what each rank has;
// throws an internal Error if the state of two ranks differs in any bit.
std::vector<Trained> on_ranks(const std::vector<MeshAxis>& axes,
                              const std::function<Trained(const CompileOptions&)>& train);

// Empty if curves and state are equal at 1e-5.
QString difference_of(const Trained& found, const Trained& expected);

// A block of a transformer: attention of two heads, layer normalisation, two layers, residual sums.
struct Block {
  Axis n = make_axis(12, "N"), s = make_axis(6, "S"), e = make_axis(8, "E"), a = make_axis(2, "A"),
       d = make_axis(4, "D"), f = make_axis(16, "F");
  Op x = placeholder({n, s, e}), t = placeholder({n, s, e});
  std::vector<Op> weights;
  Op loss;

  Block();
  // Updates by `updates`, which are given the loss and the weights.
  Training trained_by(
      const std::function<std::vector<Op>(const Op& loss, const std::vector<Op>& weights)>& updates)
      const;
  // By gradient descent.
  Training trained() const;

 private:
  Op weight(const Axes& axes);
  Op normalised(const Op& y) const;
  Op attended(const Op& y);
};

Tensor waves(const Axes& axes, double step);

}  // namespace ng::testing
