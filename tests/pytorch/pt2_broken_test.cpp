// SPDX-License-Identifier: Apache-2.0
// Tests that damaged programs of torch.export are refused with a message that names the damage.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/formats/archives/zip_entry.h"
#include "engine/formats/archives/zip_writer.h"
#include "engine/graph/node.h"
#include "engine/ops/opaque.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

class Pt2BrokenTest : public QObject {
  Q_OBJECT
 private slots:
  void damage_is_named_data();
  void damage_is_named();
  void every_cut_is_refused();
  void what_cannot_run_is_refused_data();
  void what_cannot_run_is_refused();
};

namespace {

const std::string whole = testing::source_file("tests/pytorch/models/mlp.pt2");

std::vector<std::pair<std::string, std::string>> entries_of(const std::string& path) {
  const Reader reader(path);
  std::vector<std::pair<std::string, std::string>> entries;
  for (const ZipEntry& entry : read_zip_directory(reader))
    entries.emplace_back(entry.name, read_zip_entry(reader, entry));
  return entries;
}

// The message that opening the file ends with; empty: it opens.
std::string refusal(const std::string& path) {
  try {
    load_document(path);
    return {};
  } catch (const Error& error) {
    return to_string(error.diagnostic());
  }
}

// Writes the program with the first `from` in an entry replaced. Is there one?
bool write_changed(const std::string& path, const QString& program, const QString& entry,
                   const QString& from, const QString& to) {
  ZipWriter file(path);
  bool found = false;
  const QString models = testing::sourceFile("tests/pytorch/models/");
  for (auto& [name, content] : entries_of((models + program).toStdString())) {
    const std::size_t at = content.find(from.toStdString());
    if (name.ends_with(entry.toStdString()) && at != std::string::npos) {
      content.replace(at, static_cast<std::size_t>(from.size()), to.toStdString());
      found = true;
    }
    file.add(name, content);
  }
  file.commit();
  return found;
}

}  // namespace

void Pt2BrokenTest::damage_is_named_data() {
  QTest::addColumn<QString>("entry");
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("message");
  QTest::addColumn<QString>("program");
  const char* program = "mlp.pt2";
  const auto row = [&program](const char* name, const char* entry, const char* from, const char* to,
                              const char* message) {
    QTest::newRow(name) << QString(entry) << QString(from) << QString(to) << QString(message)
                        << QString(program);
  };
  const char *model = "models/model.json", *weights = "model_weights_config.json";
  row("another format", "archive_format", "pt2", "pt3", "another format");
  row("another version", "archive_version", "0", "1", "another version");
  row("an unknown byte order", "byteorder", "little", "middle", "unknown byte order");
  row("no JSON", model, "{", "[", "model.json");
  row("another schema", model, "\"major\": 8", "\"major\": 7", "schema");
  row("a schema without a number", model, "\"major\": 8", "\"major\": \"8\"", "major");
  row("no graph", model, "\"graph\":", "\"grph\":", "graph");
  row("no nodes", model, "\"nodes\":", "\"nods\":", "nodes");
  row("no signature", model, "\"signature\":", "\"sgnature\":", "signature");
  row("no inputs", model, "\"input_specs\":", "\"nput_specs\":", "input_specs");
  row("no outputs", model, "\"output_specs\":", "\"utput_specs\":", "output_specs");
  row("a number as a target", model, "\"torch.ops.aten.linear.default\"", "3", "target");
  row("an unknown value", model, "{\"name\": \"linear\"}", "{\"name\": \"linaer\"}", "linear");
  row("an empty name", model, "{\"name\": \"linear\"}", "{\"name\": \"\"}", "name");
  row("two tags", model, "{\"as_int\": 4}", "{\"as_int\": 4, \"as_bool\": true}", "tag");
  row("a text as a length", model, "{\"as_int\": 4}", "{\"as_int\": \"4\"}", "as_int");
  row("a negative length", model, "{\"as_int\": 4}", "{\"as_int\": -4}", "as_int");
  row("a type that is no number", model, "\"dtype\": 7", "\"dtype\": null", "dtype");
  row("an unknown kind of input", model, "{\"parameter\":", "{\"custom_obj\":", "custom_obj");
  row("a parameter that the file lacks", weights, "\"net.0.weight\"", "\"net.9.weight\"",
      "no tensor 'net.0.weight'");
  row("an entry that the file lacks", weights, "\"weight_0\"", "\"weight_9\"", "weight_9");
  row("a shape beyond the entry", weights, "{\"as_int\": 8}", "{\"as_int\": 800}", "outside");
  row("an endless shape", weights, "{\"as_int\": 8}", "{\"as_int\": 90000000000000}", "outside");
  row("a negative stride", weights, "\"strides\": [{\"as_int\": 4}",
      "\"strides\": [{\"as_int\": -4}", "as_int");
  row("a missing stride", weights, "\"strides\": [{\"as_int\": 4}, ", "\"strides\": [", "strides");
  row("an offset beyond the entry", weights, "\"storage_offset\": {\"as_int\": 0}",
      "\"storage_offset\": {\"as_int\": 1000}", "outside");
  program = "complex.pt2";
  row("a complex number without a part", model, "\"imag\": -1.0", "\"imga\": -1.0", "imag");
  row("a part that is no number", model, "\"imag\": -1.0", "\"imag\": \"one\"", "Infinity");
  program = "spectral.pt2";
  row("complex numbers beyond the entry", weights, "\"sizes\": [{\"as_int\": 2}",
      "\"sizes\": [{\"as_int\": 3}", "outside");
}

