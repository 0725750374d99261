// SPDX-License-Identifier: Apache-2.0
// Tests that 64-bit integers arrive and are printed with all digits in every command.
#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// y = x + k, s = max(x), and v that grows by 2 at each call.
constexpr const char* written = R"({
"ngraph": 1,
"title": "64-bit integers",
"axes": [{"axis": "A", "length": 2}],
"ops": [
  {"id": 1, "op": "placeholder", "name": "x", "attributes": {"axes": ["A"], "dtype": "int64"}},
  {"id": 2, "op": "placeholder", "name": "u", "attributes": {"axes": [], "dtype": "uint64"}},
  {"id": 3, "op": "constant", "name": "k", "attributes": {"axes": [], "value":
    {"tensor": "int64", "shape": [], "values": [9007199254740993]}}},
  {"id": 4, "op": "constant", "name": "m", "attributes": {"axes": [], "value":
    {"tensor": "uint64", "shape": [], "values": [18446744073709551615]}}},
  {"id": 5, "op": "variable", "name": "v", "attributes": {"axes": [], "dtype": "int64",
    "initial_value": {"tensor": "int64", "shape": [], "values": [9007199254740993]}}},
  {"id": 6, "op": "value_of", "name": "same", "operands": [1]},
  {"id": 7, "op": "add", "name": "y", "operands": [1, 3], "attributes": {"dtype": "int64"}},
  {"id": 8, "op": "value_of", "name": "w", "operands": [2]},
  {"id": 9, "op": "max", "name": "s", "operands": [1], "attributes":
    {"dtype": "int64", "reduction_axes": ["A"], "out_axes": []}},
  {"id": 10, "op": "value_of", "name": "z", "operands": [5]},
  {"id": 11, "op": "value_of", "name": "top", "operands": [4]},
  {"id": 12, "op": "constant", "name": "two", "attributes": {"axes": [], "value":
    {"tensor": "int64", "shape": [], "values": [2]}}},
  {"id": 13, "op": "add", "name": "grown", "operands": [5, 12],
    "attributes": {"dtype": "int64"}},
  {"id": 14, "op": "assign", "name": "next", "operands": [5, 13]}
],
"computations": [{"id": 15, "name": "c", "results": [6, 7, 8, 9, 10, 11, 14],
  "parameters": [1, 2], "returns": "list"}],
"plan": {"computation": "c", "epochs": 1, "batches": 1, "bindings": [
  {"placeholder": "x", "value": {"tensor": "int64", "shape": [2],
    "values": [9007199254740993, -9007199254740993]}},
  {"placeholder": "u", "value": 18446744073709551615}]}
})";

}  // namespace

class LongIntegersTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void feedsArriveExactly_data();
  void feedsArriveExactly();
  void otherNumbersAreRefused_data();
  void otherNumbersAreRefused();
  void jsonHoldsAllDigits();
  void elementsAreExplainedExactly();
  void editsAreExact();
  void constantsAreExact();
  void summariesAreExact();
  void checkpointsAreShownAndComparedExactly();
  void programsAreWrittenExactly();

 private:
  QString at(const char* name) const { return folder_.filePath(name); }
  static QString run(const QStringList& words) {
    const Ran ran = ngraph(words);
    return ran.code == 0 ? ran.out : shown(words, ran);
  }

  QTemporaryDir folder_;
  QString document_ = folder_.filePath("long.ngraph");
};

void LongIntegersTest::initTestCase() {
  QFile file(document_);
  QVERIFY(file.open(QFile::WriteOnly) && file.write(written) > 0);
}

void LongIntegersTest::feedsArriveExactly_data() {
  QTest::addColumn<QStringList>("feeds");
  QTest::addColumn<QStringList>("printed");
  QTest::newRow("the plan's") << QStringList()
                              << QStringList{"[9007199254740993 -9007199254740993]",
                                             "w = 18446744073709551615", "s = 9007199254740993",
                                             "[18014398509481986 0]", "top = 18446744073709551615"};
  QTest::newRow("a number") << QStringList{"--feed", "x=9007199254740993", "--feed",
                                           "u=9223372036854775809"}
                            << QStringList{"[9007199254740993 9007199254740993]",
                                           "w = 9223372036854775809"};
  QTest::newRow("a negative number") << QStringList{"--feed", "x=-9223372036854775808"}
                                     << QStringList{"[-9223372036854775808 -9223372036854775808]"};
  QTest::newRow("a list") << QStringList{"--feed", "x=[9007199254740993, 1]"}
                          << QStringList{"[9007199254740993 1]"};
  QTest::newRow("a list of both signs")
      << QStringList{"--feed", "x=[-9223372036854775807, 9223372036854775807]"}
      << QStringList{"[-9223372036854775807 9223372036854775807]"};
}

void LongIntegersTest::feedsArriveExactly() {
  QFETCH(QStringList, feeds);
  QFETCH(QStringList, printed);
  for (const char* transformer : {"reference", "cpu"}) {
    const QString out = run(QStringList{"run", document_, "--transformer", transformer} + feeds);
    for (const QString& each : printed) QVERIFY2(out.contains(each), qPrintable(each + "\n" + out));
  }
}

