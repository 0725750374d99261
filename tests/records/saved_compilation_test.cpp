// SPDX-License-Identifier: Apache-2.0
// Tests saved compilations: round trips lose nothing, earlier versions load, and damage is reported
// with its field.
#include "engine/formats/documents/compilation_file.h"

#include <QTemporaryDir>
#include <QtTest>
#include <limits>

#include "engine/formats/format_table.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/test_program.h"
#include "tests/support/training_graphs.h"

using namespace ng;

namespace {

CompilationRecordPtr record_of(const TriedComputation& tried) {
  CompileOptions options;
  options.keep_record = true;
  const TransformerPtr transformer = allocate_transformer("cpu");
  return make_record(transformer->add_computation(tried.computation, options).compilation());
}

SavedCompilation saved_of(CompilationRecordPtr record) {
  auto document = std::make_shared<DocumentRecord>();
  document->path = "tried.ngraph";
  document->title = "\xff not UTF-8, \"quoted\"";
  document->graph = record->as_written();
  document->computations = {{record->computation, {}, document->graph->results}};
  PlanRecord plan;
  plan.fault.emplace().what = "no data";
  document->plan = std::make_shared<const PlanRecord>(plan);
  return {document, {{false, 0, 0, "unknown lengths"}}, std::move(record), "{\"traceEvents\":[]}"};
}

std::string text_of(const TriedComputation& tried) {
  return to_json(saved_of(record_of(tried)));
}

// A record without passes would be refused.
CompilationRecord small_record() {
  const auto graph = std::make_shared<GraphRecord>();
  PassRecord pass;
  pass.before = pass.after = graph;
  CompilationRecord record;
  record.passes = {pass};
  return record;
}

SavedCompilationPtr read(const std::string& text) {
  Reader reader(std::as_bytes(std::span(text)), "kept.ngrec");
  return read_saved_compilation(reader);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) qWarning("no %s to replace", from.c_str());
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string without(std::string text, const std::string& begin, const std::string& end) {
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;)
    text.erase(at, text.find(end, at) + end.size() - at);
  return text;
}

void check_refusal(const std::string& text, const QStringList& words) {
  try {
    read(text);
  } catch (const Error& error) {
    const QString message = QString::fromUtf8(error.what());
    QVERIFY2(error.kind() == ErrorKind::bad_file, qPrintable(message));
    for (const QString& word : words) QVERIFY2(message.contains(word), qPrintable(message));
    return;
  }
  QFAIL(qPrintable("no error was thrown: " + words.join(", ")));
}

}  // namespace

class SavedCompilationTest : public QObject {
  Q_OBJECT
 private slots:
  void round_trips();
  void graphs_are_shared();
  void is_a_format();
  void special_numbers();
  void unknown_lengths();
  void earlier_releases();
  void later_fields_are_ignored();
  void damage();
  void parts_that_disagree();
  void every_truncation();
};

void SavedCompilationTest::round_trips() {
  for (const TriedComputation& tried : all_tried_computations()) {
    const std::string text = text_of(tried);
    SavedCompilationPtr again;
    try {
      again = read(text);
    } catch (const Error& error) {
      QFAIL((tried.name + ": " + error.what()).c_str());
    }
    QVERIFY2(to_json(*again) == text, tried.name.c_str());
    const CompilationRecordPtr record = again->compilation;
    QVERIFY(record->final_graph()->ops.size() > 0);
    QVERIFY(record->final_graph()->find(record->final_graph()->ops.front().id));
    QVERIFY(record->diagnostics.size() == record_of(tried)->diagnostics.size());
    QCOMPARE(again->document->plan->fault->what, std::string("no data"));
  }
}

// A pass that changes nothing has one shared graph, also after reading.
void SavedCompilationTest::graphs_are_shared() {
  const CompilationRecordPtr record = record_of(training_graphs()[2]);
  const SavedCompilationPtr saved = read(to_json(saved_of(record)));
  const CompilationRecordPtr again = saved->compilation;
  QVERIFY(saved->document->graph == again->as_written());
  for (std::size_t i = 0; i < record->passes.size(); ++i) {
    QCOMPARE(again->passes[i].before == again->passes[i].after,
             record->passes[i].before == record->passes[i].after);
  }
}

