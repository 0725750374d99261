// SPDX-License-Identifier: Apache-2.0
// Tests synthetic data sets, and the order in which iterators return their batches.
#include <QTemporaryDir>
#include <QtTest>

#include <set>

#include "engine/base/error.h"
#include "engine/graph/axis.h"
#include "engine/neon/data/array_iterator.h"
#include "engine/neon/data/data_set_table.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::neon;

namespace {

Tensor counted(std::int64_t count) {
  Tensor tensor(DType::i32, {count});
  for (std::int64_t i = 0; i < count; ++i) tensor.set(i, static_cast<double>(i));
  return tensor;
}

// Sample i is (i, i + 0.5), its label is i.
DataPart samples(std::int64_t count) {
  Tensor rows(DType::f32, {count, 2});
  for (std::int64_t i = 0; i < count; ++i) {
    rows.set(2 * i, static_cast<double>(i));
    rows.set(2 * i + 1, static_cast<double>(i) + 0.5);
  }
  return {"train", {{"x", {"N", "F"}, rows}, {"y", {"N"}, counted(count)}}};
}

DataPart sequence(std::int64_t length) {
  Tensor inputs = counted(length), targets = counted(length);
  for (std::int64_t i = 0; i < length; ++i) targets.set(i, static_cast<double>(i + 1));
  return {"train", {{"inputs", {"REC"}, inputs}, {"targets", {"REC"}, targets}}};
}

template <class Make>
QString refusal(const Make& make) {
  try {
    make();
  } catch (const Error& error) {
    return QString(error.what());
  }
  return "no error was thrown";
}

}  // namespace

class DataSetsTest : public QObject {
  Q_OBJECT
 private slots:
  void every_set_has_synthetic_data_data();
  void every_set_has_synthetic_data();
  void synthetic_data_is_written_to_folders();
  void the_same_seed_gives_the_same_files();
  void sequential_batches_wrap_around();
  void shuffled_batches_depend_on_epoch_and_batch_only();
  void iterations_are_counted_from_one();
  void placeholders_of_arrays();
  void windows_of_streams_continue();
  void shuffled_windows_overlap_as_requested();
  void targets_backward_and_before();
  void refused_iterators();
};

void DataSetsTest::every_set_has_synthetic_data_data() {
  QTest::addColumn<QString>("name");
  for (const DataSetKind& kind : data_set_table()) {
    QTest::newRow(kind.name.data()) << QString::fromLatin1(kind.name.data());
  }
}

// Each set matches its description in the table and contains every class.
void DataSetsTest::every_set_has_synthetic_data() {
  QFETCH(QString, name);
  const DataSetKind& kind = *data_set_named(name.toStdString());
  const DataSet set = load_data_set(kind, "", 0);
  QCOMPARE(set.name, std::string(kind.name));
  QCOMPARE(set.is_text, kind.is_text);
  QCOMPARE(set.parts.size(), kind.parts.size());
  for (std::size_t i = 0; i < set.parts.size(); ++i) {
    QCOMPARE(set.parts[i].name, std::string(kind.parts[i]));
    QCOMPARE(set.parts[i].arrays.size(), kind.arrays.size());
    for (std::size_t a = 0; a < kind.arrays.size(); ++a) {
      const DataArray& array = set.parts[i].arrays[a];
      QCOMPARE(array.name, std::string(kind.arrays[a]));
      QCOMPARE(array.axes.size(), array.value.shape.size());
    }
    std::vector<double> labels = set.parts[i].arrays[1].value.values();
    QCOMPARE(std::set<double>(labels.begin(), labels.end()).size(), set.classes.size());
  }
}

