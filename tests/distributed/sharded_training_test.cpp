// SPDX-License-Identifier: Apache-2.0
// Tests training divided among ranks: losses and weights are those of one process, for every kind
// of model, along its batch, along axes of its weights, and along two axes at once.
#include <QtTest>

#include "engine/distributed/run_ranks.h"
#include "engine/documents/document.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/neon/training/training.h"
#include "engine/ngraph.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"
#include "tests/support/checkout.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr int calls = 6;

// The curves of a run, then its state.
struct Trained {
  std::vector<std::vector<double>> curves;
  std::map<std::string, Tensor> state;
};

Trained train(const Document& document, const std::shared_ptr<RankMesh>& ranks) {
  const TransformerPtr transformer = allocate_transformer("cpu");
  transformer->options().ranks = ranks;
  TrainingRun run(document, transformer);
  for (int call = 0; call < calls; ++call) run.step();
  Trained trained;
  for (const SeriesRecord& series : run.series()) trained.curves.push_back(series.y);
  for (const Op& op : run.variables()) trained.state[op.name()] = *transformer->value(op);
  return trained;
}

// The first rank's; all have the same state.
Trained on_ranks(const std::vector<MeshAxis>& axes,
                 const std::function<Trained(const std::shared_ptr<RankMesh>&)>& train) {
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

// "N=2,H=3".
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
      load_document(testing::source_file("sample_graphs/" + name.toStdString() + ".ngraph")),
      overrides);
}

// A block of a transformer with an update by gradient descent: attention of two heads, layer
// normalisation, two layers, residual sums.
struct Block {
  Axis n = make_axis(12, "N"), s = make_axis(6, "S"), e = make_axis(8, "E"), a = make_axis(2, "A"),
       d = make_axis(4, "D"), f = make_axis(16, "F");
  Op x = placeholder({n, s, e}), t = placeholder({n, s, e});
  std::vector<Op> weights;

  Op weight(const Axes& axes) {
    const auto seed = static_cast<std::uint64_t>(weights.size());
    weights.push_back(
        variable(axes, InitialSamples{InitialSamples::Distribution::normal, 0, 0.3, seed}));
    return weights.back();
  }

  Op normalised(const Op& y) const {
    const Over over = reduce_over(Axes(e));
    const Op centred = y - mean(y, over);
    return centred / sqrt(mean(square(centred), over) + 1e-5);
  }

  Op attended(const Op& y) {
    const Op q = dot(y, weight({e, a, d})), k = dot(y, weight({e, a, d})),
             v = dot(y, weight({e, a, d}));
    const Axis other = make_axis(6, "S2");
    const auto along = [&](const Op& each) { return cast_axes(each, {n, other, a, d}); };
    const Op scores = sum(q * along(k), reduce_over(Axes(d))) * 0.5;
    const Op chances = softmax(scores, Axes(other));
    return dot(sum(chances * along(v), reduce_over(Axes(other))), weight({a, d, e}));
  }

  // The loss, then the updates.
  std::vector<Op> results() {
    Op y = x + attended(normalised(x));
    y = y + dot(maximum(dot(normalised(y), weight({e, f})), 0.0), weight({f, e}));
    const Op loss = mean(square(y - t), out_axes({}));
    std::vector<Op> results = {loss};
    for (const Op& w : weights) results.push_back(assign(w, w - 0.05 * deriv(loss, w)));
    return results;
  }
};

Tensor waves(const Axes& axes, double step) {
  Tensor values(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < values.size(); ++i)
    values.set(i, std::sin(step * static_cast<double>(i)));
  return values;
}

Trained train_block(const Block& block, const Op& step, const std::shared_ptr<RankMesh>& ranks) {
  const TransformerPtr transformer = allocate_transformer("cpu");
  transformer->options().ranks = ranks;
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

}  // namespace

class ShardedTrainingTest : public QObject {
  Q_OBJECT
 private slots:
  void documents_data();
  void documents();
  void transformer_block_data();
  void transformer_block();
};

void ShardedTrainingTest::documents_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("axes");
  const auto add = [](const char* name, std::initializer_list<const char*> all) {
    for (const char* axes : all)
      QTest::addRow("%s, %s", name, axes) << QString(name) << QString(axes);
  };
  add("06_mlp", {"N=2", "N=3", "N=4", "K=2", "K=4", "H=2", "N=2,K=2"});
  add("08_convnet", {"N=2", "N=3", "N=4", "K1=2", "K2=3", "N=2,K2=2"});
  add("09_lstm", {"N=2", "N=3", "N=4", "H=2", "N=2,H=2"});
}

void ShardedTrainingTest::documents() {
  QFETCH(QString, name);
  QFETCH(QString, axes);
  const Document document = sample(name);
  const Trained found = on_ranks(axes_of(axes), [&](const std::shared_ptr<RankMesh>& ranks) {
    return train(document, ranks);
  });
  const QString wrong = difference_of(found, train(document, nullptr));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void ShardedTrainingTest::transformer_block_data() {
  QTest::addColumn<QString>("axes");
  for (const char* axes : {"N=2", "N=3", "N=4", "A=2", "F=4", "E=2", "S=2", "N=2,A=2", "N=2,F=2"})
    QTest::addRow("%s", axes) << QString(axes);
}

void ShardedTrainingTest::transformer_block() {
  QFETCH(QString, axes);
  Block block;
  const Op step = computation(block.results(), {block.x, block.t}, Returns::list);
  const Trained found = on_ranks(axes_of(axes), [&](const std::shared_ptr<RankMesh>& ranks) {
    return train_block(block, step, ranks);
  });
  const QString wrong = difference_of(found, train_block(block, step, nullptr));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

NGRAPH_TEST(ShardedTrainingTest)
#include "sharded_training_test.moc"
