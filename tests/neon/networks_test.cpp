// SPDX-License-Identifier: Apache-2.0
// Tests that the sample networks learn the structure of their synthetic data, beyond what simpler
// models can, and that continued runs are bit-identical.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <map>

#include "engine/documents/export_document.h"
#include "engine/documents/import_document.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/training/training.h"
#include "sample_graphs/src/network.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Document sample_named(const std::string& name) {
  return load_document(testing::source_file("sample_graphs/") + name + ".ngraph");
}

TrainingRun run_of(const Document& document) {
  TrainingOptions options;
  options.stop_at_non_finite = true;
  options.history_bytes = 0;
  return TrainingRun(document, allocate_transformer("cpu"), options);
}

// The evaluation after the plan's epochs, or after the first one that reaches `goal`.
double trained(const Document& document, double goal) {
  TrainingRun run = run_of(document);
  double value = HUGE_VAL;
  for (std::int64_t epoch = 0; epoch < document.plan->epochs && value > goal; ++epoch) {
    run.run_epoch();
    value = run.last_evaluation(0).value();
  }
  return value;
}

// The least value of the evaluation, training until three epochs in a row bring no improvement.
double trained_to_the_end(const Document& document, std::int64_t most_epochs) {
  TrainingRun run = run_of(document);
  run.set_epochs(most_epochs);
  double best = HUGE_VAL;
  for (int idle = 0; idle < 3 && run.epoch() < most_epochs; ++idle) {
    run.run_epoch();
    if (const double value = run.last_evaluation(0).value(); value < best) {
      best = value;
      idle = -1;
    }
  }
  return best;
}

// Softmax regression on the digits, trained like the network with a hidden layer.
Document linear_model() {
  const sample::Feeds feeds = sample::digits(125);
  const Axis classes = make_axis(10, "Y");
  const auto net = neon::sequential(
      {neon::preprocess([](const Op& x) { return x / 255.0; }),
       neon::affine(
           {.weight_init = neon::gaussian(), .axes = classes, .activation = neon::softmax()})},
      "linear");
  neon::MomentumOptions options;
  options.momentum_coef = 0.9;
  neon::GradientDescentMomentum optimizer(0.1, options);
  const Document document =
      sample::trained_document(feeds, net, optimizer, sample::classifier(feeds, classes));
  return import_document(export_document(document), "linear.ngraph");
}

// Random state of dropout and running statistics are part of the state.
Document with_dropout() {
  const sample::Feeds feeds = sample::digits(125);
  const Axis classes = make_axis(10, "Y");
  neon::AffineOptions hidden{.weight_init = neon::gaussian(), .nout = 40};
  hidden.activation = neon::rectlin();
  hidden.batch_norm = true;
  const auto net = neon::sequential(
      {neon::preprocess([](const Op& x) { return x / 255.0; }), neon::affine(hidden),
       neon::dropout({.keep = 0.7}),
       neon::affine(
           {.weight_init = neon::gaussian(), .axes = classes, .activation = neon::softmax()})},
      "dropping");
  neon::GradientDescentMomentum optimizer(0.1);
  const Document document =
      sample::trained_document(feeds, net, optimizer, sample::classifier(feeds, classes));
  return import_document(export_document(document), "dropping.ngraph");
}

// Perplexity of a text part under the symbol frequencies of the training part.
double unigram_perplexity(const char* set, const char* part) {
  const neon::DataSet text = neon::load_data_set(*neon::data_set_named(set), "", 0);
  std::map<double, double> counts;
  const std::vector<double> train = text.array("train", "targets").value.values();
  for (const double sign : train) ++counts[sign];
  double bits = 0;
  const std::vector<double> targets = text.array(part, "targets").value.values();
  for (const double sign : targets)
    bits -= std::log(counts[sign] / static_cast<double>(train.size()));
  return std::exp(bits / static_cast<double>(targets.size()));
}

double mean_of(const std::vector<double>& values, std::size_t from, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += values[from + i];
  return sum / static_cast<double>(count);
}

}  // namespace

class NetworksTest : public QObject {
  Q_OBJECT
 private slots:
  void digits_need_a_hidden_layer();
  void pictures_need_convolutions();
  void letters_need_memory();
  void loss_falls_data();
  void loss_falls();
  void continued_runs_give_the_same_bits_data();
  void continued_runs_give_the_same_bits();

