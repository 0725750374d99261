// SPDX-License-Identifier: Apache-2.0
// Tests listing the contents of tensor files, and comparing two files.
#include "engine/documents/checkpoint_contents.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>

#include "engine/formats/archives/npz.h"
#include "engine/formats/tensors/safetensors.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

class CheckpointContentsTest : public QObject {
  Q_OBJECT
 private slots:
  void a_checkpoint_is_listed_without_values();
  void other_files_of_tensors();
  void changes_are_named();
  void non_finite_elements();
  void norms_do_not_overflow();
  void comparing_can_be_cancelled();
  void refusals();

 private:
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  std::string save(const char* name, const std::vector<NamedTensor>& tensors) const;
  QTemporaryDir folder_;
};

std::string CheckpointContentsTest::save(const char* name,
                                         const std::vector<NamedTensor>& tensors) const {
  Checkpoint checkpoint;
  checkpoint.document = "net";
  checkpoint.position = RunPosition{"update", 40, 10, {4}};
  checkpoint.series = {{"loss", "iteration", "loss", {1, 2}, {.5, .25}}};
  for (const NamedTensor& each : tensors) {
    std::vector<std::string> axes(each.tensor.shape.size(), "C");
    checkpoint.tensors.push_back({each.name, axes, "variable", each.tensor});
  }
  write_checkpoint(path(name), checkpoint);
  return path(name);
}

void CheckpointContentsTest::a_checkpoint_is_listed_without_values() {
  const std::string file = save("a.safetensors", {{"net/W", Tensor({3, 4})}, {"b", Tensor(1.0)}});
  // Values are not read: changing them has no effect.
  QFile bytes(QString::fromStdString(file));
  QVERIFY(bytes.open(QIODevice::ReadWrite) && bytes.seek(bytes.size() - 3));
  QCOMPARE(bytes.write("???"), 3);
  bytes.close();
  const CheckpointContents contents = read_checkpoint_contents(file);
  QCOMPARE(contents.document, std::string("net"));
  QCOMPARE(contents.position->iteration, 40);
  QCOMPARE(contents.entries.size(), std::size_t(2));  // the curve is not listed
  QCOMPARE(contents.entries[1].name, std::string("net/W"));
  QCOMPARE(contents.entries[1].axes, std::vector<std::string>{"C"});
  QCOMPARE(contents.entries[1].shape, Shape{2});
  QCOMPARE(contents.entries[1].kind, std::string("variable"));
  QCOMPARE(contents.bytes, QFileInfo(QString::fromStdString(file)).size());
  QVERIFY(!contents.find("net"));
}

void CheckpointContentsTest::other_files_of_tensors() {
  const Tensor w({1, 2, 3});
  write_npz(path("a.npz"), std::vector<TensorRef>{{"W", &w}});
  write_safetensors(path("plain.safetensors"), std::vector<TensorRef>{{"W", &w}});
  for (const char* file : {"a.npz", "plain.safetensors"}) {
    const CheckpointContents contents = read_checkpoint_contents(path(file));
    QCOMPARE(contents.entries.size(), std::size_t(1));
    QVERIFY(contents.entries[0].axes.empty() && contents.document.empty());
    QVERIFY(CheckpointSource(path(file)).read("W") == w);
  }
  const auto changes = compare_checkpoints(path("a.npz"), path("plain.safetensors"));
  QCOMPARE(changes[0].kind, TensorChange::Kind::equal);
}

void CheckpointContentsTest::changes_are_named() {
  const std::string before = save("before.safetensors", {{"same", Tensor({1, 2})},
                                                         {"moved", Tensor({3, 4})},
                                                         {"zero", Tensor({0, 0})},
                                                         {"longer", Tensor({1, 2})},
                                                         {"gone", Tensor(2.0)}});
  const std::string after = save("after.safetensors", {{"same", Tensor({1, 2})},
                                                       {"moved", Tensor({3, 4.5})},
                                                       {"zero", Tensor({0, 1})},
                                                       {"longer", Tensor({1, 2, 3})},
                                                       {"new", Tensor(7.0)}});
  std::map<std::string, TensorChange> changes;
  for (const TensorChange& change : compare_checkpoints(before, after))
    changes[change.name] = change;
  QCOMPARE(changes.size(), std::size_t(6));
  QCOMPARE(changes["same"].kind, TensorChange::Kind::equal);
  QCOMPARE(changes["same"].relative(), 0.0);
  QCOMPARE(changes["moved"].kind, TensorChange::Kind::changed);
  QCOMPARE(changes["moved"].before, 5.0);
  QCOMPARE(changes["moved"].difference, .5);
  QCOMPARE(changes["moved"].most, .5);
  QCOMPARE(changes["moved"].relative(), .1);
  QVERIFY(std::isinf(changes["zero"].relative()));
  QCOMPARE(changes["longer"].kind, TensorChange::Kind::reshaped);
  QCOMPARE(changes["gone"].kind, TensorChange::Kind::removed);
  QCOMPARE(changes["new"].kind, TensorChange::Kind::added);
  QCOMPARE(changes["new"].after, 7.0);
}

void CheckpointContentsTest::non_finite_elements() {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = HUGE_VAL;
  const std::string before =
      save("n1.safetensors", {{"both", Tensor({nan, inf, 3})}, {"one", Tensor({1, 2})}});
  const std::string after =
      save("n2.safetensors", {{"both", Tensor({nan, inf, 3})}, {"one", Tensor({nan, 2})}});
  const auto changes = compare_checkpoints(before, after);
  QCOMPARE(changes[0].kind, TensorChange::Kind::equal);
  QCOMPARE(changes[0].before, 3.0);
  QCOMPARE(changes[1].kind, TensorChange::Kind::changed);
  QVERIFY(std::isinf(changes[1].most));
}

void CheckpointContentsTest::norms_do_not_overflow() {
  const auto saved = [this](const char* name, double first, double second) {
    Tensor values(DType::f64, {2});
    values.set(0, first);
    values.set(1, second);
    return save(name, {{"w", values}});
  };
  const auto changes =
      compare_checkpoints(saved("l1.safetensors", 3e200, 4e200), saved("l2.safetensors", 3e200, 0));
  QCOMPARE(changes[0].before, 5e200);
  QCOMPARE(changes[0].after, 3e200);
  QCOMPARE(changes[0].relative(), 0.8);
  QCOMPARE(changes[0].cosine, 0.6);
}

void CheckpointContentsTest::comparing_can_be_cancelled() {
  const std::string file = save("c.safetensors", {{"a", Tensor(1.0)}, {"b", Tensor(2.0)}});
  double reached = -1;
  const QString said = refusal(
      [&] {
        compare_checkpoints(file, file, [&](double done) {
          reached = done;
          return done < .5;
        });
      },
      ErrorKind::cancelled);
  QVERIFY2(said.contains("was cancelled"), qPrintable(said));
  QCOMPARE(reached, .5);
}

void CheckpointContentsTest::refusals() {
  const std::string file = save("r.safetensors", {{"a", Tensor(1.0)}});
  QVERIFY(refusal([&] { CheckpointSource(file).read("b"); }, ErrorKind::key).contains("'b'"));
  QVERIFY(refusal([&] { read_checkpoint_contents(path("absent")); }).contains("absent"));
  QFile bytes(QString::fromStdString(file));
  QVERIFY(bytes.resize(bytes.size() - 1));
  QVERIFY(refusal([&] { read_checkpoint_contents(file); }).contains("r.safetensors"));
}

NGRAPH_TEST(CheckpointContentsTest, QCoreApplication)
#include "checkpoint_contents_test.moc"
