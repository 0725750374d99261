// SPDX-License-Identifier: Apache-2.0
// Tests graphs that are cut into stages on simulated ranks: all numbers of stages and micro-batches
// end with what one process gives, also where stages cannot work on parts of the batch.
#include <QtTest>

#include "engine/distributed/run_ranks.h"
#include "engine/ngraph.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"
#include "tests/support/graph_run.h"
#include "tests/support/random_graph.h"
#include "tests/support/ranked_run.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Tensor waves(const Axes& axes, double step) {
  Tensor values(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < values.size(); ++i)
    values.set(i, std::sin(step * static_cast<double>(i)));
  return values;
}

struct Case {
  std::vector<Op> results;
  Feeds feeds;
};

// Layers with a residual sum over all of them, their gradients, and a weight that two layers share.
Case residual_net(std::int64_t batch) {
  const Axis n = make_axis(batch, "N"), c = make_axis(3, "C"), h = make_axis(3, "H");
  const Op x = placeholder({c, n}), t = placeholder({c, n});
  const Op shared = variable({c, h - 1}, InitialSamples{}), own = variable({c, h - 1}, 0.3);
  const auto layer = [&](const Op& w, const Op& y) { return tanh(dot(w, cast_axes(y, {h, n}))); };
  Op y = layer(shared, x);
  y = layer(own, y) + x;
  y = layer(shared, y);
  const Op loss = mean(square(y - t), out_axes({}));
  return {{loss, y, deriv(loss, shared), deriv(loss, own)},
          {{x, waves(x.axes(), 0.7)}, {t, waves(t.axes(), 0.3)}}};
}

// Batch normalisation: each stage waits for the whole batch.
Case normalised_net() {
  const Axis n = make_axis(12, "N"), c = make_axis(3, "C"), h = make_axis(3, "H");
  const Op x = placeholder({c, n});
  const Op w = variable({c, h - 1}, InitialSamples{}), v = variable({c, h - 1}, 0.3);
  const auto layer = [&](const Op& weight, const Op& y) {
    const Op z = dot(weight, cast_axes(y, {h, n}));
    const Over over = reduce_over(Axes(n));
    const Op centred = z - mean(z, over);
    return centred / sqrt(mean(square(centred), over) + 1e-3);
  };
  const Op loss = mean(square(layer(v, tanh(layer(w, x)))), out_axes({})) + sum(w * w) * 0.1;
  const Op norm = sqrt(sum(square(deriv(loss, w))) + sum(square(deriv(loss, v))));
  return {{loss, deriv(loss, w) / norm, deriv(loss, v) / norm}, {{x, waves(x.axes(), 0.7)}}};
}

// Values that parts do not simply add up to: maxima, slices along the batch, samples, integers.
Case other_net() {
  const Axis n = make_axis(12, "N"), c = make_axis(3, "C");
  const Op x = placeholder({c, n});
  const Op y = tanh(exp(x * 0.1) + uniform(broadcast(constant(Tensor(0.0)), {c, n})));
  const Op best = argmax(y, reduce_over(Axes(c)));
  return {{max(y), prod(y, reduce_over(Axes(n))), best,
           getitem(y, {SliceItem::all(), SliceItem::at(5)}), cumulative_sum(y, n),
           sum(y, reduce_over(Axes(n)))},
          {{x, waves(x.axes(), 0.7)}}};
}

QString compared(const Case& c, int stages, int micro_batches,
                 const std::string& transformer = "cpu", std::vector<MeshAxis> others = {}) {
  PassOptions passes;
  passes.micro_batches = micro_batches;
  std::vector<MeshAxis> axes = {{std::string(stage_axis), stages}};
  axes.insert(axes.end(), others.begin(), others.end());
  const Values expected = run_once(transformer, c.results, c.feeds);
  return difference(run_on_ranks(transformer, c.results, c.feeds, axes, passes), expected, 1e-5,
                    1e-6);
}

}  // namespace

class StagedGraphsTest : public QObject {
  Q_OBJECT
 private slots:
  void all_numbers_of_stages_and_micro_batches_data() {
    QTest::addColumn<int>("stages");
    for (int stages = 1; stages <= 4; ++stages) QTest::addRow("%d stages", stages) << stages;
  }

  void all_numbers_of_stages_and_micro_batches() {
    QFETCH(int, stages);
    for (int batches = 1; batches <= 8; ++batches) {
      const QString wrong = compared(residual_net(840), stages, batches, "reference");
      QVERIFY2(wrong.isEmpty(), qPrintable(QString("%1: %2").arg(batches).arg(wrong)));
    }
  }

