// SPDX-License-Identifier: Apache-2.0
// Tests overlays: reading CSV and JSON, refusing malformed files with file, line and what was
// expected, and finding ops by name.
#include <QtTest>
#include <span>

#include "engine/formats/overlays/overlay.h"
#include "engine/records/graph_record.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Overlay read(const std::string& text, const char* name = "values.csv", Limits limits = {}) {
  Reader reader(std::as_bytes(std::span(text.data(), text.size())), name, limits);
  return read_overlay(reader);
}

Diagnostic refusal(const std::string& text, Limits limits = {}) {
  try {
    read(text, "values.csv", limits);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::bad_file) return error.diagnostic();
  }
  return {};
}

OpRecord op(OpId id, const char* name, const char* scope = "") {
  OpRecord record;
  record.id = id;
  record.name = name;
  record.scope = scope;
  return record;
}

}  // namespace

class OverlayTest : public QObject {
  Q_OBJECT

 private slots:
  void csv() {
    const Overlay overlay =
        read("\xef\xbb\xbfop,error (%)\r\nW, 0.25\r\n\n\"a, \"\"b\"\"\",-1e-3\nlayer1/b ,3");
    QCOMPARE(overlay.title, std::string("error (%)"));
    QCOMPARE(overlay.path, std::string("values.csv"));
    QCOMPARE(overlay.rows.size(), 3u);
    QCOMPARE(overlay.rows[0].op, std::string("W"));
    QCOMPARE(overlay.rows[0].value, 0.25);
    QCOMPARE(overlay.rows[1].op, std::string("a, \"b\""));
    QCOMPARE(overlay.rows[1].value, -1e-3);
    QCOMPARE(overlay.rows[2].op, std::string("layer1/b"));
    QCOMPARE(overlay.rows[2].value, 3.0);
  }

  void json() {
    const Overlay wrapped = read("{\"title\": \"error\", \"values\": {\"W\": 1, \"b\": -2.5}}");
    QCOMPARE(wrapped.title, std::string("error"));
    QCOMPARE(wrapped.rows.size(), 2u);
    QCOMPARE(wrapped.rows[1].op, std::string("b"));
    QCOMPARE(wrapped.rows[1].value, -2.5);
    const Overlay flat = read(" {\"values\": 1, \"b\": 2}", "some/times.json");
    QCOMPARE(flat.title, std::string("times"));
    QCOMPARE(flat.rows.size(), 2u);
    QCOMPARE(flat.rows[0].op, std::string("values"));
  }

  void malformedFilesAreRefused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("expected");
    const char* header = "a first line op,TITLE, such as op,error";
    QTest::addRow("empty") << "" << 1 << header;
    QTest::addRow("no header") << "W,1\n" << 1 << header;
    QTest::addRow("no title") << "op,\nW,1\n" << 1 << header;
    QTest::addRow("one cell") << "op,t\nW\n" << 2 << "the op's name, a number";
    QTest::addRow("three cells") << "op,t\nW,1\nb,2,3\n" << 3 << "the op's name, a number";
    QTest::addRow("no name") << "op,t\n,1\n" << 2 << "the name of an op";
    for (const char* number : {"x", "", "1,5", "nan", "inf", "1e999", "0x10", "1 2", "+1"}) {
      const QString text = QString("op,t\n\nW,\"%1\"\n").arg(number);
      QTest::addRow("number '%s'", number) << text << 3 << "a finite number, such as -1.5e-3";
    }
    QTest::addRow("twice") << "op,t\nW,1\nb,1\nW,2\n" << 4 << "one line per op";
    QTest::addRow("open quote") << "op,t\n\"W,1\n\n" << 2 << "a closing \"";
    QTest::addRow("after a quote") << "op,t\n\"W\"x,1\n" << 2 << "a comma or a new line";
    QTest::addRow("json text") << "{\"W\": 1,\n\"b\": \"2\"}" << 2 << "a number";
    QTest::addRow("json list") << "{\"values\": {\"W\":\n[1]}}" << 2 << "a number";
    QTest::addRow("json field") << "{\"values\": {},\n\"units\": 2}" << 2
                                << "only title and values";
    QTest::addRow("json name") << "{\"\": 1}" << 1 << "the name of an op";
  }

  void malformedFilesAreRefused() {
    QFETCH(QString, text);
    QFETCH(int, line);
    QFETCH(QString, expected);
    const Diagnostic fault = refusal(text.toStdString());
    QVERIFY(!fault.what.empty() && !fault.found.empty());
    QVERIFY2(
        QString::fromStdString(fault.where).startsWith(QString("'values.csv' line %1").arg(line)),
        fault.where.c_str());
    QCOMPARE(QString::fromStdString(fault.expected), expected);
  }

  void sizesAreBounded() {
    Limits limits;
    limits.name_bytes = 10;
    QVERIFY(!refusal("op,t\nshort,1\nmuch too long,2\n", limits).what.empty());
    QCOMPARE(read("op,t\nshort,1\n", "values.csv", limits).rows.size(), 1u);
    std::string large = "op,t\n";
    for (std::size_t i = 0; i <= most_overlay_rows; ++i) large += std::to_string(i) + ",1\n";
    QVERIFY(!refusal(large).what.empty());
  }

  void namesFindOps() {
    GraphRecord graph;
    for (const OpRecord& each :
         {op(1, "W"), op(2, "a/b"), op(3, "a/c"), op(4, "d/c"), op(5, "x", "scope"), op(6, "b")})
      graph.ops.push_back(each);
    const OverlayMatch match =
        match_overlay(read("op,t\nW,1\na/b,2\nc,3\nd/c,4\nscope/x,5\nb,6\nnobody,7\n"), graph);
    QCOMPARE(match.unmatched, (std::vector<std::string>{"c", "nobody"}));
    const std::unordered_map<OpId, double> expected{{1, 1}, {2, 2}, {4, 4}, {5, 5}, {6, 6}};
    QCOMPARE(match.values.size(), expected.size());
    for (const auto& [key, value] : expected) QCOMPARE(match.values.at(key), value);
  }

  void otherJsonIsRecognised() {
    for (const char* yes :
         {"{\"title\": \"x\", ", " \n{ \"values\" : {", "{\"W\": 1.5}", "\xef\xbb\xbf{\"W\":-2"})
      QVERIFY2(looks_like_overlay(yes), yes);
    for (const char* no : {"", "[1]", "{", "{}", "{\"traceEvents\": []}", "{\"W\": \"x\"}", "op,t"})
      QVERIFY2(!looks_like_overlay(no), no);
  }
};

NGRAPH_TEST(OverlayTest)
#include "overlay_test.moc"
