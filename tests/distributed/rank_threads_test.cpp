// SPDX-License-Identifier: Apache-2.0
// Tests all ranks of a program as threads behind one computation: values, calls in steps, state
// that is set between calls, failures, and the ranks' times.
#include <QtTest>

#include "engine/distributed/rank_threads.h"
#include "engine/documents/document.h"
#include "engine/graph/op_def.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/neon/training/training.h"
#include "engine/ngraph.h"
#include "engine/runtime/memory.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/checkout.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// One step of gradient descent on rows of a table that labels choose.
struct Model {
  Axis n = make_axis(8, "N"), c = make_axis(6, "C"), k = make_axis(3, "K");
  Op labels = placeholder({n}, DType::i32);
  Op w = variable({c, k}, Tensor(0.5));
  Op loss = mean(square(lookuptable(w, labels, {n, k}) - 1.5), out_axes({}));
  Op step = computation({loss, assign(w, w - 0.4 * deriv(loss, w))}, {labels}, Returns::list);
};

Tensor labels(std::initializer_list<double> values) {
  Tensor made(DType::i32, {static_cast<std::int64_t>(values.size())});
  std::int64_t i = 0;
  for (const double value : values) made.set(i++, value);
  return made;
}

struct Trainer {
  TransformerPtr transformer = allocate_transformer("cpu");
  std::shared_ptr<RankStepTimes> times = std::make_shared<RankStepTimes>();
  Computation train;

  Trainer(const Model& model, int ranks) {
    run_ranks_as_threads(transformer->options(), {{"N", ranks}}, times);
    train = transformer->add_computation(model.step);
  }
  std::vector<double> weights(const Model& model) const {
    return transformer->value(model.w)->values();
  }
};

const Tensor classes = labels({0, 1, 2, 3, 4, 0, 0, 1});

QString differs(const std::vector<double>& found, const std::vector<double>& expected) {
  return difference(found, expected, 1e-6, 1e-6);
}

}  // namespace

class RankThreadsTest : public QObject {
  Q_OBJECT
 private slots:
  void calls_give_what_one_process_gives_data();
  void calls_give_what_one_process_gives();
  void documents_train_as_in_one_process_data();
  void documents_train_as_in_one_process();
  void transformers_with_one_program_alternate();
  void state_can_be_set_between_calls();
  void a_call_in_steps_measures_every_rank();
  void a_failure_of_one_rank_ends_the_call_only();
  void a_single_rank_changes_nothing();
  void stages_run_in_steps_data();
  void stages_run_in_steps();
  void a_failure_of_another_stage_ends_the_call_only();
  void watched_ops_are_of_all_stages();
  void axes_are_checked();
};

void RankThreadsTest::calls_give_what_one_process_gives_data() {
  QTest::addColumn<int>("ranks");
  for (const int ranks : {2, 4, 8}) QTest::addRow("%d ranks", ranks) << ranks;
}

void RankThreadsTest::calls_give_what_one_process_gives() {
  QFETCH(int, ranks);
  const Model model;
  const Trainer alone(model, 1), together(model, ranks);
  for (int call = 0; call < 4; ++call) {
    const double expected = alone.train.call({classes})[0].item();
    QVERIFY(std::abs(together.train.call({classes})[0].item() - expected) < 1e-6);
  }
  const QString wrong = differs(together.weights(model), alone.weights(model));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void RankThreadsTest::documents_train_as_in_one_process_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("axes");
  QTest::addColumn<int>("stage");
  QTest::addColumn<ShardState>("shard");
  const auto add = [](const char* name, const char* axes, int stage = 0,
                      ShardState shard = ShardState::none) {
    QTest::addRow("%s, %s, stage %d, shard %d", name, axes, stage, static_cast<int>(shard))
        << QString(name) << QString(axes) << stage << shard;
  };
  add("08_convnet", "N=3");
  add("08_convnet", "N=2,K2=2");
  for (const char* axes : {"N=2", "H=2", "N=2,H=2"})
    add("09_lstm", axes);  // exchanges within the steps of a scan
  for (const int stage : {0, 1, 2}) add("08_convnet", "stages=3", stage);
  add("09_lstm", "stages=2", 1);
  add("06_mlp", "N=2,stages=2");
  add("06_mlp", "N=2,stages=2", 1, ShardState::optimizer);
  add("08_convnet", "N=2", 0, ShardState::optimizer);
  add("08_convnet", "N=2,K2=2", 0, ShardState::all);
}