void SavedCompilationTest::is_a_format() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("misnamed.txt").toStdString();
  const SavedCompilation saved = saved_of(record_of(training_graphs()[3]));
  save_compilation(saved, path);
  QVERIFY(is_saved_compilation(path));
  QCOMPARE(to_json(*open_compilation(path)), to_json(saved));
  Reader reader(path);
  QCOMPARE(&recognise(reader), &compilation_format);
  Notes notes;
  const FileModel model = compilation_format.read(reader, notes);
  const std::string other = folder.filePath("again.ngrec").toStdString();
  compilation_format.write(other, model);
  QCOMPARE(to_json(*open_compilation(other)), to_json(saved));
  QVERIFY_THROWS_EXCEPTION(Error, compilation_format.write(other, FileModel(TensorFile{})));
  QVERIFY(!is_saved_compilation(folder.filePath("absent").toStdString()));
  QVERIFY(!looks_like_saved_compilation("{\"ngraph\": 1}"));
  QVERIFY(looks_like_saved_compilation("\xef\xbb\xbf {\n \"ngraph_compilation\": 1"));
  QVERIFY(!looks_like_saved_compilation("{") && !looks_like_saved_compilation(""));
}

void SavedCompilationTest::special_numbers() {
  CompilationRecord record = small_record();
  record.compile_ms = std::numeric_limits<double>::quiet_NaN();
  KernelRecord kernel;
  kernel.microseconds = -std::numeric_limits<double>::infinity();
  kernel.id = std::numeric_limits<OpId>::max();
  record.kernels.push_back(kernel);
  const std::string text = to_json(saved_of(std::make_shared<CompilationRecord>(record)));
  QVERIFY(text.find("\"compile_ms\":\"nan\"") != std::string::npos);
  const CompilationRecordPtr again = read(text)->compilation;
  QVERIFY(std::isnan(again->compile_ms));
  QCOMPARE(again->kernels[0].microseconds, kernel.microseconds);
  QCOMPARE(again->kernels[0].id, kernel.id);
}

// Null, and -1 in older files.
void SavedCompilationTest::unknown_lengths() {
  CompilationRecord record = small_record();
  BufferRecord buffer;
  buffer.axes = {{"N", {}, 0, AxisRole::batch}, {"C", 3, 0, {}}};
  buffer.strides = {3, 1};
  record.buffers.push_back(buffer);
  const std::string text = to_json(saved_of(std::make_shared<CompilationRecord>(record)));
  for (const char* length : {"null", "-1"}) {
    const CompilationRecordPtr again =
        read(replaced(text, "\"length\":null", std::string("\"length\":") + length))->compilation;
    const std::vector<AxisRecord>& axes = again->buffers[0].axes;
    QVERIFY(!axes[0].length && axes[0].role == AxisRole::batch);
    QVERIFY(axes[1].length == 3 && !axes[1].role);
  }
}

// Releases before `traits` wrote the same version. What they did not save is said.
void SavedCompilationTest::earlier_releases() {
  const std::string text = text_of(training_graphs()[0]);
  const std::string early = without(text, "\"traits\":[", "],");
  QVERIFY(early.size() < text.size());
  const CompilationRecordPtr record = read(early)->compilation;
  QVERIFY(!record->diagnostics.empty());
  const Diagnostic& note = record->diagnostics.back();
  QVERIFY(note.severity == Severity::note && note.found == "no traits");
  QCOMPARE(record->final_graph()->ops.size(), read(text)->compilation->final_graph()->ops.size());
}

void SavedCompilationTest::later_fields_are_ignored() {
  const std::string text = text_of(training_graphs()[0]);
  for (const char* added : {"\"costs\":", "\"computation\":", "\"glyph\":"})
    QCOMPARE(to_json(*read(replaced(text, added, std::string("\"later\":[1,{}],") + added))), text);
}

