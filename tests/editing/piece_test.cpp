// SPDX-License-Identifier: Apache-2.0
// Tests pieces of a graph: several edits in one step, copies with new names, card positions stored
// in the document, and the fields of an op.
#include <QTest>

#include "engine/editing/draft.h"
#include "engine/editing/fields.h"
#include "engine/editing/piece.h"
#include "engine/formats/documents/document_tensors.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::editing;

namespace {

const OpModel& named(const Draft& draft, const std::string& name) {
  for (const OpModel& op : draft.model().ops)
    if (op.name == name) return op;
  throw std::out_of_range(name);
}

Draft reopened(const Draft& draft) {
  const std::string text = document_text(draft.finished());
  Reader reader(std::as_bytes(std::span(text)), "text");
  Notes notes;
  return Draft(read_document(reader, notes));
}

const Field& field(const std::vector<Field>& fields, const std::string& name) {
  for (const Field& each : fields)
    if (each.name == name) return each;
  throw std::out_of_range(name);
}

std::string line_of(const Field& field, const std::string& value) {
  std::string line = field.line;
  return line.replace(line.find("%1"), 2, value);
}

}  // namespace

class PieceTest : public QObject {
  Q_OBJECT

 private slots:
  void severalEditsAreOneStep();
  void anErrorInOneEditUndoesAll();
  void piecesAreCopied();
  void piecesAreCarriedToAnotherDocument();
  void invalidPiecesAreRefused();
  void placesStayWithTheDocument();
  void fieldsListTheEditableAttributes();
};

void PieceTest::severalEditsAreOneStep() {
  Draft draft;
  draft.apply("y = x + 1; z = y * 2; rename(z, \"a;b\")");
  QCOMPARE(draft.done(), 1u);
  QCOMPARE(draft.undo_name(), std::string("y = x + 1 and 2 more"));
  QCOMPARE(draft.type_of(named(draft, "a;b").id), std::string("float32 ()"));
  draft.undo();
  QVERIFY(draft.model().ops.empty());
  draft.redo();
  QCOMPARE(named(draft, "y").op, std::string("add"));
}

void PieceTest::anErrorInOneEditUndoesAll() {
  Draft draft;
  try {
    draft.apply("y = x + 1; remove(nothing)");
    QFAIL("no error was thrown");
  } catch (const EditError& error) {
    QCOMPARE(error.column(), 19);  // position of "nothing" in the whole line
  }
  QVERIFY(draft.model().ops.empty());
}

void PieceTest::piecesAreCopied() {
  Draft draft;
  draft.apply("y = x + 1; z = y * x");
  const RowId x = named(draft, "x").id, y = named(draft, "y").id;
  draft.apply("copy(z, y, places=[[30, 40], [10, 20]])");
  QCOMPARE(draft.undo_name(), std::string("Copy 2 ops"));
  const OpModel &y_2 = named(draft, "y_2"), &z_2 = named(draft, "z_2");
  QVERIFY(y_2.id != y);
  QCOMPARE(y_2.operands[0].op, x);       // outside the piece
  QCOMPARE(z_2.operands[0].op, y_2.id);  // inside the piece
  QCOMPARE(z_2.operands[1].op, x);
  QCOMPARE(draft.places().at(z_2.id), (CardPlace{30, 40}));
  QCOMPARE(draft.type_of(z_2.id), std::string("float32 ()"));
  draft.apply("copy(y)");
  QCOMPARE(named(draft, "y_3").operands[0].op, x);
  draft.undo();
  draft.undo();
  QCOMPARE(draft.model().ops.size(), 4u);
  QVERIFY(draft.places().empty());
}

void PieceTest::piecesAreCarriedToAnotherDocument() {
  Draft from;
  from.apply("A = make_axis(4)");
  from.apply("W = variable([A], initial_value=1.5)");
  from.apply("y = exp(W * 2) + x");
  const RowId product = named(from, "W").id + 2;
  const std::vector<RowId> ids{named(from, "W").id, named(from, "y").id, product, product + 1};
  const std::string text = piece_text(from.model(), ids, {{ids[0], {10, 20}}, {ids[1], {40, 80}}});
  QVERIFY(text.find('\n') == std::string::npos);

  Draft to;
  to.apply("A = make_axis(4)");
  to.apply("W = variable([A], initial_value=0)");
  const std::size_t before = to.model().ops.size();
  std::string line = paste_line(text);
  to.apply(line.insert(line.size() - 1, ", at=[100, 200]"));
  QCOMPARE(to.model().axes.size(), 1u);  // the same axis
  QCOMPARE(to.type_of(named(to, "W_2").id), std::string("float32 (A: 4)"));
  QCOMPARE(to.unfinished().size(), 1u);  // x was not copied, the constant 2 was
  QCOMPARE(to.unfinished()[0].id, named(to, "y").id);
  QVERIFY(to.places().at(named(to, "W_2").id) == (CardPlace{100, 200}));
  QVERIFY(to.places().at(named(to, "y").id) == (CardPlace{130, 260}));
  to.apply("connect(W, y, \"y\")");
  QCOMPARE(to.type_of(named(to, "y").id), std::string("float32 (A: 4)"));
  to.undo();
  to.undo();
  QCOMPARE(to.model().ops.size(), before);

  Draft other;
  other.apply("A = make_axis(3)");
  other.apply("v = variable([A], initial_value=0)");
  other.apply(paste_line(text));
  QCOMPARE(other.model().axes.size(), 2u);  // a different axis of the same name
  QCOMPARE(other.type_of(named(other, "W").id), std::string("float32 (A: 4)"));
  QCOMPARE(document_text(reopened(other).finished()), document_text(other.finished()));
}

