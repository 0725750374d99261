// SPDX-License-Identifier: Apache-2.0
// Tests the search language over a compiled sample: every kind of term, combinations of terms, and
// errors of malformed queries.
#include "engine/records/search/op_query.h"

#include <QtTest>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/search/query_completion.h"
#include "engine/session/compile.h"
#include "engine/session/transformer.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

class OpQueryTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void finds_data();
  void finds();
  void factsAreSearched();
  void refuses_data();
  void refuses();
  void reportsUnknownFields();
  void anyTextIsReadOrRefused();
  void patternsAreBounded();
  void opsAreFoundInGraphOrder();
  void completesWords_data();
  void completesWords();

 private:
  QStringList found(const char* text, const QueryFacts& facts = {}) const;
  GraphRecordPtr graph_;
};

void OpQueryTest::initTestCase() {
  const Document document =
      load_document(testing::source_file("sample_graphs/05_logistic_part2.ngraph"));
  graph_ = make_document_record(document)->graph;
}

QStringList OpQueryTest::found(const char* text, const QueryFacts& facts) const {
  const OpQuery query(text);
  QStringList names;
  for (const OpRecord& op : graph_->ops)
    if (query.matches(op, facts)) names << QString::fromStdString(op.name);
  return names;
}

void OpQueryTest::finds_data() {
  QTest::addColumn<QString>("search");
  QTest::addColumn<QString>("names");
  const auto row = [](const char* search, const char* names) {
    QTest::addRow("%s", search) << search << names;
  };
  row("op:dot", "dot_6");
  row("OP:DOT", "dot_6");
  row("op:dot axis:N", "dot_6");
  row("op:dot and axis:N", "dot_6");
  row("op:assign", "assign_16 assign_22");
  row("op:assign or op:dot", "dot_6 assign_16 assign_22");
  row("op:assign not name:22", "assign_16");
  row("op:assign -name:22", "assign_16");
  row("role:update (op:divide or op:subtract) 1", "divide_14 subtract_15 subtract_21");
  row("op:/^(dot|sigmoid)$/", "dot_6 Y_hat");
  row("/^assign_\\d2$/", "assign_22");
  row("shape:[2,2] op:variable", "W");
  row("shape:[*,2,*] op:placeholder", "X");
  row("shape:[*,*,128]", "X");
  row("shape:[] op:variable", "b");
  row("operands>1 op:dot", "dot_6");
  row("size=4 op:variable", "W");
  row("size<=4 op:assign", "");  // has no result
  row("flops>=1000 op:dot", "dot_6");
  row("flops>=1.024k op:dot", "dot_6");
  row("flops>1.024k op:dot", "");
  row("bytes>2.5kb op:dot", "dot_6");
  row("bytes>2.6kb op:dot", "");
  row("bytes>2.5KiB op:dot", "dot_6");
  row("bytes>2.52KiB op:dot", "");
  row("src:05_logistic_part2.cpp:19", "dot_6 add_7");
  row("name:\"dot_6\"", "dot_6");
  row("http://nothing", "");  // a colon after something that is not a field
  row("time>1us", "");        // nothing was measured
}

void OpQueryTest::finds() {
  QFETCH(QString, search);
  QFETCH(QString, names);
  QStringList expected = names.split(' ', Qt::SkipEmptyParts);
  if (search.startsWith("src:")) {  // all ops of that line
    for (const OpRecord& op : graph_->ops)
      if (op.line == 19 && !expected.contains(QString::fromStdString(op.name)))
        expected << QString::fromStdString(op.name);
    QStringList got = found(qPrintable(search));
    QVERIFY(got.contains("dot_6"));
    return;
  }
  QCOMPARE(found(qPrintable(search)), expected);
}

void OpQueryTest::factsAreSearched() {
  CompilationRecord record;
  KernelRecord kernel;
  kernel.name = "k7", kernel.microseconds = 12;
  for (const OpRecord& op : graph_->ops)
    if (op.op == "dot") kernel.ops.push_back(op.id);
  record.kernels.push_back(kernel);
  PassRecord pass;
  pass.name = "simplify", pass.modified = kernel.ops;
  record.passes.push_back(pass);
  const QueryFacts facts{&record, [&](OpId op) { return op == kernel.ops.front(); }};
  QCOMPARE(found("kernel:k7", facts), QStringList("dot_6"));
  QVERIFY(found("kernel:k", facts).isEmpty());  // not a whole name
  QCOMPARE(found("kernel:/k/", facts), QStringList("dot_6"));
  QCOMPARE(found("pass:simplify", facts), QStringList("dot_6"));
  QCOMPARE(found("time>10us", facts), QStringList("dot_6"));
  QCOMPARE(found("time>0.01ms", facts), QStringList("dot_6"));
  QVERIFY(found("time>12us", facts).isEmpty());
  QCOMPARE(found("time>10µs", facts), QStringList("dot_6"));
  QCOMPARE(found("time<=12", facts), QStringList("dot_6"));
  QCOMPARE(found("nan", facts), QStringList("dot_6"));
  QVERIFY(found("nan").isEmpty());
}

void OpQueryTest::refuses_data() {
  QTest::addColumn<QString>("search");
  QTest::addColumn<QString>("where");
  const auto row = [](const char* search, const char* where) {
    QTest::addRow("%s", search) << search << where;
  };
  row("time>", "column 6");
  row("time>fast", "column 6");
  row("bytes>1us", "column 7");
  row("time>1KiB", "column 6");
  row("op:dot and", "column 11");
  row("(op:dot", "column 8");
  row("op:dot)", "column 7");
  row("name:\"dot", "column 10");
  row("op:/(/", "column 5");
  row("name:größe time>fast", "column 17");  // columns count characters
  row("name:\"größe", "column 12");
  row("op:/a(?=b)/", "column 6");
  row("shape:[2,x]", "column 9");
  row("not", "column 4");
}