void RankThreadsTest::documents_train_as_in_one_process() {
  QFETCH(QString, name);
  QFETCH(QString, axes);
  QFETCH(int, stage);
  QFETCH(ShardState, shard);
  RunOverrides overrides;
  overrides.batch_size = 12;
  const Document document = with_overrides(
      load_document(testing::source_file("sample_graphs/" + name.toStdString() + ".ngraph")),
      overrides);
  const auto curve = [&](const std::vector<MeshAxis>& ranks) {
    const TransformerPtr transformer = allocate_transformer("cpu");
    run_ranks_as_threads(transformer->options(), ranks);
    if (!ranks.empty()) transformer->options().passes.stage = stage;
    if (!ranks.empty()) transformer->options().passes.shard_state = shard;
    TrainingRun run(document, transformer);
    for (int call = 0; call < 5; ++call) run.step();
    std::vector<double> values = run.series().at(0).y;
    for (const auto& [id, storage] : transformer->state().all())
      if (storage->kind == BufferKind::persistent && storage->dtype == DType::f32)
        for (const double value : storage->value().values()) values.push_back(value);
    return values;
  };
  const QString wrong = difference(curve(mesh_axes(axes.toStdString())), curve({}), 1e-5, 1e-5);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

// What a program keeps between calls, such as what depends on variables only, is its transformer's.
void RankThreadsTest::transformers_with_one_program_alternate() {
  const Axis n = make_axis(8, "N"), k = make_axis(600, "K");
  const Op x = placeholder({k, n}), w = variable({k}, Tensor(1.0));
  const Op y = sum(x * exp(w) * 0.01, reduce_over(Axes(k)));
  const Op step = computation({y}, {x}, Returns::list);
  const TransformerPtr first = allocate_transformer("cpu"), second = allocate_transformer("cpu");
  run_ranks_as_threads(first->options(), {{"N", 2}});
  const Computation one = first->add_computation(step), two = second->add_compiled(one);
  Tensor ones(DType::f32, {600, 8});
  for (std::int64_t i = 0; i < ones.size(); ++i) ones.set(i, 1);
  const std::vector<double> before = one.call({ones})[0].values();
  second->declare_state();
  second->set_value(w, Tensor(2.0));
  const std::vector<double> other = two.call({ones})[0].values();
  QVERIFY(std::abs(other.back() - before.back()) > 1);
  QCOMPARE(one.call({ones})[0].values(), before);
  QCOMPARE(two.call({ones})[0].values(), other);
}

void RankThreadsTest::state_can_be_set_between_calls() {
  const Model model;
  const Trainer alone(model, 1), together(model, 2);
  for (const Trainer* each : {&alone, &together}) {
    each->train.call({classes});
    each->transformer->set_value(model.w, Tensor(2.0));
    each->train.call({labels({4, 4, 4, 4, 3, 3, 2, 2})});
  }
  const QString wrong = differs(together.weights(model), alone.weights(model));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void RankThreadsTest::a_call_in_steps_measures_every_rank() {
  const Model model;
  const Trainer alone(model, 1), together(model, 2);
  for (int call = 0; call < 2; ++call) {
    alone.train.call({classes});
    together.train.begin({classes});
    for (std::size_t step = 0; step < together.train.step_count(); ++step) {
      together.train.run_step(step);
      QCOMPARE(together.times->step, step);
      QCOMPARE(together.times->ranks.size(), std::size_t{2});
      for (const auto& span : together.times->ranks) QVERIFY(span.begin <= span.end);
    }
    together.train.finish();
  }
  const QString wrong = differs(together.weights(model), alone.weights(model));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

// The label that is out of range is among those of the second rank.
void RankThreadsTest::a_failure_of_one_rank_ends_the_call_only() {
  const Model model;
  const Trainer alone(model, 1), together(model, 2);
  try {
    together.train.call({labels({0, 1, 2, 3, 4, 0, 9, 1})});
    QFAIL("a label outside its axis");
  } catch (const Error& error) {
    const QString what = QString::fromStdString(error.what());
    QVERIFY2(what.contains("rank 1: "), qPrintable(what));
    QVERIFY2(what.contains("9"), qPrintable(what));
  }
  together.transformer->initialize();
  QCOMPARE(together.train.call({classes})[0].item(), alone.train.call({classes})[0].item());
  const QString wrong = differs(together.weights(model), alone.weights(model));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void RankThreadsTest::a_single_rank_changes_nothing() {
  CompileOptions options;
  run_ranks_as_threads(options, {{"N", 1}});
  QVERIFY(options.passes.ranks.empty() && !options.make_executable);
}

namespace {

// Two layers, one for each stage; the labels are read by the last one.
struct TwoLayers {
  Axis n = make_axis(8, "N"), c = make_axis(6, "C"), h = make_axis(5, "H"), k = make_axis(3, "K");
  Op x = placeholder({n, c}), labels = placeholder({n}, DType::i32);
  Op w1 = variable({c, h}, Tensor(0.1)), w2 = variable({h, k}, Tensor(0.2));
  Op table = variable({c, k}, Tensor(0.3));
  Op loss =
      mean(square(dot(tanh(dot(x, w1)), w2) - lookuptable(table, labels, {n, k})), out_axes({}));
  Op step = computation(
      {loss, assign(w1, w1 - 0.1 * deriv(loss, w1)), assign(w2, w2 - 0.1 * deriv(loss, w2))},
      {x, labels}, Returns::list);
};

struct StagedTrainer {
  TransformerPtr transformer = allocate_transformer("cpu");
  std::shared_ptr<RankStepTimes> times = std::make_shared<RankStepTimes>();
  Computation train;

  StagedTrainer(const TwoLayers& model, int stages, int stage) {
    run_ranks_as_threads(transformer->options(), {{std::string(stage_axis), stages}}, times);
    transformer->options().passes.stage = stage;
    train = transformer->add_computation(model.step);
  }
  void call_in_steps(const std::vector<Tensor>& arguments, std::size_t most) const {
    train.begin(arguments);
    for (std::size_t step = 0; step < std::min(most, train.step_count()); ++step)
      train.run_step(step);
  }
};

Tensor inputs() {
  Tensor x(DType::f32, {8, 6});
  for (std::int64_t i = 0; i < x.size(); ++i) x.set(i, 0.1 * static_cast<double>(i % 7));
  return x;
}

}  // namespace

void RankThreadsTest::stages_run_in_steps_data() {
  QTest::addColumn<int>("stage");
  QTest::newRow("the first stage") << 0;
  QTest::newRow("the last stage") << 1;
}

// A call that does not reach its last step is given up by the next one.
void RankThreadsTest::stages_run_in_steps() {
  QFETCH(int, stage);
  const TwoLayers model;
  const StagedTrainer alone(model, 1, 0), together(model, 2, stage);
  const std::vector<Tensor> arguments = {inputs(), classes};
  for (int call = 0; call < 3; ++call) {
    for (const StagedTrainer* each : {&alone, &together}) {
      each->transformer->declare_state();
      const Tensor w1 = *each->transformer->value(model.w1);
      const Tensor w2 = *each->transformer->value(model.w2);
      each->call_in_steps(arguments, 2);
      each->transformer->set_value(model.w1, w1);
      each->transformer->set_value(model.w2, w2);
      each->call_in_steps(arguments, each->train.step_count());
    }
    const double expected = alone.train.finish()[0].item();
    QVERIFY(std::abs(together.train.finish()[0].item() - expected) < 1e-6);
    const std::vector<RankStepTimes::Ended> others = together.times->take();
    QVERIFY(!others.empty());
    for (const RankStepTimes::Ended& step : others) {
      QCOMPARE(step.rank, 1 - stage);
      QVERIFY(!step.step.empty() && step.span.begin <= step.span.end);
    }
  }
  for (const Op& each : {model.w1, model.w2, model.table}) {
    const QString wrong = differs(together.transformer->value(each)->values(),
                                  alone.transformer->value(each)->values());
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
}

void RankThreadsTest::a_failure_of_another_stage_ends_the_call_only() {
  const TwoLayers model;
  const StagedTrainer alone(model, 1, 0), together(model, 2, 0);
  try {
    together.train.call({inputs(), labels({0, 1, 2, 3, 4, 0, 9, 1})});
    QFAIL("a label outside its axis");
  } catch (const Error& error) {
    const QString what = QString::fromStdString(error.what());
    QVERIFY2(what.contains("rank 1: "), qPrintable(what));
  }
  together.transformer->initialize();
  QCOMPARE(together.train.call({inputs(), classes})[0].item(),
           alone.train.call({inputs(), classes})[0].item());
}

// Without results and writes, also if a watched op exists on one stage only.
void RankThreadsTest::watched_ops_are_of_all_stages() {
  const TwoLayers model;
  for (const int stage : {0, 1}) {
    const StagedTrainer trainer(model, 2, stage);
    std::vector<OpId> made;
    for (const NodePtr& node : ordered_nodes(trainer.train.compilation().final_graph))
      if (node->def->traits.kind != OpKind::variable) made.push_back(node->id);
    CompileOptions options = trainer.transformer->options();
    options.only_watched = true;
    options.watched = {model.loss.value()};
    options.watched_made = {made.back()};
    const Computation watching = trainer.transformer->add_computation(model.step, options);
    std::vector<double> losses;
    for (int call = 0; call < 3; ++call) {
      watching.call({inputs(), classes});
      losses.push_back(watching.watched(0).item());
    }
    QCOMPARE(losses, std::vector<double>(3, losses[0]));  // no variable is changed
    const double expected = trainer.train.call({inputs(), classes})[0].item();
    QVERIFY(std::abs(losses[0] - expected) < 1e-6);
  }
}

void RankThreadsTest::axes_are_checked() {
  for (const char* wrong : {"N", "stages=2,N=2"}) {
    CompileOptions options;
    QVERIFY_THROWS_EXCEPTION(Error, run_ranks_as_threads(options, mesh_axes(wrong)));
  }
}

NGRAPH_TEST(RankThreadsTest)
#include "rank_threads_test.moc"