 private:
  QTemporaryDir folder_;
};

void NetworksTest::digits_need_a_hidden_layer() {
  const double net = trained(sample_named("10_mnist_mlp"), 0.05);
  QVERIFY2(net <= 0.05, qPrintable(QString::number(net)));
  const double linear = trained_to_the_end(linear_model(), 30);
  QVERIFY2(linear >= 0.15, qPrintable(QString::number(linear)));
  QVERIFY2(linear < 0.5, qPrintable(QString::number(linear)));  // it has learned what it can
}

void NetworksTest::pictures_need_convolutions() {
  const double mlp = trained_to_the_end(sample_named("12_cifar10_mlp"), 30);
  QVERIFY2(mlp < 0.85, qPrintable(QString::number(mlp)));  // better than chance
  const double convolutions = trained(sample_named("13_cifar10_conv"), mlp - 0.15);
  QVERIFY2(convolutions <= mlp - 0.15, qPrintable(QString("%1 %2").arg(convolutions).arg(mlp)));
}

void NetworksTest::letters_need_memory() {
  const double unigram = unigram_perplexity("ptb_characters", "valid");
  const double net = trained(sample_named("16_ptb_char_lstm"), 0.5 * unigram);
  QVERIFY2(net <= 0.5 * unigram, qPrintable(QString("%1 %2").arg(net).arg(unigram)));
}

void NetworksTest::loss_falls_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<int>("calls");
  QTest::newRow("lenet") << "11_mnist_lenet" << 25;
  QTest::newRow("residual net") << "14_cifar10_resnet" << 12;
  QTest::newRow("letters, plain recurrence") << "15_ptb_char_rnn" << 30;
  QTest::newRow("words") << "17_ptb_word_lstm" << 30;
}

// A non-finite value would stop the run.
void NetworksTest::loss_falls() {
  QFETCH(QString, name);
  QFETCH(int, calls);
  Document document = sample_named(name.toStdString());
  document.plan->evaluations.clear();
  document.plan->plots.resize(1);
  document.plan->batches = calls;
  document.plan->epochs = 1;
  TrainingRun run = run_of(document);
  run.run();
  const std::vector<double>& loss = run.series()[0].y;
  QCOMPARE(static_cast<int>(loss.size()), calls);
  const double first = mean_of(loss, 0, 3), last = mean_of(loss, loss.size() - 3, 3);
  QVERIFY2(last < first, qPrintable(QString("%1 %2").arg(first).arg(last)));
}

void NetworksTest::continued_runs_give_the_same_bits_data() {
  QTest::addColumn<QString>("name");
  QTest::newRow("momentum") << "10_mnist_mlp";
  QTest::newRow("Adam over time") << "17_ptb_word_lstm";
  QTest::newRow("dropout and batch norm") << "";
}

// Saved in the middle of an epoch, continued on the document read again.
void NetworksTest::continued_runs_give_the_same_bits() {
  QFETCH(QString, name);
  const std::string path = folder_.path().toStdString() + "/document.ngraph";
  Document document = name.isEmpty() ? with_dropout() : sample_named(name.toStdString());
  document.plan->batches = 8;
  document.plan->epochs = 2;
  document.plan->evaluations.clear();
  document.plan->plots.resize(1);
  save_document(document, path);
  TrainingRun whole = run_of(load_document(path));
  whole.run();
  TrainingRun first = run_of(load_document(path));
  for (int call = 0; call < 5; ++call) first.step();
  write_checkpoint(folder_.path().toStdString() + "/middle.safetensors", first.checkpoint());
  TrainingRun second = run_of(load_document(path));
  second.restore(folder_.path().toStdString() + "/middle.safetensors");
  second.run();
  QCOMPARE(second.series()[0].y, whole.series()[0].y);
  const Checkpoint expected = whole.checkpoint(), found = second.checkpoint();
  QCOMPARE(found.tensors.size(), expected.tensors.size());
  for (std::size_t i = 0; i < expected.tensors.size(); ++i) {
    QVERIFY2(found.tensors[i].value.bytes == expected.tensors[i].value.bytes,
             expected.tensors[i].name.c_str());
  }
}

NGRAPH_TEST(NetworksTest, QCoreApplication)
#include "networks_test.moc"