void LongIntegersTest::otherNumbersAreRefused_data() {
  QTest::addColumn<QString>("feed");
  QTest::addColumn<QString>("type");
  for (const char* feed : {"x=9223372036854775808", "x=3.5", "x=1e19", "x=[1, 9223372036854775808]",
                           "x=[9007199254740993, 0.5]"})
    QTest::newRow(feed) << feed << "int64";
  for (const char* feed : {"u=18446744073709551616", "u=-1"})
    QTest::newRow(feed) << feed << "uint64";
}

void LongIntegersTest::otherNumbersAreRefused() {
  QFETCH(QString, feed);
  QFETCH(QString, type);
  checkExit({"run", document_, "--feed", feed}, 3, {"does not fit", qPrintable(type)});
}

void LongIntegersTest::jsonHoldsAllDigits() {
  const QString out = run({"run", document_, "--json"});
  QVERIFY2(out.contains("9007199254740993,-9007199254740993"), qPrintable(out));
  QVERIFY2(out.contains("18446744073709551615"), qPrintable(out));
  QVERIFY(run({"tensor", document_, "same", "--json"}).contains("9007199254740993"));
  QVERIFY(run({"tensor", document_, "same"}).contains("9007199254740993"));
  QVERIFY(run({"op", document_, "k"}).contains("9007199254740993"));
  const QString compared = run({"compare", document_, "--json"});
  QVERIFY2(compared.contains("\"max_abs\":0"), qPrintable(compared));
}

void LongIntegersTest::elementsAreExplainedExactly() {
  const QString text = run({"explain", document_, "y[0]"});
  QVERIFY2(text.contains("= 18014398509481986") && text.contains("= 9007199254740993"),
           qPrintable(text));
  const QString found = run({"explain", document_, "s", "--json"});
  QVERIFY2(found.contains("\"recomputed\":9007199254740993"), qPrintable(found));
  QVERIFY2(found.contains("\"value\":9007199254740993"), qPrintable(found));
}

void LongIntegersTest::editsAreExact() {
  const QString text = run({"whatif", document_, "--set", "x[0]=9007199254740992"});
  QVERIFY2(text.contains("was 9007199254740993") && text.contains("= 9007199254740992"),
           qPrintable(text));
  const QString found = run({"whatif", document_, "--set", "x[0]=9007199254740992", "--json"});
  QVERIFY2(found.contains("\"max_abs\":1,"), qPrintable(found));
  checkExit({"whatif", document_, "--set", "x[0]=9223372036854775808"}, 3, {"int64"});
}

void LongIntegersTest::constantsAreExact() {
  QVERIFY(run({"whatif", document_, "--set", "k=9007199254740995"}).contains("9007199254740995"));
  QStringList words{"edit",  document_,         "--do", "set(k, value=9007199254740997)",
                    "--out", at("other.ngraph")};
  const QString edited = run(words);
  const QString text = run({"run", at("other.ngraph")});
  QVERIFY2(text.contains("[18014398509481990 4]"), qPrintable(edited + text));
}

void LongIntegersTest::summariesAreExact() {
  const QString text = run({"run", document_, "--health"});
  QVERIFY2(text.contains("-9007199254740993"), qPrintable(text));
  QVERIFY2(text.contains("18446744073709551615"), qPrintable(text));
}

void LongIntegersTest::checkpointsAreShownAndComparedExactly() {
  QVERIFY(!run({"run", document_, "--save", at("one.safetensors")}).isEmpty());
  run({"run", document_, "--epochs", "2", "--save", at("two.safetensors")});
  const QString text = run({"checkpoint", "show", at("one.safetensors"), "--show", "v"});
  QVERIFY2(text.contains("9007199254740995"), qPrintable(text));
  const QString apart =
      run({"checkpoint", "diff", at("one.safetensors"), at("two.safetensors"), "--json"});
  QVERIFY2(apart.contains("\"largest_difference\":2.0"), qPrintable(apart));
}

void LongIntegersTest::programsAreWrittenExactly() {
  QStringList words{"edit", at("constants.ngraph"), "--new"};
  for (const char* line :
       {"k = constant([9007199254740992 + 1, -9223372036854775808], dtype=\"int64\")",
        "m = constant(18446744073709551615, dtype=\"uint64\")", "a = value_of(k)",
        "b = value_of(m)", "c = computation([a, b])"})
    words << "--do" << line;
  QString said = run(words);
  for (const char* name : {"c.py", "c.cpp"}) {
    said += run({"convert", at("constants.ngraph"), at(name)});
    QFile file(at(name));
    QVERIFY2(file.open(QFile::ReadOnly), qPrintable(said));
    const QByteArray text = file.readAll();
    QVERIFY2(text.contains("9007199254740993"), text);
    QVERIFY2(text.contains("18446744073709551615"), text);
  }
}

NGRAPH_TEST(LongIntegersTest)
#include "long_integers_test.moc"
