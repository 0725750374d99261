// SPDX-License-Identifier: Apache-2.0
// Tests that messages stay short for any file or user input.
#include "engine/base/bounded.h"

#include <QtTest>

#include "engine/documents/import_document.h"
#include "engine/editing/draft.h"
#include "engine/formats/documents/document.h"
#include "engine/records/op_record.h"
#include "engine/records/search/op_query.h"
#include "engine/records/values/value_expression.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const std::string long_text(1 << 20, 'x');

void read(const std::string& text) {
  Reader reader(std::as_bytes(std::span(text)), "long.ngraph");
  Notes notes;
  import_document(read_document(reader, notes), "long.ngraph");
}

std::string op(const std::string& fields) {
  return "{\"ngraph\": 1, \"axes\": [], \"ops\": [{" + fields + "}]}";
}

}  // namespace

class BoundedTest : public QObject {
  Q_OBJECT
 private slots:
  void keeps_both_ends();
  void keeps_characters_complete();
  void every_error_is_bounded_data();
  void every_error_is_bounded();
};

void BoundedTest::keeps_both_ends() {
  Diagnostic diagnostic;
  diagnostic.found = "begin" + long_text + "end";
  diagnostic.what = "short";
  const Diagnostic cut = bounded(diagnostic);
  QCOMPARE(cut.what, std::string("short"));
  QVERIFY(cut.found.size() <= 4096);
  QVERIFY(cut.found.starts_with("beginx") && cut.found.ends_with("xend"));
  QVERIFY(cut.found.find("(1048584 bytes in all)") != std::string::npos);
  const std::string just(4096, 'y');
  diagnostic.found = just;
  QCOMPARE(bounded(diagnostic).found, just);
}

void BoundedTest::keeps_characters_complete() {
  for (int shift = 0; shift < 4; ++shift) {
    Diagnostic diagnostic;
    diagnostic.found = std::string(static_cast<std::size_t>(shift), 'a');
    for (int i = 0; i < 5000; ++i) diagnostic.found += "\U0001F600";
    const QByteArray bytes = QByteArray::fromStdString(bounded(diagnostic).found);
    QCOMPARE(QString::fromUtf8(bytes).toUtf8(), bytes);
    QVERIFY(!QString::fromUtf8(bytes).contains(QChar::ReplacementCharacter));
  }
}

using Refused = std::function<void()>;

void BoundedTest::every_error_is_bounded_data() {
  QTest::addColumn<Refused>("refused");
  const auto row = [](const char* name, const Refused& refused) { QTest::newRow(name) << refused; };
  row("a field", [] { read("{\"ngraph\": \"" + long_text + "\"}"); });
  row("an op's name", [] {
    read(op("\"id\": 1, \"op\": \"" + long_text.substr(0, 60000) + "\", \"name\": \"W\""));
  });
  row("an attribute", [] {
    read(
        op("\"id\": 1, \"op\": \"variable\", \"name\": \"W\", \"attributes\": {\"axes\": [], "
           "\"dtype\": \"" +
           long_text + "\"}"));
  });
  row("a search", [] { OpQuery("time>" + long_text); });
  row("a regular expression", [] { OpQuery("/(" + long_text.substr(0, 60000) + "/"); });
  row("a condition", [] { ValueExpression{long_text}; });
  row("an edit", [] { editing::Draft().apply("y = \"" + long_text.substr(0, 90000) + "\""); });
  row("a missing file", [] { Reader reader(long_text.substr(0, 200000)); });
}

void BoundedTest::every_error_is_bounded() {
  QFETCH(Refused, refused);
  try {
    refused();
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QVERIFY2(std::string_view(error.what()).size() < 5 * 4096 + 100,
             qPrintable(QString(error.what()).left(300)));
    const Diagnostic& diagnostic = error.diagnostic();
    for (const std::string* field : {&diagnostic.what, &diagnostic.where, &diagnostic.found,
                                     &diagnostic.expected, &diagnostic.action})
      QVERIFY(field->size() <= 4096);
  }
}

NGRAPH_TEST(BoundedTest)
#include "bounded_test.moc"