void DataSetsTest::synthetic_data_is_written_to_folders() {
  QTemporaryDir folder;
  const std::string path = folder.path().toStdString() + "/new/digits";
  const DataSetKind& mnist = *data_set_named("mnist");
  QCOMPARE(write_synthetic(mnist, path, 3).size(), std::size_t{4});
  const DataSet read = load_data_set(mnist, path, 0), made = load_data_set(mnist, "", 3);
  QCOMPARE(read.array("test", "image").value, made.array("test", "image").value);
  QCOMPARE(read.array("train", "label").value, made.array("train", "label").value);
  QCOMPARE(read.origin, path);
  QCOMPARE(made.origin, std::string("synthetic mnist, seed 3"));
}

void DataSetsTest::the_same_seed_gives_the_same_files() {
  for (const DataSetKind& kind : data_set_table()) {
    const auto once = kind.synthetic(1), again = kind.synthetic(1), other = kind.synthetic(2);
    for (std::size_t i = 0; i < once.size(); ++i) {
      QVERIFY(once[i].bytes == again[i].bytes);
      QVERIFY(once[i].bytes != other[i].bytes);
    }
    QVERIFY(once.front().bytes != once.back().bytes);
  }
  QVERIFY(!data_set_named("imagenet"));
}

void DataSetsTest::sequential_batches_wrap_around() {
  const ArrayIterator iterator(samples(5), 2);
  QCOMPARE(iterator.nbatches(), 3);
  QCOMPARE(iterator.batch(0, 0).at("x").values(), (std::vector<double>{0, 0.5, 1, 1.5}));
  QCOMPARE(iterator.batch(0, 2).at("y").values(), (std::vector<double>{4, 0}));
  QCOMPARE(iterator.batch(7, 2).at("y").values(), (std::vector<double>{4, 0}));
  QCOMPARE(iterator.batch(0, 0).at("x").shape, (Shape{2, 2}));
  QCOMPARE(iterator.batch(0, 0).at("y").dtype, DType::i32);
}

void DataSetsTest::shuffled_batches_depend_on_epoch_and_batch_only() {
  const ArrayIterator iterator(samples(100), 10, {std::nullopt, 4});
  const ArrayIterator again(samples(100), 10, {std::nullopt, 4});
  const ArrayIterator other(samples(100), 10, {std::nullopt, 5});
  const auto labels = [](const ArrayIterator& from, std::int64_t epoch, std::int64_t batch) {
    return from.batch(epoch, batch).at("y").values();
  };
  const auto late = labels(iterator, 3, 7);
  std::set<double> all;
  for (int batch = 0; batch < 10; ++batch) {
    for (const double label : labels(iterator, 0, batch)) all.insert(label);
  }
  QCOMPARE(all.size(), std::size_t{100});  // each once per epoch
  QCOMPARE(labels(again, 3, 7), late);     // independent of earlier requests
  QVERIFY(labels(iterator, 4, 7) != late);
  QVERIFY(labels(other, 3, 7) != late);
  const Batch batch = iterator.batch(3, 7);
  QCOMPARE(batch.at("x").at(2), batch.at("y").at(1));  // samples keep their labels
}

void DataSetsTest::iterations_are_counted_from_one() {
  ArrayIterator iterator(samples(4), 2, {5, std::nullopt});
  std::vector<double> counted, first;
  while (const auto batch = iterator.next()) {
    counted.push_back(batch->at("iteration").item());
    first.push_back(batch->at("y").at(0));
  }
  QCOMPARE(counted, (std::vector<double>{1, 2, 3, 4, 5}));
  QCOMPARE(first, (std::vector<double>{0, 2, 0, 2, 0}));
  iterator.reset();
  QCOMPARE(iterator.next()->at("iteration").item(), 1.0);
  QCOMPARE(ArrayIterator(samples(5), 2).total_iterations(), 3);
}

