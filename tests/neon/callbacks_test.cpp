// SPDX-License-Identifier: Apache-2.0
// Tests training loops, their phases, and what callbacks record.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "engine/base/error.h"
#include "engine/formats/archives/npz.h"
#include "engine/neon/data/array_iterator.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/training/callbacks_stop.h"
#include "engine/neon/training/loops.h"
#include "engine/ngraph.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::neon;

namespace {

// Samples 0, 1, 2 … with their doubles as targets.
DataPart doubles(std::int64_t count) {
  Tensor x(DType::f32, {count}), t(DType::f32, {count});
  for (std::int64_t i = 0; i < count; ++i) {
    x.set(i, static_cast<double>(i));
    t.set(i, 2.0 * static_cast<double>(i));
  }
  return {"train", {{"x", {"N"}, x}, {"t", {"N"}, t}}};
}

// Fits (w x - t)^2 over batches of four, starting from w = 0.
struct Fit {
  explicit Fit(std::int64_t iterations, double rate = .01)
      : source(doubles(8), 4, {iterations, {}}), optimizer(rate) {
    auto inputs = source.make_placeholders();
    w = variable({}, 0.0).named("w");
    cost = square(w * inputs.at("x") - inputs.at("t")).named("cost");
    const Op mean_cost = mean(cost, out_axes({}));
    train = make_bound_computation(
        transformer, {{"batch_cost", sequential({optimizer(cost), mean_cost})}}, inputs);
    loss =
        make_bound_computation(transformer, {{"loss", cost}, {"x", inputs.at("x") * 1.0}}, inputs);
  }
  ArrayIterator source;
  GradientDescentMomentum optimizer;
  TransformerPtr transformer = allocate_transformer("cpu");
  Op w, cost;
  BoundComputation train, loss;
};

class Phases : public Callback {
 public:
  void operator()(const CallbackMoment& moment, CallbackData&) override {
    const char* letters[] = {"T", "I", "m", "M", "i", "t"};
    seen += letters[static_cast<int>(moment.phase)];
    if (moment.outputs) outputs += moment.outputs->count("batch_cost");
    if (moment.phase == Phase::minibatch_pre)
      iterations.push_back(moment.batch->at("iteration").item());
  }
  QString seen;
  std::size_t outputs = 0;
  QList<double> iterations;
};

TensorFile read_file(const std::string& path) {
  Reader reader(path);
  Notes notes;
  return read_npz(reader, notes);
}

}  // namespace

class CallbacksTest : public QObject {
  Q_OBJECT
 private slots:
  void bound_computation();
  void phases();
  void containers_share_nothing();
  void recorded_values();
  void logger_averages_whole_intervals();
  void evaluation_counts_every_sample_once();
  void evaluation_of_batch_means();
  void progress();
  void stops_at_nan();
  void refusals();
};

void CallbacksTest::bound_computation() {
  const Op a = placeholder({}), b = placeholder({});
  const BoundComputation bound = make_bound_computation(
      make_transformer(), {{"sum", a + b}, {"difference", a - b}}, {{"b", b}, {"a", a}});
  const Batch outputs = bound({{"a", 5.0}, {"b", 3.0}, {"c", 1.0}});
  QCOMPARE(outputs.at("sum").item(), 8.0);
  QCOMPARE(outputs.at("difference").item(), 2.0);
  try {
    bound({{"a", 5.0}});
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::key);
    QVERIFY(QString(error.what()).contains("'b'"));
  }
}

void CallbacksTest::phases() {
  Fit fit(5);
  const auto phases = std::make_shared<Phases>();
  CallbackContainer callbacks(5, 2, {phases});
  loop_train(fit.source, fit.train, callbacks);
  QCOMPARE(phases->seen, "TImMmMiImMmMiImMt");
  QCOMPARE(phases->outputs, std::size_t{7});
  QCOMPARE(phases->iterations, (QList<double>{1, 2, 3, 4, 5}));
}

void CallbacksTest::containers_share_nothing() {
  CallbackContainer first(1, 1);
  first.add(std::make_shared<RunTimer>());
  const CallbackContainer second(1, 1);
  QCOMPARE(second.callbacks().size(), std::size_t{0});
}

