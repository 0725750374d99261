// SPDX-License-Identifier: Apache-2.0
// Tests training with optimizer state, or all state, in parts on the ranks (ZeRO): losses and
// weights are those of one process, and a rank keeps a part of the bytes.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/distributed/run_ranks.h"
#include "engine/documents/checkpoint.h"
#include "engine/graph/op_def.h"
#include "engine/neon/optimizers/adam.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/training/training.h"
#include "engine/passes/sharding/state_sharding.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "tests/support/ranked_training.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::testing;

namespace {

// A step of an optimizer. Adam divides by the root of a second moment: near 0 it would magnify what
// the order of a sum changes.
std::vector<Op> updates(const QString& optimizer, const Op& loss, std::vector<Op>& state) {
  std::unique_ptr<neon::Optimizer> made;
  if (optimizer == "Adam") {
    neon::AdamOptions options;
    options.epsilon = 1e-2;
    made = std::make_unique<neon::Adam>(0.01, options);
  } else {
    neon::MomentumOptions options;
    options.momentum_coef = 0.9;
    options.wdecay = optimizer == "decay" ? 0.01 : 0;
    if (optimizer == "clip") options.gradient_clip_norm = 0.1;
    made = std::make_unique<neon::GradientDescentMomentum>(0.02, options);
  }
  std::vector<Op> results = {(*made)(loss)};
  state.insert(state.end(), made->state().begin(), made->state().end());
  return results;
}

// The loss of a sample's net, minimised by this optimizer.
Training sample_training(const QString& name, const QString& optimizer) {
  const TrainingRun run(small_sample(name), allocate_transformer("cpu"));
  const Op loss = run.computation().results()[0];
  Training training;
  training.state = loss.variables();
  std::vector<Op> results = updates(optimizer, loss, training.state);
  results.insert(results.begin(), loss);
  training.step = computation(results, run.computation().parameters(), Returns::list);
  for (int call = 1; call <= trained_calls; ++call) {
    std::vector<Tensor> batch = run.arguments_at(call);
    training.batches.push_back(std::move(batch));
  }
  return training;
}

Training block_training(const QString& optimizer) {
  std::vector<Op> state;
  Training training = Block().trained_by(
      [&](const Op& loss, const std::vector<Op>&) { return updates(optimizer, loss, state); });
  training.state.insert(training.state.end(), state.begin(), state.end());
  return training;
}

Training training_of(const QString& net, const QString& optimizer) {
  return net == "block" ? block_training(optimizer) : sample_training(net, optimizer);
}

// What a rank keeps: a part of the sharded state that has an axis which the ranks divide.
std::int64_t expected_bytes(const std::vector<Op>& state, ShardState which, int ranks) {
  std::int64_t bytes = 0;
  for (const Op& op : state) {
    const bool weight = op.node().def->traits.kind == OpKind::variable;
    const std::vector<std::int64_t> lengths = op.axes().lengths();
    const bool divides = std::any_of(lengths.begin(), lengths.end(),
                                     [ranks](std::int64_t length) { return length % ranks == 0; });
    const bool shards = divides && (which == ShardState::all || !weight);
    bytes += element_count(lengths) * 4 / (shards ? ranks : 1);
  }
  return bytes;
}

CompileOptions sharding(CompileOptions options, ShardState which) {
  options.passes.shard_state = which;
  return options;
}

}  // namespace

class ShardedStateTest : public QObject {
  Q_OBJECT
 private slots:
  void momentum_data() { add_nets(); }
  void momentum() { compare("momentum"); }
  void adam_data() { add_nets(); }
  void adam() { compare("Adam"); }
  void gradients_that_others_read_data();
  void gradients_that_others_read();
  void gradient_descent_in_parts_data();
  void gradient_descent_in_parts();
  void plans_save_whole_checkpoints();
  void saves_by_the_order_of_making();
  void the_first_axis_that_divides_work_shares_state_data();
  void the_first_axis_that_divides_work_shares_state();
  void checkpoints_load_on_any_ranks_data();
  void checkpoints_load_on_any_ranks();