void Pt2BrokenTest::damage_is_named() {
  QFETCH(QString, entry);
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, message);
  QFETCH(QString, program);
  QTemporaryDir folder;
  const std::string path = folder.filePath("broken.pt2").toStdString();
  QVERIFY(write_changed(path, program, entry, from, to));
  const std::string refused = refusal(path);
  QVERIFY2(refused.find(message.toStdString()) != std::string::npos, refused.c_str());
}

void Pt2BrokenTest::every_cut_is_refused() {
  QFile file(QString::fromStdString(whole));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray bytes = file.readAll();
  QTemporaryDir folder;
  for (qsizetype size = 0; size < bytes.size(); size += 199) {
    QFile cut(folder.filePath("cut.pt2"));
    QVERIFY(cut.open(QIODevice::WriteOnly) && cut.write(bytes.left(size)) == size);
    cut.close();
    QVERIFY(!refusal(cut.fileName().toStdString()).empty());
  }
}

// The other ops of the program run.
void Pt2BrokenTest::what_cannot_run_is_refused_data() {
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("reason");
  QTest::newRow("an op without complex numbers")
      << "complex.pt2" << "aten.sgn." << "aten.tanh."
      << "aten.tanh.default: it is not imported for complex numbers";
  QTest::newRow("a loop without a bound")
      << "loops.pt2" << "aten.__and__." << "aten.__or__."
      << "higher_order.while_loop: its trip count is above 2^20 or absent";
  QTest::newRow("a loop with too few operands")
      << "loops.pt2" << "higher_order.while_loop" << "higher_order.map_impl"
      << "higher_order.map_impl: this op is not imported";
}

void Pt2BrokenTest::what_cannot_run_is_refused() {
  QFETCH(QString, program);
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, reason);
  QTemporaryDir folder;
  const std::string path = folder.filePath("refused.pt2").toStdString();
  QVERIFY(write_changed(path, program, "models/model.json", from, to));
  std::vector<std::string> refused;
  for (const Op& op : load_document(path).ops)
    if (!reason_not_to_run(op.node()).empty())
      refused.push_back(op.node().attributes.get<std::string>("kind") + ": " +
                        reason_not_to_run(op.node()));
  QVERIFY(!refused.empty());
  QVERIFY2(refused[0].starts_with(reason.toStdString()), refused[0].c_str());
}

NGRAPH_TEST(Pt2BrokenTest)
#include "pt2_broken_test.moc"