void PieceTest::invalidPiecesAreRefused() {
  Draft draft;
  draft.apply("y = x + 1");
  const std::string before = document_text(draft.finished());
  Draft large;
  large.apply("A = make_axis(100000)");
  large.apply("W = variable([A], initial_value=1)");
  for (const std::string& text : {std::string("nonsense"), std::string("{}"), std::string(),
                                  std::string("{\"ngraph\":1,\"axes\":[],\"ops\":[]}")}) {
    QVERIFY_THROWS_EXCEPTION(Error, draft.apply(paste_line(text)));
    QCOMPARE(document_text(draft.finished()), before);
  }
  QVERIFY_THROWS_EXCEPTION(Error, draft.apply("paste(y)"));
  // A piece that declares a missing operand where the op cannot have one.
  std::string text = piece_text(draft.model(), {named(draft, "y").id}, {});
  const std::size_t at = text.find("\"lacks\"");
  QVERIFY(at != std::string::npos);
  text.replace(text.find('0', at), 1, "7");
  QVERIFY_THROWS_EXCEPTION(Error, draft.apply(paste_line(text)));
  QCOMPARE(document_text(draft.finished()), before);
}

void PieceTest::placesStayWithTheDocument() {
  Draft draft;
  draft.apply("y = x + 1");
  draft.apply("move(x, 12.5, -40); move(y, 0, 80)");
  Draft again = reopened(draft);
  QVERIFY(!again.modified());
  QCOMPARE(again.places().at(named(again, "x").id), (CardPlace{12.5, -40}));
  QCOMPARE(again.places().at(named(again, "y").id), (CardPlace{0, 80}));
  again.apply("move(x, 1, 2)");
  again.undo();
  QCOMPARE(reopened(again).places().at(named(again, "x").id), (CardPlace{12.5, -40}));
  again.apply("remove(y)");
  QCOMPARE(reopened(again).places().size(), 1u);
}

void PieceTest::fieldsListTheEditableAttributes() {
  Draft draft;
  draft.apply("C = make_axis(4)");
  draft.apply("X = placeholder([C]); W = variable([C], initial_value=0.5)");
  draft.apply("s = sum(X * W, out_axes=[])");
  const auto of = [&](const char* name) { return fields_of(draft, named(draft, name).id); };
  QCOMPARE(field(of("W"), "name").value, std::string("W"));
  QCOMPARE(field(of("W"), "axes").value, std::string("[C]"));
  QCOMPARE(field(of("W"), "dtype").value, std::string("\"float32\""));
  QCOMPARE(QString::fromStdString(field(of("W"), "initial_value").value), QString("0.5"));
  QCOMPARE(field(of("X"), "fed").value, std::string());
  QVERIFY(fields_of(draft, 999).empty());
  // Every field accepts its own text unchanged.
  for (const char* name : {"X", "W", "s"})
    for (const Field& each : of(name))
      if (!each.value.empty() && each.name != "name") draft.apply(line_of(each, each.value));
  draft.apply(line_of(field(of("W"), "initial_value"), "[1, 2, 3, 4]"));
  QCOMPARE(field(of("W"), "initial_value").value, std::string("[1, 2, 3, 4]"));
  draft.apply(line_of(field(of("X"), "fed"), "schedule=\"1/(1+epoch)\""));
  QCOMPARE(field(of("X"), "fed").value, std::string("schedule=\"1/(1+epoch)\""));
  draft.apply(line_of(field(of("s"), "name"), "total"));
  QCOMPARE(named(draft, "total").op, std::string("sum"));
  QVERIFY_EXCEPTION_THROWN(draft.apply(line_of(field(of("W"), "axes"), "[Q]")), EditError);
  QVERIFY_EXCEPTION_THROWN(draft.apply(line_of(field(of("W"), "dtype"), "\"float33\"")), Error);
}

NGRAPH_TEST(PieceTest)
#include "piece_test.moc"