void CallbacksTest::recorded_values() {
  const QTemporaryDir folder;
  const std::string path = folder.filePath("run.npz").toStdString();
  Fit fit(4);
  const auto eval = std::make_shared<ArrayIterator>(doubles(8), 4);
  DefaultCallbacks options;
  options.total_iterations = 4;
  options.frequency = 2;
  options.output_file = path;
  options.eval_set = eval;
  options.loss_computation = fit.loss;
  QStringList lines;
  options.sink = [&](const std::string& line) { lines.push_back(QString::fromStdString(line)); };
  CallbackContainer callbacks = make_default_callbacks(fit.train, options);
  callbacks.add(std::make_shared<RunTimer>());
  loop_train(fit.source, fit.train, callbacks);
  const TensorFile file = read_file(path);
  for (const char* name : {"config/total_iterations", "cost/train", "cost/loss", "cost/x",
                           "time/loss", "time/train/start_time", "time/train/end_time"}) {
    QVERIFY2(file.find(name), name);
  }
  QCOMPARE(file.find("config/total_iterations")->item(), 4.0);
  QCOMPARE(file.find("cost/train")->shape, (Shape{4}));
  QCOMPARE(file.find("cost/loss")->shape, (Shape{2}));
  // Before the first step w is 0: the mean square of 0, 2, 4, 6.
  QCOMPARE(file.find("cost/train")->at(0), 14.0);
  QVERIFY(file.find("cost/loss")->at(1) < file.find("cost/loss")->at(0));
  QVERIFY(file.find("time/train/end_time")->item() >= file.find("time/train/start_time")->item());
  QCOMPARE(lines.size(), 4);
  QVERIFY2(lines[0].startsWith("interval 1, iteration 2: mean training cost"),
           qPrintable(lines[0]));
  QVERIFY2(lines[3].startsWith("interval 2, iteration 4: evaluation loss"), qPrintable(lines[3]));
}

void CallbacksTest::logger_averages_whole_intervals() {
  QString line;
  TrainLogger logger([&](const std::string& text) { line = QString::fromStdString(text); });
  CallbackData data(4, 2);
  data.numbers("cost/train", 4) = {9, 9, 1, 3};
  const Batch none;
  logger({Phase::interval_post, 3, &none, &none}, data);
  QVERIFY2(line.endsWith("mean training cost 2"), qPrintable(line));
}

// Ten samples in batches of four: the last batch is filled up with the first two samples.
void CallbacksTest::evaluation_counts_every_sample_once() {
  Fit fit(1);
  ArrayIterator eval(doubles(10), 4);
  eval.next();
  const std::map<std::string, double> means = loop_eval(eval, fit.loss);
  QCOMPARE(means.at("x"), 4.5);
  QCOMPARE(means.at("loss"), 4 * 28.5);
}

void CallbacksTest::evaluation_of_batch_means() {
  Fit fit(1);
  const BoundComputation batch_loss = make_bound_computation(
      fit.transformer, {{"loss", mean(fit.cost, out_axes({}))}}, fit.loss.inputs());
  ArrayIterator even(doubles(8), 4), odd(doubles(10), 4);
  QCOMPARE(loop_eval(even, batch_loss).at("loss"), 4 * 17.5);
  try {
    loop_eval(odd, batch_loss);
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QVERIFY2(QString(error.what()).contains("2 of 4 samples"), error.what());
  }
}

void CallbacksTest::progress() {
  const std::string half = std::string(16, '=') + std::string(16, ' ');
  QCOMPARE(progress_text(50, 100, 0, 5, "L = 0.25"),
           "[" + half + "] 50/100  10/s, 0:05 left  L = 0.25");
  QVERIFY(QString::fromStdString(progress_text(1, 3601, 0, 2, "")).endsWith("2:00:00 left"));
  QVERIFY(!QString::fromStdString(progress_text(4, 4, 0, 2, "")).contains("left"));
  // Iterations before the run was continued do not count towards the rate.
  QCOMPARE(progress_text(50, 100, 50, 5, ""), "[" + half + "] 50/100");
  QVERIFY(QString::fromStdString(progress_text(60, 100, 50, 5, "")).contains("2.0/s, 0:20 left"));
}

// The learning rate is far too large: w grows until its square is not finite.
void CallbacksTest::stops_at_nan() {
  const QTemporaryDir folder;
  const std::string path = folder.filePath("run.npz").toStdString();
  Fit fit(1000, 10);
  DefaultCallbacks options;
  options.total_iterations = 1000;
  options.output_file = path;
  options.sink = [](const std::string&) {};
  CallbackContainer callbacks = make_default_callbacks(fit.train, options);
  try {
    loop_train(fit.source, fit.train, callbacks);
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    const Diagnostic& diagnostic = error.diagnostic();
    QCOMPARE(error.kind(), ErrorKind::value);
    QVERIFY2(QString::fromStdString(diagnostic.what).contains("in iteration"), error.what());
    QVERIFY2(QString::fromStdString(diagnostic.where).startsWith("first in "), error.what());
    QVERIFY2(QString::fromStdString(diagnostic.where).contains("callbacks_test.cpp"), error.what());
    QVERIFY(QString::fromStdString(diagnostic.action).contains("learning rate"));
  }
  QVERIFY(read_file(path).find("cost/train"));
}

void CallbacksTest::refusals() {
  const auto refused = [](const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      return QString(error.what());
    }
    return QString();
  };
  QVERIFY(refused([] { CallbackContainer(10, 0); }).contains("frequency"));
  Fit fit(1);
  QVERIFY(refused([&] {
            DefaultCallbacks options;
            options.loss_computation = fit.loss;
            make_default_callbacks(fit.train, options);
          }).contains("eval_set"));
  CallbackContainer callbacks(1, 1, {std::make_shared<TrainCost>("price")});
  QVERIFY(refused([&] { loop_train(fit.source, fit.train, callbacks); }).contains("'price'"));
}

NGRAPH_TEST(CallbacksTest, QCoreApplication)
#include "callbacks_test.moc"
