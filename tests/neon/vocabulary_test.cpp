// SPDX-License-Identifier: Apache-2.0
// Tests texts whose vocabulary differs from the document's, and axis lengths set for a run.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "engine/documents/export_document.h"
#include "engine/documents/import_document.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/neon/neon.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/neon/training/training.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Embeds each symbol and predicts the next one with a single layer, trained with momentum.
Document predicting(const char* set, std::int64_t vocabulary, bool saved_table = false) {
  const Axis n = make_axis(8, "N"), t = make_axis(10, "REC"), v = make_axis(vocabulary, "V");
  const Op text = placeholder({t, n}, DType::i32).named("text");
  const Op next = placeholder({t, n}, DType::i32).named("next");
  neon::LookupTableOptions table{.vocab_size = vocabulary, .embed_dim = 5};
  table.init = neon::gaussian();
  if (saved_table) table.pad_idx = 0;
  const auto net = neon::sequential(
      {neon::lookup_table(table),
       neon::affine({.weight_init = neon::gaussian(), .axes = v, .activation = neon::softmax()})},
      "net");
  const Op cost = cross_entropy_multi(net(text), one_hot(next, v));
  neon::GradientDescentMomentum optimizer(0.5);
  const Op step = doall({optimizer(cost)}).named("step");
  Document document;
  document.path = "predicting.ngraph";
  document.computations = {
      computation({mean(cost, out_axes({})).named("loss"), step}, {text, next}).named("update")};
  RunPlan plan;
  plan.computation = "update";
  plan.batches = 20;
  PlanData data;
  data.name = "text";
  data.generator = set;
  data.vocabulary = "V";
  plan.data = {data};
  for (const auto& [name, array] : {std::pair("text", "inputs"), std::pair("next", "targets")}) {
    PlanBinding binding;
    binding.placeholder = name;
    binding.source = PlanBinding::Source::data;
    binding.data = std::string("text.train.") + array;
    plan.bindings.push_back(binding);
  }
  document.plan = plan;
  return import_document(export_document(document), document.path);
}

std::int64_t vocabulary_of(const char* set, const std::string& folder) {
  return std::ssize(neon::load_data_set(*neon::data_set_named(set), folder, 0).classes);
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

class VocabularyTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void axes_follow_the_users_text_data();
  void axes_follow_the_users_text();
  void a_larger_vocabulary_is_refused_without_override();
  void a_saved_table_is_refused();
  void a_length_changes_dependent_axes();
  void vocabularies_are_saved_and_read();

 private:
  QTemporaryDir folder_;
  std::string other_seed_, more_letters_;
};

void VocabularyTest::initTestCase() {
  other_seed_ = folder_.path().toStdString() + "/other_seed";
  more_letters_ = folder_.path().toStdString() + "/more_letters";
  const auto& kind = *neon::data_set_named("ptb_characters");
  for (const std::string& folder : {other_seed_, more_letters_}) {
    neon::write_synthetic(kind, folder, 5);
  }
  for (const char* part : {"train", "valid", "test"}) {
    std::ofstream file(more_letters_ + "/ptb." + part + ".txt", std::ios::app);
    for (int i = 0; i < 40; ++i) file << " QUICK JIVING FOXES W" << i % 10 << " \n";
  }
}

void VocabularyTest::axes_follow_the_users_text_data() {
  QTest::addColumn<QString>("set");
  QTest::addColumn<bool>("more");
  QTest::newRow("characters of another seed") << "ptb_characters" << false;
  QTest::newRow("more characters") << "ptb_characters" << true;
  QTest::newRow("words of another seed") << "ptb_words" << false;
  QTest::newRow("more words") << "ptb_words" << true;
}

void VocabularyTest::axes_follow_the_users_text() {
  QFETCH(QString, set);
  QFETCH(bool, more);
  const QByteArray name = set.toLatin1();
  const std::int64_t before = vocabulary_of(name, "");
  const Document document = predicting(name, before);
  RunOverrides overrides;
  overrides.folders["text"] = more ? more_letters_ : other_seed_;
  const std::int64_t after = vocabulary_of(name, overrides.folders["text"]);
  QCOMPARE(after > before, more);
  const Document changed = with_overrides(document, overrides);
  QCOMPARE(changed.find("net/LookupTable/LutW").axes().lengths(), (Shape{after, 5}));
  TrainingRun run(changed, allocate_transformer("reference"));
  run.run();
  const std::vector<double>& loss = run.series()[0].y;
  QCOMPARE(std::ssize(loss), 20);
  QVERIFY(loss.back() < loss.front());
}

void VocabularyTest::a_larger_vocabulary_is_refused_without_override() {
  Document document = predicting("ptb_characters", 20);
  document.plan->data[0].vocabulary.clear();
  RunOverrides overrides;
  overrides.folders["text"] = more_letters_;
  const QString said = refusal(
      [&] { TrainingRun(with_overrides(document, overrides), allocate_transformer("reference")); });
  const std::int64_t signs = vocabulary_of("ptb_characters", more_letters_);
  for (const std::string& part :
       {more_letters_, std::string("more classes than the axis"), std::string("'V'"),
        std::string("20 long"), "--length V=" + std::to_string(signs), std::string("vocabulary")}) {
    QVERIFY2(said.contains(QString::fromStdString(part)), qPrintable(said));
  }
  overrides.axis_lengths["V"] = signs;
  TrainingRun run(with_overrides(document, overrides), allocate_transformer("reference"));
  QVERIFY(run.step());
}

void VocabularyTest::a_saved_table_is_refused() {
  const Document document = predicting("ptb_characters", 20, true);
  RunOverrides overrides;
  overrides.folders["text"] = more_letters_;
  const QString said = refusal([&] { with_overrides(document, overrides); });
  QVERIFY2(said.contains("LutW") && said.contains("does not allow V"), qPrintable(said));
}

// Two axes of the same name are distinguished by id and by length.
void VocabularyTest::a_length_changes_dependent_axes() {
  const Axis n = make_axis(2, "N"), small = make_axis(3, "F"), large = make_axis(4, "F");
  const Op x = placeholder({small, n}).named("x");
  const Op w = variable({make_shadow_axis(large), small}, 0.0).named("w");
  const Op y = cast_axes(dot(w, x), {large, n}).named("y");
  Document document;
  document.computations = {computation({y}, {x}).named("layer")};
  document = import_document(export_document(document), "layer.ngraph");
  const auto shapes = [&](const std::string& axis) {
    const Document changed = with_lengths(document, {{{axis, 7}}, 0});
    return std::pair(changed.find("w").axes().lengths(), changed.find("y").axes().lengths());
  };
  QCOMPARE(shapes("F"), std::pair(Shape({4, 7}), Shape({4, 2})));
  QCOMPARE(shapes("F#2"), std::pair(Shape({7, 3}), Shape({7, 2})));
}

void VocabularyTest::vocabularies_are_saved_and_read() {
  const std::string path = folder_.path().toStdString() + "/saved.ngraph";
  save_document(predicting("ptb_words", 68), path);
  QCOMPARE(load_document(path).plan->data[0].vocabulary, std::string("V"));
}

NGRAPH_TEST(VocabularyTest, QCoreApplication)
#include "vocabulary_test.moc"