void DataSetsTest::placeholders_of_arrays() {
  const auto made = ArrayIterator(samples(5), 2).make_placeholders(true);
  QCOMPARE(made.size(), std::size_t{3});
  QCOMPARE(made.at("x").axes().lengths(), (Shape{2, 2}));
  QVERIFY(made.at("x").axes()[0].is_batch());
  QCOMPARE(made.at("x").axes()[1].name(), std::string("F"));
  QCOMPARE(made.at("y").dtype(), DType::i32);
  QVERIFY(made.at("y").axes()[0] == made.at("x").axes()[0]);
  QVERIFY(made.at("iteration").axes().empty());
  const auto text = SequentialArrayIterator(sequence(20), 4, 2).make_placeholders();
  QCOMPARE(text.size(), std::size_t{2});
  QCOMPARE(text.at("inputs").axes().lengths(), (Shape{2, 4}));
  QVERIFY(text.at("inputs").axes()[1].is_recurrent());
}

void DataSetsTest::windows_of_streams_continue() {
  const SequentialArrayIterator iterator(sequence(25), 4, 2);
  QCOMPARE(iterator.nbatches(), 3);
  const Batch first = iterator.batch(0, 0), second = iterator.batch(0, 1);
  QCOMPARE(first.at("inputs").shape, (Shape{2, 4}));
  QCOMPARE(first.at("inputs").values(), (std::vector<double>{0, 1, 2, 3, 12, 13, 14, 15}));
  QCOMPARE(second.at("inputs").values(), (std::vector<double>{4, 5, 6, 7, 16, 17, 18, 19}));
  QCOMPARE(second.at("targets").values(), (std::vector<double>{5, 6, 7, 8, 17, 18, 19, 20}));
}

void DataSetsTest::shuffled_windows_overlap_as_requested() {
  SequenceOptions options;
  options.shuffle = 1;
  options.stride = 1;
  const SequentialArrayIterator iterator(sequence(20), 4, 5, options);
  QCOMPARE(iterator.nbatches(), 4);  // 17 windows
  std::set<double> starts;
  for (int batch = 0; batch < 4; ++batch) {
    const Tensor rows = iterator.batch(0, batch).at("inputs");
    for (std::int64_t row = 0; row < 5; ++row) {
      starts.insert(rows.at(row * 4));
      QCOMPARE(rows.at(row * 4 + 3), rows.at(row * 4) + 3);
    }
  }
  QCOMPARE(starts.size(), std::size_t{17});
}

void DataSetsTest::targets_backward_and_before() {
  SequenceOptions options;
  options.reverse_target = options.prev_target = true;
  const Batch batch = SequentialArrayIterator(sequence(8), 4, 2, options).batch(0, 0);
  QCOMPARE(batch.at("targets").values(), (std::vector<double>{4, 3, 2, 1, 8, 7, 6, 5}));
  QCOMPARE(batch.at("prev_targets").values(), (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
}

void DataSetsTest::refused_iterators() {
  QVERIFY(refusal([] {
            ArrayIterator(samples(3), 4);
          }).startsWith("there are fewer samples than a batch holds\n  found: 3 samples"));
  QVERIFY(refusal([] { ArrayIterator(samples(3), 0); }).contains("at least one sample"));
  QVERIFY(refusal([] { ArrayIterator(DataPart{}, 1); }).contains("at least one array"));
  DataPart uneven = samples(3);
  uneven.arrays[1].value = counted(4);
  QVERIFY(refusal([&] { ArrayIterator(uneven, 1); }).contains("'y' of shape (4,)"));
  DataPart named = samples(3);
  named.arrays[1].name = "iteration";
  QVERIFY(refusal([&] { ArrayIterator(named, 1); }).contains("its own 'iteration'"));
  DataPart previous = sequence(20);
  previous.arrays[0].name = "prev_targets";
  SequenceOptions options;
  options.prev_target = true;
  QVERIFY(refusal([&] {
            SequentialArrayIterator(previous, 4, 2, options);
          }).contains("its own 'prev_targets'"));
  QVERIFY(refusal([] { SequentialArrayIterator(sequence(7), 4, 2); }).contains("found: 1 samples"));
  QVERIFY(refusal([] { SequentialArrayIterator(sequence(7), 0, 2); }).contains("one time step"));
}

NGRAPH_TEST(DataSetsTest, QCoreApplication)
#include "data_sets_test.moc"
