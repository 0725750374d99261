// SPDX-License-Identifier: Apache-2.0
// Tests which tensors of two checkpoints are compared where their names differ.
#include "engine/documents/binding/match_checkpoints.h"

#include <QTemporaryDir>
#include <QtTest>

#include "engine/formats/archives/npz.h"
#include "engine/formats/tensors/safetensors.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

struct Entry {
  const char* name;
  Shape shape;
};

CheckpointContents contents(std::initializer_list<Entry> entries) {
  CheckpointContents made;
  for (const Entry& each : entries) {
    CheckpointEntry entry;
    entry.name = each.name;
    entry.shape = each.shape;
    made.entries.push_back(entry);
  }
  return made;
}

// "before=after by rule (1, 0)", in the order of the second file.
QStringList lines(const std::vector<TensorPair>& pairs) {
  QStringList all;
  for (const TensorPair& pair : pairs) {
    std::string text = pair.before + "=" + pair.after + " by " + std::string(name(pair.by));
    if (!pair.order.empty()) text += " " + order_text(pair.order);
    all << QString::fromStdString(text);
  }
  return all;
}

Tensor numbers(const Shape& shape, double first) {
  Tensor tensor(DType::f32, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, first + static_cast<double>(i));
  return tensor;
}

}  // namespace

class MatchCheckpointsTest : public QObject {
  Q_OBJECT

 private slots:
  void namesAreCompared() {
    const auto pairs = match_checkpoints(contents({{"W", {2, 3}}, {"only.here", {7}}}),
                                         contents({{"W", {5}}, {"elsewhere", {9}}}));
    QCOMPARE(lines(pairs), QStringList("W=W by name"));
  }

  // A model's variables have other names than the weights in its file.
  void namesInTheModelsFileAreCompared() {
    CheckpointContents model = contents({{"norm/beta", {4}}, {"norm/gamma", {4}}});
    model.entries[0].in_file = "layers/norm/vars/1";
    model.entries[1].in_file = "layers/norm/vars/0";
    const auto file = contents({{"layers/norm/vars/0", {4}}, {"layers/norm/vars/1", {4}}});
    QCOMPARE(lines(match_checkpoints(file, model)),
             (QStringList{"layers/norm/vars/1=norm/beta by name",
                          "layers/norm/vars/0=norm/gamma by name"}));
    QCOMPARE(match_checkpoints(model, file).size(), std::size_t{2});
  }

  void separatorsAndCasesDoNotMatter() {
    const auto pairs = match_checkpoints(contents({{"enc.0.Weight", {4}}, {"enc.1.weight", {4}}}),
                                         contents({{"enc/0/weight", {4}}, {"enc/1/weight", {4}}}));
    QCOMPARE(lines(pairs), (QStringList{"enc.0.Weight=enc/0/weight by spelling",
                                        "enc.1.weight=enc/1/weight by spelling"}));
  }

  // Every tensor could be any other by its lengths.
  void aPrefixIsARule() {
    const auto pairs = match_checkpoints(
        contents({{"model.a.w", {4, 4}}, {"model.b.w", {4, 4}}, {"model.c.w", {4, 4}}}),
        contents({{"net.a.w", {4, 4}}, {"net.b.w", {4, 4}}, {"net.c.w", {4, 4}}}));
    QCOMPARE(lines(pairs), (QStringList{"model.a.w=net.a.w by rule", "model.b.w=net.b.w by rule",
                                        "model.c.w=net.c.w by rule"}));
  }

  void transposedTensorsHaveAnOrder() {
    const auto pairs = match_checkpoints(contents({{"dense.kernel", {3, 5}}, {"dense.bias", {5}}}),
                                         contents({{"dense.weight", {5, 3}}, {"dense.bias", {5}}}));
    QCOMPARE(lines(pairs), (QStringList{"dense.bias=dense.bias by name",
                                        "dense.kernel=dense.weight by shape 1,0"}));
  }

  // Two tensors of the same lengths and unlike names: nothing says which is which.
  void guessesAreNotMade() {
    const auto pairs = match_checkpoints(contents({{"alpha", {6}}, {"beta", {6}}}),
                                         contents({{"one", {6}}, {"two", {6}}}));
    QVERIFY2(pairs.empty(), qPrintable(lines(pairs).join('\n')));
  }

  void rulesOfTheUserComeFirst() {
    TensorRules rules;
    rules.rename("x*=y*");
    const auto pairs = match_checkpoints(contents({{"x1", {3}}, {"x2", {3}}}),
                                         contents({{"y1", {3}}, {"y2", {3}}}), rules);
    QCOMPARE(lines(pairs), (QStringList{"x1=y1 by name", "x2=y2 by name"}));
  }

  // A square weight has the same shape in both files.
  void transpositionsAreFound() {
    QTemporaryDir folder;
    const std::string first = folder.filePath("a.npz").toStdString(),
                      second = folder.filePath("b.safetensors").toStdString();
    const Tensor w = numbers({3, 3}, 1), bias = numbers({3}, 5);
    Tensor moved = w;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) moved.set(k * 3 + i, w.at(i * 3 + k));
    Tensor other = bias;
    other.set(1, 8);
    write_npz(first, std::vector<TensorRef>{{"net.w", &w}, {"net.b", &bias}});
    write_safetensors(second, std::vector<TensorRef>{{"m/w", &moved}, {"m/b", &other}});
    CheckpointSource before(first), after(second);
    const auto changes =
        compare_checkpoints(before, after, match_checkpoints(before.contents(), after.contents()));
    QCOMPARE(changes.size(), 2u);
    QCOMPARE(changes[0].name, std::string("m/b"));
    QCOMPARE(changes[0].before_name, std::string("net.b"));
    QCOMPARE(changes[0].kind, TensorChange::Kind::changed);
    QCOMPARE(changes[0].most, 2.0);
    QCOMPARE(changes[0].most_relative, 0.25);
    QCOMPARE(changes[1].before_name, std::string("net.w"));
    QCOMPARE(changes[1].kind, TensorChange::Kind::equal);
    QCOMPARE(changes[1].order, (std::vector<std::size_t>{1, 0}));
  }
};

NGRAPH_TEST(MatchCheckpointsTest)
#include "match_checkpoints_test.moc"