void SavedCompilationTest::damage() {
  const std::string text = text_of(training_graphs()[0]);
  check_refusal("", {"kept.ngrec", "cut off"});
  check_refusal("[]", {"object"});
  check_refusal("{}", {"ngraph_compilation"});
  check_refusal(replaced(text, "compilation\":1", "compilation\":2"),
                {"found: 2", "expected: 1 to 1"});
  check_refusal(replaced(text, "compilation\":1", "compilation\":0"), {"found: 0"});
  check_refusal(replaced(text, "compilation\":1", "compilation\":\"1\""), {"ngraph_compilation"});
  check_refusal(replaced(text, "\"before\":0", "\"before\":99"), {"passes[0].before", "99"});
  check_refusal(replaced(text, "\"family\":\"state\"", "\"family\":\"stat\""), {"family", "stat"});
  check_refusal(replaced(text, "\"phase\":\"graph\"", "\"phase\":\"grap\""),
                {"passes[0].phase", "grap", "expected: 'graph' or 'program'"});
  check_refusal(replaced(text, "\"kind\":\"generated\"", "\"kind\":\"made\""),
                {"kernels[0].kind", "'library'", "'copy'"});
  check_refusal(replaced(text, "\"role\":\"input\"", "\"role\":\"\""), {"role", "'gradient'"});
  check_refusal(replaced(text, "\"dtype\":\"float32\"", "\"dtype\":\"f32\""),
                {"dtype", "'float32'"});
  check_refusal(replaced(text, "\"enabled\":true", "\"enabled\":1"), {"enabled"});
  check_refusal(replaced(text, "\"sentence\"", "\"sentenc\""), {"sentence", "missing"});
  check_refusal(replaced(text, "\"trace\":\"", "\"trac\":\""), {"trace", "missing"});
  check_refusal(std::string(100000, '['), {"kept.ngrec"});
}

// Each would lead a reader of the record out of a list, around a cycle, or to a huge allocation.
void SavedCompilationTest::parts_that_disagree() {
  const std::string text = text_of(training_graphs()[2]);
  check_refusal(replaced(text, "\"first_step\":0", "\"first_step\":-1"), {"first_step", "-1"});
  check_refusal(replaced(text, "\"last_step\":", "\"last_step\":1000000"), {"last_step"});
  check_refusal(replaced(text, "\"strides\":[", "\"strides\":[7,"), {"strides"});
  check_refusal(replaced(text, "\"peak_bytes\":", "\"peak_bytes\":-"), {"peak_bytes"});
  check_refusal(replaced(text, "\"lines\":[{\"line\":", "\"lines\":[{\"line\":2000000000"),
                {"line"});
  check_refusal(replaced(text, "\"length\":", "\"length\":-2"), {"length"});
  check_refusal(replaced(text, "\"result_numbers\":[]", "\"result_numbers\":[0]"),
                {"result_numbers", "one for each result"});
  check_refusal(replaced(text, "\"costs\":[",
                         "\"costs\":[{\"known\":true,\"flops\":0,\"bytes\":0,"
                         "\"reason\":\"\"},"),
                {"costs"});
  const std::size_t operand = text.find("\"operands\":[{\"op\":\"") + 19;
  check_refusal(std::string(text).insert(operand, "9"), {"reads op", "operands that precede it"});
  const std::string small = text_of(training_graphs()[0]);
  const std::string begin = "\"graphs\":[{\"ops\":[";
  check_refusal(replaced(small, begin + "0,1,2", begin + "2,1,0"), {"graphs[0].ops", "reads op"});
  check_refusal(replaced(small, begin + "0,1,2", begin + "0,0,2"), {"twice"});
}

void SavedCompilationTest::every_truncation() {
  const std::string text = text_of(training_graphs()[0]);
  for (std::size_t length = 0; length < text.size(); length += 97)
    check_refusal(text.substr(0, length), {"kept.ngrec"});
}

NGRAPH_TEST(SavedCompilationTest, QCoreApplication)
#include "saved_compilation_test.moc"