 private:
  static void add_nets();
  static void compare(const QString& optimizer);
};

void ShardedStateTest::add_nets() {
  QTest::addColumn<QString>("net");
  QTest::addColumn<QString>("axes");
  const auto add = [](const char* net, std::initializer_list<const char*> all) {
    for (const char* axes : all)
      QTest::addRow("%s, %s", net, axes) << QString(net) << QString(axes);
  };
  add("06_mlp", {"N=2", "N=3", "N=4", "N=2,K=2"});
  add("08_convnet", {"N=2", "N=3", "N=4"});
  add("09_lstm", {"N=2", "N=3", "N=4"});
  add("block", {"N=2", "N=3", "N=4", "N=2,F=2"});
}

// Training is that of one process.
void ShardedStateTest::compare(const QString& optimizer) {
  QFETCH(QString, net);
  QFETCH(QString, axes);
  const Training training = training_of(net, optimizer);
  const Trained expected = train(training, {});
  const std::vector<MeshAxis> mesh = mesh_axes(axes.toStdString());
  for (const ShardState which : {ShardState::optimizer, ShardState::all}) {
    const auto found = on_ranks(mesh, [&](const CompileOptions& options) {
      return train(training, sharding(options, which));
    });
    const QString wrong = difference_of(found[0], expected);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    for (const Trained& rank : found)
      QCOMPARE(rank.state_bytes, expected_bytes(training.state, which, mesh[0].ranks));
  }
  QCOMPARE(expected.state_bytes, expected_bytes(training.state, ShardState::none, 1));
}

void ShardedStateTest::gradients_that_others_read_data() {
  QTest::addColumn<QString>("optimizer");
  QTest::addColumn<QString>("net");
  QTest::addColumn<QString>("axes");
  for (const char* optimizer : {"decay", "clip"})
    QTest::addRow("%s", optimizer) << QString(optimizer) << "block" << "N=2";
}

// Weight decay, and a limit of the norm of all gradients.
void ShardedStateTest::gradients_that_others_read() {
  QFETCH(QString, optimizer);
  compare(optimizer);
}

void ShardedStateTest::gradient_descent_in_parts_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("axes");
  for (const char* name : {"06_mlp", "08_convnet", "09_lstm"}) {
    for (const char* axes : {"N=2", "N=3"})
      QTest::addRow("%s, %s", name, axes) << QString(name) << QString(axes);
  }
}

