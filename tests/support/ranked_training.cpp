// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ranked_training.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/distributed/ranked_transformer.h"
#include "engine/distributed/run_ranks.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/neon/training/training.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "tests/support/checkout.h"
#include "tests/support/graph_run.h"

namespace ng::testing {
namespace {

std::int64_t kept_bytes(const Transformer& transformer) {
  std::int64_t bytes = 0;
  for (const auto& [id, storage] : transformer.state().all()) {
    if (storage->kind == BufferKind::persistent) bytes += storage->bytes();
  }
  return bytes;
}

TransformerPtr transformer_with(const CompileOptions& options, const std::string& on) {
  const TransformerPtr transformer = transformer_of_rank(on, options.ranks.get());
  transformer->options() = options;
  return transformer;
}

Trained with_state(Trained trained, const Transformer& transformer, const std::vector<Op>& state) {
  for (const Op& op : state) trained.state[op.name()] = *transformer.value(op);
  trained.state_bytes = kept_bytes(transformer);
  return trained;
}

}  // namespace

Document small_sample(const QString& name) {
  RunOverrides overrides;
  overrides.batch_size = 12;
  return with_overrides(
      load_document(source_file("sample_graphs/" + name.toStdString() + ".ngraph")), overrides);
}

Trained train(const Document& document, const CompileOptions& options, const std::string& on) {
  const TransformerPtr transformer = transformer_with(options, on);
  TrainingRun run(document, transformer);
  for (int call = 0; call < trained_calls; ++call) run.step();
  Trained trained;
  for (const SeriesRecord& series : run.series()) trained.curves.push_back(series.y);
  return with_state(std::move(trained), *transformer, run.variables());
}

Trained train(const Training& training, const CompileOptions& options, const std::string& restored,
              const std::string& saved, const std::string& on) {
  const TransformerPtr transformer = transformer_with(options, on);
  const Computation step = transformer->add_computation(training.step);
  if (!restored.empty()) transformer->restore(restored);
  Trained trained;
  trained.curves.resize(1);
  for (const auto& batch : training.batches)
    trained.curves[0].push_back(step.call(batch)[0].item());
  if (!saved.empty()) transformer->save(saved);
  return with_state(std::move(trained), *transformer, training.state);
}

std::vector<Trained> on_ranks(const std::vector<MeshAxis>& axes,
                              const std::function<Trained(const CompileOptions&)>& train) {
  std::vector<Trained> all(static_cast<std::size_t>(mesh_size(axes)));
  run_ranks(mesh_size(axes), [&](const CommunicatorPtr& world) {
    CompileOptions options;
    options.ranks = std::make_shared<RankMesh>(world, axes);
    all[static_cast<std::size_t>(world->rank())] = train(options);
  });
  for (const Trained& other : all) {
    for (const auto& [name, value] : other.state)
      check(value.bytes == all[0].state.at(name).bytes, "ranks with other weights");
  }
  return all;
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

Tensor waves(const Axes& axes, double step) {
  Tensor values(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < values.size(); ++i)
    values.set(i, std::sin(step * static_cast<double>(i)));
  return values;
}

Block::Block() {
  Op y = x + attended(normalised(x));
  y = y + dot(maximum(dot(normalised(y), weight({e, f})), 0.0), weight({f, e}));
  loss = mean(square(y - t), out_axes({}));
}

Op Block::weight(const Axes& axes) {
  const auto seed = static_cast<std::uint64_t>(weights.size());
  weights.push_back(
      variable(axes, InitialSamples{InitialSamples::Distribution::normal, 0, 0.3, seed}));
  weights.back().named("w" + std::to_string(seed));
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

Training Block::trained_by(
    const std::function<std::vector<Op>(const Op&, const std::vector<Op>&)>& updates) const {
  std::vector<Op> results = updates(loss, weights);
  results.insert(results.begin(), loss);
  Training training;
  training.step = computation(results, {x, t}, Returns::list);
  training.state = weights;
  training.batches.assign(trained_calls, {waves(x.axes(), 0.37), waves(t.axes(), 0.11)});
  return training;
}

Training Block::trained() const {
  return trained_by([](const Op& loss, const std::vector<Op>& weights) {
    std::vector<Op> updates;
    for (const Op& w : weights) updates.push_back(assign(w, w - 0.05 * deriv(loss, w)));
    return updates;
  });
}

}  // namespace ng::testing