  void values_of_the_whole_batch() {
    for (const char* transformer : {"reference", "cpu"}) {
      for (const int stages : {2, 3}) {
        for (const int batches : {1, 3, 4}) {
          const QString wrong = compared(normalised_net(), stages, batches, transformer);
          QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
          const QString other = compared(other_net(), stages, batches, transformer);
          QVERIFY2(other.isEmpty(), qPrintable(other));
        }
      }
    }
  }

  void random_graphs_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 30; ++seed) QTest::addRow("%d", seed) << seed;
  }

  // Of a batch, also one that ranks divide. Those of few ops have empty stages. Values that do not
  // depend on the batch are computed by each stage, with a rounding of its own.
  void random_graphs() {
    QFETCH(int, seed);
    const RandomGraph graph = make_graph(random_recipe(static_cast<std::uint32_t>(seed), 20), 8);
    std::vector<Op> all = graph.results;
    all.insert(all.end(), graph.updates.begin(), graph.updates.end());
    const Values expected = run_once("cpu", all, graph.feeds);
    const std::vector<MeshAxis> axes = {{"N", 1 + seed % 2},
                                        {std::string(stage_axis), 2 + seed / 2 % 2}};
    for (const int batches : {1, 2, 4}) {
      PassOptions passes;
      passes.micro_batches = batches;
      passes.whole_if_indivisible = true;
      for (const Values& found : values_of_ranks("cpu", all, graph.feeds, axes, passes)) {
        const QString wrong = far_from(found, expected);
        QVERIFY2(wrong.isEmpty(), qPrintable(QString("%1, %2 micro-batches: %3\n%4")
                                                 .arg(QString::fromStdString(mesh_text(axes)))
                                                 .arg(batches)
                                                 .arg(wrong, QString::fromStdString(graph.text))));
      }
    }
  }

  // Their options would cut other stages.
  void stages_with_other_options_are_refused() {
    const Case c = residual_net(4);
    const auto text = [&](const std::function<void(PassOptions&, bool)>& set) {
      return refusal(
          [&] {
            run_ranks(2, [&](const CommunicatorPtr& world) {
              CompileOptions options;
              options.ranks = std::make_shared<RankMesh>(
                  world, std::vector<MeshAxis>{{std::string(stage_axis), 2}});
              set(options.passes, world->rank() == 1);
              run_once("cpu", c.results, c.feeds, options);
            });
          },
          ErrorKind::runtime);
    };
    for (const QString& each :
         {text([](PassOptions& passes, bool last) { passes.micro_batches = last ? 2 : 4; }),
          text([](PassOptions& passes, bool last) { passes.whole_if_indivisible = last; }),
          text([](PassOptions& passes, bool last) { passes.fold_limit = last ? 0 : 4096; })})
      QVERIFY2(each.contains("different programs"), qPrintable(each));
  }

  void ranks_divide_the_work_of_a_stage() {
    for (const char* axis : {"N", "C", "H"}) {
      const int ranks = *axis == 'N' ? 2 : 3;
      std::vector<Case> nets = {residual_net(12), normalised_net()};
      if (*axis != 'H') nets.push_back(other_net());
      for (const Case& net : nets) {
        const QString wrong = compared(net, 2, 3, "cpu", {{axis, ranks}});
        QVERIFY2(wrong.isEmpty(), qPrintable(axis + (": " + wrong)));
      }
    }
  }

  void micro_batches_without_stages_exchange_among_all();
};

// Without stages all ranks compute the same ops, so that they may exchange values among all.
void StagedGraphsTest::micro_batches_without_stages_exchange_among_all() {
  PassOptions passes;
  passes.micro_batches = 3;
  Case net = residual_net(12);
  net.results.push_back(all_reduce(net.results[0]));
  const Values found = run_on_ranks("cpu", net.results, net.feeds, {{"", 2}}, passes);
  net.results.back() = net.results[0] * 2.0;
  const Values expected = run_once("cpu", net.results, net.feeds);
  QCOMPARE(difference(found, expected, 1e-5, 1e-6), QString());
  const QString text = refusal(
      [&] {
        run_on_ranks("cpu", {all_reduce(net.results[0])}, net.feeds, {{"stages", 2}}, passes);
      },
      ErrorKind::value);
  QVERIFY2(text.contains("between all ranks"), qPrintable(text));
}

NGRAPH_TEST(StagedGraphsTest)
#include "staged_graphs_test.moc"
