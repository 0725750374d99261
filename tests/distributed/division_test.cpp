// SPDX-License-Identifier: Apache-2.0
// Tests how a division among ranks is written, the stages of ops in the record of a compilation,
// and the memory of the ranks.
#include <QtTest>

#include "engine/distributed/division.h"
#include "engine/distributed/rank_bytes.h"
#include "engine/distributed/rank_threads.h"
#include "engine/documents/document.h"
#include "engine/ngraph.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Document sample(const char* name) {
  return load_document(testing::source_file("sample_graphs/" + std::string(name) + ".ngraph"));
}

CompilationRecordPtr compiled(const Document& document, const char* division) {
  const TransformerPtr transformer = allocate_transformer("cpu");
  divide_into_threads(transformer->options(), read_division(division));
  transformer->options().keep_record = true;
  return make_record(transformer->add_computation(document.computation()).compilation());
}

const PassRecord& pass_named(const CompilationRecord& record, const char* name) {
  const auto& passes = record.passes;
  const auto found = std::find_if(passes.begin(), passes.end(),
                                  [&](const PassRecord& pass) { return pass.name == name; });
  return *found;
}

std::set<std::string> placements_of(const GraphRecord& graph) {
  std::set<std::string> found;
  for (const OpRecord& op : graph.ops)
    for (const auto& [key, value] : op.metadata)
      if (key == "placement") found.insert(value);
  return found;
}

}  // namespace

class DivisionTest : public QObject {
  Q_OBJECT
 private slots:
  void texts_are_read_back_data();
  void texts_are_read_back();
  void other_texts_are_refused();
  void stages_can_be_set();
  void ops_of_all_stages_have_a_placement();
  void parts_and_stages_are_named_together();
  void each_rank_has_its_memory();
};

void DivisionTest::texts_are_read_back_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("options");
  QTest::newRow("one process") << "" << "";
  QTest::newRow("an axis") << "N=2,H=2" << "--parallel N=2,H=2";
  QTest::newRow("stages") << "stages=4" << "--stages 4";
  QTest::newRow("all") << "N=2,stages=2,micro-batches=8,stage=1,shard-state=all"
                       << "--parallel N=2 --stages 2 --micro-batches 8 --stage 1 --shard-state all";
  QTest::newRow("micro-batches") << "micro-batches=4" << "--micro-batches 4";
}

void DivisionTest::texts_are_read_back() {
  QFETCH(QString, text);
  QFETCH(QString, options);
  const Division division = read_division(text.toStdString());
  QCOMPARE(QString::fromStdString(division_text(division)), text);
  QStringList words;
  for (const std::string& word : division_options(division)) words << QString::fromStdString(word);
  QCOMPARE(words.join(' '), options);
}

void DivisionTest::other_texts_are_refused() {
  for (const char* wrong : {"N=2,", "micro-batches=0", "micro-batches", "stage=-1", "stage=x",
                            "shard-state=some", "N=2,N=3", "stages=0"})
    QVERIFY_THROWS_EXCEPTION(Error, read_division(wrong));
  QVERIFY_THROWS_EXCEPTION(Error, compiled(sample("06_mlp"), "stages=2,stage=2"));
}

void DivisionTest::stages_can_be_set() {
  Division division = read_division("stages=4,N=2,stage=3");
  QCOMPARE(division.stages(), 4);
  QVERIFY(division.axes.back().is_stages());
  division.set_stages(2);
  QCOMPARE(division_text(division), std::string("N=2,stages=2"));
  division.set_stages(1);
  QCOMPARE(division_text(division), std::string("N=2"));
}

// The program is that of one stage, the graph before the cut has the ops of both.
void DivisionTest::ops_of_all_stages_have_a_placement() {
  const CompilationRecordPtr record = compiled(sample("06_mlp"), "stages=2,stage=1");
  const PassRecord& cut = pass_named(*record, "cut_stages");
  QVERIFY(cut.changed);
  QCOMPARE(placements_of(*cut.before), (std::set<std::string>{"stage 0", "stage 1"}));
  const auto at = static_cast<std::size_t>(&cut - record->passes.data());
  QVERIFY(at > 0 && record->passes[at - 1].after == cut.before);
  std::map<std::string, std::set<std::string>> after;  // by op
  for (const OpRecord& op : cut.after->ops)
    for (const auto& [key, value] : op.metadata)
      if (key == "placement") after[op.op].insert(value);
  QCOMPARE(after["receive"], std::set<std::string>{"exchange"});
  QCOMPARE(after["dot"], std::set<std::string>{"stage 1"});
  QCOMPARE(after["variable"], (std::set<std::string>{"stage 0", "stage 1"}));  // each declares all
}

void DivisionTest::parts_and_stages_are_named_together() {
  const CompilationRecordPtr record = compiled(sample("06_mlp"), "N=2,stages=2");
  const auto found = placements_of(*pass_named(*record, "cut_stages").before);
  for (const char* each : {"part of N, stage 0", "part of N, stage 1"})
    QVERIFY2(found.count(each) > 0, each);
}

// Each stage keeps its own weights; a rank with parts of the state has less than one with all.
void DivisionTest::each_rank_has_its_memory() {
  const Document document = sample("06_mlp");
  const auto bytes = [&](const char* division) {
    CompileOptions options;
    divide_into_threads(options, read_division(division));
    return bytes_of_stages(document.computation(), "cpu", options);
  };
  const std::vector<StageBytes> alone = bytes(""), stages = bytes("stages=2");
  QCOMPARE(alone.size(), std::size_t{1});
  QCOMPARE(stages.size(), std::size_t{2});
  for (const StageBytes& stage : stages) QVERIFY(stage.other > 0 && stage.temporaries > 0);
  QVERIFY(stages[0].other != stages[1].other);
  const CompilationRecordPtr shown = compiled(document, "stages=2,stage=1");
  QCOMPARE(shown->peak_bytes, stages[1].temporaries);
  QVERIFY(bytes("N=2,shard-state=all")[0].other < bytes("N=2")[0].other);
}

NGRAPH_TEST(DivisionTest)
#include "division_test.moc"