// Plans with evaluations, whose programs read the same parts.
void ShardedStateTest::gradient_descent_in_parts() {
  QFETCH(QString, name);
  QFETCH(QString, axes);
  const Document document = small_sample(name);
  const auto found = on_ranks(mesh_axes(axes.toStdString()), [&](const CompileOptions& options) {
    return train(document, sharding(options, ShardState::all));
  });
  const QString wrong = difference_of(found[0], train(document, {}));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

// A plan's checkpoint is written by the first rank, of what all have.
void ShardedStateTest::plans_save_whole_checkpoints() {
  QTemporaryDir folder;
  Document document = small_sample("09_lstm");
  document.path = folder.filePath("lstm.ngraph").toStdString();
  document.plan->epochs = 1;
  document.plan->batches = trained_calls;
  PlanCallback save;
  save.file = "kept.safetensors";
  document.plan->callbacks = {save};
  on_ranks({{"N", 2}}, [&](const CompileOptions& options) {
    return train(document, sharding(options, ShardState::all));
  });
  Trained found;
  for (const CheckpointTensor& each :
       read_checkpoint(folder.filePath("kept.safetensors").toStdString()).tensors)
    found.state[each.name] = each.value;
  document.plan->callbacks.clear();
  Trained expected = train(document, {});
  expected.curves.clear();
  QCOMPARE(found.state.size(), expected.state.size());
  QCOMPARE(difference_of(found, expected), QString());
}

// The order of names may differ between processes, as automatic names do. Only the rank that writes
// keeps the wholes.
void ShardedStateTest::saves_by_the_order_of_making() {
  const Axis r = make_axis(4, "R");
  const Op one = variable(Axes(r), 1.0).named("one"), two = variable(Axes(r), 2.0).named("two");
  const Op both = computation({one + two}, {});
  run_ranks(2, [&](const CommunicatorPtr& world) {
    const bool first = world->rank() == 0;
    const TransformerPtr transformer = allocate_transformer("cpu");
    transformer->options().ranks =
        std::make_shared<RankMesh>(world, std::vector<MeshAxis>{{"R", 2}});
    transformer->options().passes.shard_state = ShardState::all;
    const Computation made = transformer->add_computation(both);
    transformer->initialize();
    const std::vector<Op> state = first ? std::vector{one, two} : std::vector{two, one};
    const auto saved = [&](CheckpointRanks ranks) {
      return take_checkpoint(*transformer, state, ranks).tensors;
    };
    for (const CheckpointTensor& each : saved(CheckpointRanks::all)) {
      const double expected = each.name == "one" ? 1 : 2;
      check(each.value.values() == std::vector<double>(4, expected), "another variable's values");
    }
    check(saved(CheckpointRanks::writer).size() == (first ? 2u : 0u), "tensors on a reader");
  });
}

void ShardedStateTest::the_first_axis_that_divides_work_shares_state_data() {
  QTest::addColumn<QString>("axes");
  QTest::addColumn<QString>("group");
  QTest::addRow("stages first") << "stages=2,N=2" << "N";
  QTest::addRow("one rank first") << "N=1,F=2" << "F";
  QTest::addRow("one rank") << "N=1" << "";
}

void ShardedStateTest::the_first_axis_that_divides_work_shares_state() {
  QFETCH(QString, axes);
  QFETCH(QString, group);
  const std::vector<MeshAxis> mesh = mesh_axes(axes.toStdString());
  PassOptions passes;
  passes.ranks = mesh;
  passes.shard_state = ShardState::all;
  const Training training = block_training("momentum");
  QCOMPARE(planned_placement(training.state[0].node(), passes).group, group.toStdString());
  const auto found = on_ranks(mesh, [&](const CompileOptions& options) {
    return train(training, sharding(options, ShardState::all));
  });
  QCOMPARE(difference_of(found[0], train(training, {})), QString());
}

void ShardedStateTest::checkpoints_load_on_any_ranks_data() {
  QTest::addColumn<QString>("state");
  QTest::addRow("optimizer") << "optimizer";
  QTest::addRow("all") << "all";
}

// Half of the calls on 2 ranks, the rest on 1, 2 and 4, in parts or not.
void ShardedStateTest::checkpoints_load_on_any_ranks() {
  QFETCH(QString, state);
  const ShardState which = *from_name<ShardState>(state.toStdString());
  const Training whole = sample_training("06_mlp", "Adam");
  Training first = whole, second = whole;
  first.batches.resize(trained_calls / 2);
  second.batches.erase(second.batches.begin(), second.batches.begin() + trained_calls / 2);
  const Trained expected = train(whole, {});
  QTemporaryDir folder;
  const std::string path = folder.filePath("half.safetensors").toStdString();
  on_ranks({{"N", 2}}, [&](const CompileOptions& options) {
    return train(first, sharding(options, which), {}, path);
  });
  const auto continued = [&](const CompileOptions& options) {
    return train(second, options, path, {});
  };
  const auto equal = [&](const Trained& found) {
    Trained rest = expected;
    rest.curves[0].erase(rest.curves[0].begin(), rest.curves[0].begin() + trained_calls / 2);
    return difference_of(found, rest);
  };
  QCOMPARE(equal(continued({})), QString());
  for (const int ranks : {2, 4}) {
    for (const ShardState next : {ShardState::none, ShardState::optimizer, ShardState::all}) {
      const auto found = on_ranks({{"N", ranks}}, [&](const CompileOptions& options) {
        return continued(sharding(options, next));
      });
      QCOMPARE(equal(found[0]), QString());
    }
  }
}

NGRAPH_TEST(ShardedStateTest)
#include "sharded_state_test.moc"
