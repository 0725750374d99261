// SPDX-License-Identifier: Apache-2.0
#include "tests/distributed/ranked_training.h"

#include "engine/base/error.h"
#include "engine/distributed/run_ranks.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/neon/training/training.h"
#include "tests/support/checkout.h"
#include "tests/support/graph_run.h"

namespace ng::testing {
namespace {

constexpr int calls = 6;

Tensor waves(const Axes& axes, double step) {
  Tensor values(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < values.size(); ++i)
    values.set(i, std::sin(step * static_cast<double>(i)));
  return values;
}

}  // namespace

Trained train(const Document& document, const std::shared_ptr<RankMesh>& ranks,
              const PassOptions& passes) {
  const TransformerPtr transformer = allocate_transformer("cpu");
  transformer->options().ranks = ranks;
  transformer->options().passes = passes;
  TrainingRun run(document, transformer);
  for (int call = 0; call < calls; ++call) run.step();
  Trained trained;
  for (const SeriesRecord& series : run.series()) trained.curves.push_back(series.y);
  for (const Op& op : run.variables()) trained.state[op.name()] = *transformer->value(op);
  return trained;
}

Trained on_ranks(const std::vector<MeshAxis>& axes, const TrainOn& train) {
  std::vector<Trained> all(static_cast<std::size_t>(mesh_size(axes)));
  run_ranks(mesh_size(axes), [&](const CommunicatorPtr& world) {
    all[static_cast<std::size_t>(world->rank())] = train(std::make_shared<RankMesh>(world, axes));
  });
  for (const Trained& other : all) {
    for (const auto& [name, value] : other.state)
      check(value.bytes == all[0].state.at(name).bytes, "ranks with other weights");
  }
  return all[0];
}

std::vector<MeshAxis> axes_of(const QString& text) {
  std::vector<MeshAxis> axes;
  for (const QString& part : text.split(','))
    axes.push_back({part.section('=', 0, 0).toStdString(), part.section('=', 1, 1).toInt()});
  return axes;
}

Document sample(const QString& name) {
  RunOverrides overrides;
  overrides.batch_size = 12;
  return with_overrides(
      load_document(source_file("sample_graphs/" + name.toStdString() + ".ngraph")), overrides);
}

Op Block::weight(const Axes& axes) {
  const auto seed = static_cast<std::uint64_t>(weights.size());
  weights.push_back(
      variable(axes, InitialSamples{InitialSamples::Distribution::normal, 0, 0.3, seed}));
  return weights.back();
}

Op Block::normalised(const Op& y) const {
  const Over over = reduce_over(Axes(e));
  const Op centred = y - mean(y, over);
  return centred / sqrt(mean(square(centred), over) + 1e-5);
}

Op Block::attended(const Op& y) {
  const Op q = dot(y, weight({e, a, d})), k = dot(y, weight({e, a, d})),
           v = dot(y, weight({e, a, d}));
  const Axis other = make_axis(6, "S2");
  const auto along = [&](const Op& each) { return cast_axes(each, {n, other, a, d}); };
  const Op scores = sum(q * along(k), reduce_over(Axes(d))) * 0.5;
  const Op chances = softmax(scores, Axes(other));
  return dot(sum(chances * along(v), reduce_over(Axes(other))), weight({a, d, e}));
}

std::vector<Op> Block::results() {
  Op y = x + attended(normalised(x));
  y = y + dot(maximum(dot(normalised(y), weight({e, f})), 0.0), weight({f, e}));
  const Op loss = mean(square(y - t), out_axes({}));
  std::vector<Op> results = {loss};
  for (const Op& w : weights) results.push_back(assign(w, w - 0.05 * deriv(loss, w)));
  return results;
}

Trained train_block(const Block& block, const Op& step, const std::shared_ptr<RankMesh>& ranks,
                    const PassOptions& passes) {
  const TransformerPtr transformer = allocate_transformer("cpu");
  transformer->options().ranks = ranks;
  transformer->options().passes = passes;
  const Computation train = transformer->add_computation(step);
  const std::vector<Tensor> batch = {waves(block.x.axes(), 0.37), waves(block.x.axes(), 0.11)};
  Trained trained;
  trained.curves.resize(1);
  for (int call = 0; call < calls; ++call) trained.curves[0].push_back(train.call(batch)[0].item());
  for (std::size_t i = 0; i < block.weights.size(); ++i)
    trained.state[std::to_string(i)] = *transformer->value(block.weights[i]);
  return trained;
}

QString difference_of(const Trained& found, const Trained& expected) {
  for (std::size_t i = 0; i < expected.curves.size(); ++i) {
    const QString wrong = difference(found.curves[i], expected.curves[i], 1e-5, 1e-5);
    if (!wrong.isEmpty()) return QString("curve %1: %2").arg(i).arg(wrong);
  }
  for (const auto& [name, value] : expected.state) {
    const QString wrong = difference(found.state.at(name).values(), value.values(), 1e-5, 1e-5);
    if (!wrong.isEmpty()) return QString::fromStdString(name) + ": " + wrong;
  }
  return found.state.empty() ? "no state" : "";
}

}  // namespace ng::testing