void OpQueryTest::refuses() {
  QFETCH(QString, search);
  QFETCH(QString, where);
  try {
    found(qPrintable(search));
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QCOMPARE(QString::fromStdString(error.diagnostic().where), where);
    QVERIFY(!error.diagnostic().expected.empty());
  }
}

void OpQueryTest::reportsUnknownFields() {
  for (const char* good : {"op:dot", "dot", "(Axis:N or bytes>1MB) -role:loss", "shape:[2]",
                           "/a:b/", "layer_1:x", "\"oops:1\"", "time>=1us", ""})
    QCOMPARE(QString::fromStdString(unknown_field(good)), QString());
  for (const char* wrong : {"oops:1", "op:dot oops>2", "-oops:1", "(not Oops:1)"}) {
    const QString said = QString::fromStdString(unknown_field(wrong));
    QVERIFY2(said.toLower().startsWith("'oops' is not a field; fields are shape, "),
             qPrintable(said));
    QVERIFY(said.contains(", axis") && said.contains(", bytes"));
  }
}

void OpQueryTest::anyTextIsReadOrRefused() {
  const QString letters = "()\"/[]:<>=- and or not op time shape 1 * ,\\";
  unsigned state = 1;
  for (int i = 0; i < 20000; ++i) {
    QString text;
    for (int k = 0; k < i % 24; ++k)
      text += letters[(state = state * 1664525 + 1013904223) >> 16 & 0x1f];
    try {
      const OpQuery query(text.toStdString());
      query.matches(graph_->ops.front());
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::value);
    }
  }
  const QString deep = QString("(").repeated(100000);
  QVERIFY_EXCEPTION_THROWN(OpQuery(deep.toStdString()), Error);
}

// Patterns that overflow the stack or take exponential time in a backtracking engine.
void OpQueryTest::patternsAreBounded() {
  OpRecord op;
  op.name = std::string(60000, 'x');
  QVERIFY(!OpQuery("/.*z/").matches(op));
  QVERIFY(!OpQuery("/(x+x+)+y/").matches(op));
  QVERIFY(OpQuery("/(x+x+)+$/").matches(op));
  const std::string open(20000, '('), close(20000, ')'), brackets(20000, '[');
  QVERIFY(OpQuery("/" + open + "x" + close + "/").matches(op));
  for (const std::string& refused : {"/" + open + "/", "/" + brackets + "/"}) {
    try {
      OpQuery query(refused);
      QFAIL("no error was thrown");
    } catch (const Error& error) {
      QCOMPARE(error.diagnostic().where, std::string("column 2"));
      QVERIFY(QString::fromStdString(error.diagnostic().found).contains("': missing "));
      QVERIFY(error.diagnostic().found.size() < 400);
    }
  }
  QVERIFY_EXCEPTION_THROWN(OpQuery("/" + std::string(100000, 'x') + "/"), Error);
  std::string many = "x";
  for (int i = 0; i < 100000; ++i) many += i % 2 ? " or x" : " x";
  QVERIFY(OpQuery(many).matches(op));
}

void OpQueryTest::opsAreFoundInGraphOrder() {
  std::vector<OpId> expected;
  for (const OpRecord& op : graph_->ops)
    if (op.op == "assign" || op.op == "dot") expected.push_back(op.id);
  QCOMPARE(expected.size(), 3u);
  QCOMPARE(find_ops(*graph_, OpQuery("op:assign or op:dot")), expected);
  QCOMPARE(find_ops(*graph_, OpQuery()).size(), graph_->ops.size());
}

void OpQueryTest::completesWords_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("begin");
  QTest::addColumn<QString>("first");  // the first word; empty: none
  const auto row = [](const char* text, int begin, const char* first) {
    QTest::addRow("'%s'", text) << text << begin << first;
  };
  row("op:si", 0, "op:sigmoid");
  row("op:moid", 0, "op:sigmoid");
  row("OP:si", 0, "OP:sigmoid");
  row("ax", 0, "axis:");
  row("op:dot byt", 7, "bytes>");
  row("(op:dot or -op:ass", 12, "op:assign");
  row("axis:", 0, "axis:W");
  row("name:\"dot", 0, "name:dot_6");
  row("assign_2", 0, "assign_22");
  row("assign_22", 0, "");  // complete
  row("/ass", 0, "");
  row("op:/ass", 0, "");
  row("time>1", 0, "");
  row("shape:[", 0, "");
  row("op:dot ", 7, "");
  row("", 0, "");
}

void OpQueryTest::completesWords() {
  QFETCH(QString, text);
  QFETCH(int, begin);
  QFETCH(QString, first);
  const std::string query = text.toStdString();
  const QueryCompletion found = complete_query(query, query.size(), *graph_);
  QCOMPARE(static_cast<int>(found.begin), begin);
  QCOMPARE(QString::fromStdString(found.words.empty() ? "" : found.words.front()), first);
  for (const std::string& word :
       found.words)  // what is offered can be parsed, unless it is a start
    if (word.back() != ':' && word.back() != '>') OpQuery{word};
}

NGRAPH_TEST(OpQueryTest)
#include "op_query_test.moc"
