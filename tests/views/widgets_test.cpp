// SPDX-License-Identifier: Apache-2.0
// Tests text and table widgets: highlighting, lines and their ops, diffs, ticks, code panes,
// tables.
#include <QHeaderView>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextLayout>
#include <cmath>
#include <limits>

#include "tests/support/view_main.h"
#include "views/widgets/code/code_marks.h"
#include "views/widgets/code/code_search.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/code/line_diff.h"
#include "views/widgets/code/text_diff.h"
#include "views/widgets/column_model.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/fitting_text.h"
#include "views/widgets/link_row.h"
#include "views/widgets/number_text.h"
#include "views/widgets/plots/axis_ticks.h"
#include "views/widgets/plots/legend_place.h"
#include "views/widgets/plots/plot.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

namespace {

QString tokensText(Language language, const QString& line) {
  LineState inside = LineState::code;
  QString out;
  for (const TokenSpan& span : tokenise(language, line, inside)) {
    const QString word = line.mid(span.start, span.length).trimmed();
    if (word.isEmpty()) continue;
    out += QString("%1:%2 ").arg(static_cast<int>(span.token)).arg(word);
  }
  return out.trimmed();
}

QColor pixel(QWidget& widget, const QPointF& at) {
  return widget.grab().toImage().pixelColor(at.toPoint());
}

}  // namespace

class WidgetsTest : public QObject {
  Q_OBJECT

 private slots:
  void numbersHaveCommasAndUnits();
  void digitsAreNeverCut();
  void labelsShowNamesAsTheyAre();
  void namesAreElidedWhereTheyAgree();
  void anElidedLineEndsInAFact();
  void ticksAreRoundAndInside();
  void tokensCoverTheLine_data();
  void tokensCoverTheLine();
  void tokensAreKnown();
  void blockCommentsSpanLines();
  void longTextsAreHighlightedWhereShown();
  void codeViewZooms();
  void linesKnowTheirOps();
  void longTextsAreIndexed();
  void diffIsMinimalAndOrdered();
  void diffRebuildsBothTexts();
  void diffOfLongTextsIsBounded();
  void equalStretchesFold();
  void codeViewLightsLines();
  void codeViewClickNamesOps();
  void codeViewFindsAndCopies();
  void gutterClickNamesOps();
  void numbersHaveNoLigatures();
  void tableSortsNumbersAndFilters();
  void tableWidensForNumbers();
  void tableWidensForRowsThatItsHeightUncovers();
  void legendsAreWhereTheyHideNoCurve();
  void logarithmicTicksFillTheAxis();
  void aLegendHidesNoPoint();
  void tableShowsTitlesAndNames();
  void tableCopiesCsv();
  void linkRowIsFollowedOnlyWhenResolved();
};

void WidgetsTest::numbersHaveCommasAndUnits() {
  QCOMPARE(countText(78400), QString("78,400"));
  QCOMPARE(countText(1, "op"), QString("1 op"));
  QCOMPARE(countText(19, "op"), QString("19 ops"));
  QCOMPARE(flopText(1024), QString("1,024 FLOP"));
  QCOMPARE(flopText(2350000), QString("2.35 MFLOP"));
  QCOMPARE(byteText(2576), QString("2,576 B"));
  QCOMPARE(byteText(1310720), QString("1.25 MiB"));
  QCOMPARE(microsecondText(8.4), QString("8.4 µs"));
  QCOMPARE(microsecondText(84000), QString("84.0 ms"));
  QCOMPARE(percentText(0.61), QString("61 %"));
  QCOMPARE(percentText(0.004), QString("0.4 %"));
  QCOMPARE(valueText(std::numeric_limits<double>::quiet_NaN()), QString("nan"));
  QCOMPARE(valueText(-INFINITY), QString("-inf"));
}

void WidgetsTest::digitsAreNeverCut() {
  const QFontMetrics metrics(Theme::current().tableFont());
  const auto fitting = [&](const QString& text, const QString& room) {
    return fittingText(text, metrics, metrics.horizontalAdvance(room), Qt::ElideMiddle);
  };
  const QString dots = QChar(0x2026);
  QCOMPARE(fitting("61104.25", "61104.25"), QString("61104.25"));
  QCOMPARE(fitting("-0.0056429 -0.0005926", "-0.0056 -0.0006"), QString("-0.006 -0.0006"));
  QCOMPARE(fitting("-0.0123456", "-0.0123"), QString("-0.0123"));
  QVERIFY(fitting("a_long_name_of_an_op", "a_long_name").contains(dots));
  QCOMPARE(fitting("two\nlines", "two lines and more"), QString("two lines"));
}

void WidgetsTest::labelsShowNamesAsTheyAre() {
  QLabel plain("<h1>a</h1>"), rich("<h1>a</h1>");
  rich.setTextFormat(Qt::RichText);
  for (QLabel* each : {&plain, &rich}) each->ensurePolished();
  QCOMPARE(plain.textFormat(), Qt::PlainText);
  QCOMPARE(rich.textFormat(), Qt::RichText);
  QVERIFY(plain.sizeHint().width() > rich.sizeHint().width());
}

void WidgetsTest::ticksAreRoundAndInside() {
  const auto ticks = axisTicks(-1.05, 1.3, 5);
  QVERIFY(ticks.size() >= 4 && ticks.size() <= 8);
  for (const AxisTick& tick : ticks) QVERIFY(tick.value >= -1.05 && tick.value <= 1.3);
  const bool zero =
      std::any_of(ticks.begin(), ticks.end(), [](const AxisTick& tick) { return tick.value == 0; });
  QVERIFY(zero);
  for (const AxisTick& tick : integerTicks(0, 3, 10)) QCOMPARE(tick.value, std::floor(tick.value));
  QVERIFY(axisTicks(0, INFINITY).empty());
  QCOMPARE(axisTicks(2, 2).size(), std::size_t{1});
  QCOMPARE(axisTicks(0, 4e5, 2).back().label, QString("400,000"));
}

void WidgetsTest::tokensCoverTheLine_data() {
  QTest::addColumn<int>("language");
  QTest::addColumn<QString>("line");
  const QStringList lines{"  float x = 1.5e-3f; // \"note\"",
                          "  %4 = fadd <16 x float> %a, %b, !dbg !7",
                          "\tvmovaps\t(%rsi,%rax,4), %zmm2  # 64-byte",
                          "  ld.global.f32 %f1, [%rd4+16];",
                          "k0(a_W, a_X) -> t0",
                          "\"unclosed \\",
                          "#",
                          "",
                          "/* open",
                          "0x1p-3 .LBB0_1:"};
  for (int language = 0; language <= 6; ++language) {
    for (const QString& line : lines) {
      QTest::addRow("%d %s", language, qPrintable(line)) << language << line;
    }
  }
}

void WidgetsTest::tokensCoverTheLine() {
  QFETCH(int, language);
  QFETCH(QString, line);
  LineState inside = LineState::code;
  int at = 0;
  for (const TokenSpan& span : tokenise(static_cast<Language>(language), line, inside)) {
    QCOMPARE(span.start, at);
    QVERIFY(span.length > 0);
    at += span.length;
  }
  QCOMPARE(at, static_cast<int>(line.size()));
}

void WidgetsTest::tokensAreKnown() {
  // 0 plain, 1 keyword, 2 type, 3 number, 4 string, 5 comment, 6 name, 7 reference, 8 directive
  QCOMPARE(tokensText(Language::cpp, "for (float x"), QString("1:for 0:( 2:float 0:x"));
  QCOMPARE(tokensText(Language::cpp, "exp(1.5e-3f) // y"),
           QString("6:exp 0:( 3:1.5e-3f 0:) 5:// y"));
  QCOMPARE(tokensText(Language::llvm, "%a = fadd float %b, 1.0"),
           QString("7:%a 0:= 1:fadd 2:float 7:%b 0:, 3:1.0"));
  QCOMPARE(tokensText(Language::assembly, "  vaddps %zmm1, %zmm2 # c"),
           QString("1:vaddps 7:%zmm1 0:, 7:%zmm2 5:# c"));
  QCOMPARE(tokensText(Language::assembly, ".LBB0_1:"), QString("6:.LBB0_1 0::"));
  QCOMPARE(tokensText(Language::ptx, ".reg .f32 %f;"), QString("8:.reg 8:.f32 7:%f 0:;"));
}

// Colour of a character of a line, as highlighted.
static QColor colourAt(CodeView& view, int line, int column) {
  for (const auto& range : view.document()->findBlockByNumber(line).layout()->formats())
    if (range.start <= column && column < range.start + range.length)
      return range.format.foreground().color();
  return {};
}

void WidgetsTest::blockCommentsSpanLines() {
  CodeView view;
  view.resize(300, 200);
  view.setCode(CodeText("int a; /* one\ntwo */ int b;\nint c;", Language::cpp));
  view.grab();
  const Colours& colours = Theme::current().colours();
  QCOMPARE(colourAt(view, 0, 0), colours.codeType);
  QCOMPARE(colourAt(view, 0, 8), colours.codeComment);
  QCOMPARE(colourAt(view, 1, 0), colours.codeComment);
  QCOMPARE(colourAt(view, 1, 7), colours.codeType);
  QCOMPARE(colourAt(view, 2, 0), colours.codeType);
}

// A comment opened far above colours the lines that are scrolled to.
void WidgetsTest::longTextsAreHighlightedWhereShown() {
  QString lines = "int a; /* one\n";
  for (int i = 0; i < 5000; ++i) lines += "int b;\n";
  CodeView view;
  view.resize(300, 200);
  view.show();
  view.setCode(CodeText(lines + "*/ int c;", Language::cpp));
  QVERIFY(view.document()->findBlockByNumber(4000).layout()->formats().isEmpty());
  view.scrollToLine(4000);
  QCOMPARE(colourAt(view, 4000, 0), Theme::current().colours().codeComment);
  view.scrollToLine(5001);
  QCOMPARE(colourAt(view, 5001, 4), Theme::current().colours().codeType);
}

void WidgetsTest::codeViewZooms() {
  CodeView view;
  view.resize(300, 200);
  view.setCode(CodeText("one\ntwo\n", Language::cpp));
  view.show();
  const int before = view.fontMetrics().height(), lines = view.visibleLines();
  view.zoomBy(2);
  QVERIFY(view.fontMetrics().height() > 1.5 * before);
  QVERIFY(view.visibleLines() < lines);
  view.zoomBy(0.5);
  QCOMPARE(view.fontMetrics().height(), before);
}

void WidgetsTest::linesKnowTheirOps() {
  const CodeText text("a\nb\nc\n", Language::cpp, {{1, {7}}, {3, {7, 8}}, {99, {9}}, {2, {}}});
  QCOMPARE(text.lineCount(), 3);
  QCOMPARE(text.linesOf({7}), (std::vector<int>{0, 2}));
  QCOMPARE(text.linesOf({8, 7}), (std::vector<int>{0, 2}));
  QCOMPARE(text.opsAt(2), (std::vector<OpId>{7, 8}));
  QVERIFY(text.opsAt(1).empty());
  QCOMPARE(text.ops(), (OpSet{7, 8}));
}

void WidgetsTest::longTextsAreIndexed() {
  QString lines;
  for (int i = 0; i < 20000; ++i) lines += QString("\tvaddps %zmm%1, %zmm2\n").arg(i);
  CodeView pane;
  pane.resize(400, 300);
  pane.setCode(CodeText(lines, Language::assembly, {{19000, {5}}}));
  QCOMPARE(pane.code().lineCount(), 20000);
  pane.setLit({5});
  QVERIFY(pane.firstVisibleLine() <= 18999);
  QVERIFY(pane.firstVisibleLine() + pane.visibleLines() > 18999);
  QVERIFY(!pane.grab().isNull());
}

void WidgetsTest::diffIsMinimalAndOrdered() {
  const auto rows = lineDiff("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n");
  const DiffCount changes = count(rows);
  QCOMPARE(changes.removed, 1);
  QCOMPARE(changes.added, 2);
  QCOMPARE(rows.front(), (DiffRow{DiffMark::same, 1, 1, "a"}));
  QCOMPARE(rows.back(), (DiffRow{DiffMark::added, 0, 5, "e"}));
  QVERIFY(lineDiff("", "").empty());
  QCOMPARE(count(lineDiff("a\nb", "a\nb")).added, 0);
}

void WidgetsTest::diffRebuildsBothTexts() {
  unsigned seed = 7;
  const auto draw = [&seed](unsigned most) {
    return (seed = seed * 1103515245u + 12345u) / 65536u % most;
  };
  for (int round = 0; round < 200; ++round) {
    QStringList left, right;
    for (unsigned i = draw(20); i > 0; --i) left << QString(QChar('a' + char(draw(4))));
    for (unsigned i = draw(20); i > 0; --i) right << QString(QChar('a' + char(draw(4))));
    QStringList fromLeft, fromRight;
    for (const DiffRow& row : lineDiff(left.join('\n'), right.join('\n'))) {
      if (row.mark != DiffMark::added) {
        fromLeft << row.text;
        QCOMPARE(row.left, static_cast<int>(fromLeft.size()));
      }
      if (row.mark != DiffMark::removed) {
        fromRight << row.text;
        QCOMPARE(row.right, static_cast<int>(fromRight.size()));
      }
    }
    QCOMPARE(fromLeft, left);
    QCOMPARE(fromRight, right);
  }
}

void WidgetsTest::diffOfLongTextsIsBounded() {
  QString left, right;
  for (int i = 0; i < 50; ++i) left += QString("l%1\n").arg(i), right += QString("r%1\n").arg(i);
  const auto rows = lineDiff("head\n" + left + "tail\n", "head\n" + right + "tail\n", 10);
  QCOMPARE(count(rows).removed, 50);
  QCOMPARE(count(rows).added, 50);
  QCOMPARE(rows.back().text, QString("tail"));
}

void WidgetsTest::equalStretchesFold() {
  QString left, right;
  for (int i = 0; i < 40; ++i) {
    left += QString("line %1\n").arg(i);
    right += i == 20 ? QString("other\n") : QString("line %1\n").arg(i);
  }
  TextDiff diff;
  diff.resize(300, 300);
  diff.setTexts(left, right, Language::program);
  QCOMPARE(diff.shownRows(), 1 + 3 + 2 + 3 + 1);
  QTest::mouseClick(diff.viewport(), Qt::LeftButton, {}, QPoint(100, 4));  // the first fold
  QCOMPARE(diff.shownRows(), 20 + 2 + 3 + 1);
  QVERIFY(diff.unified().contains("-line 20\n+other\n"));
}

void WidgetsTest::codeViewLightsLines() {
  CodeView pane;
  pane.resize(300, 200);
  pane.show();
  pane.setCode(CodeText("one\ntwo\nthree\n", Language::cpp, {{2, {7}}}));
  const QPoint probe = pane.lineRect(1).center() + QPoint(60, 0);
  const QColor before = pixel(*pane.viewport(), probe);
  pane.setLit({7});
  QCOMPARE(pane.marks().lit(), (std::vector<int>{1}));
  const QColor after = pixel(*pane.viewport(), probe);
  QVERIFY(before != after);
  QCOMPARE(after, Theme::current().colours().selectionRow);
}

void WidgetsTest::codeViewClickNamesOps() {
  CodeView pane;
  pane.resize(300, 200);
  pane.setCode(CodeText("one\ntwo\nthree\n", Language::cpp, {{2, {7, 8}}}));
  std::vector<std::vector<OpId>> clicks;
  connect(&pane, &CodeView::opsClicked, this, [&](const auto& ops) { clicks.push_back(ops); });
  QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, pane.lineRect(1).center());
  QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, pane.lineRect(0).center());
  QCOMPARE(clicks, (std::vector<std::vector<OpId>>{{7, 8}, {}}));
}

void WidgetsTest::gutterClickNamesOps() {
  CodeView pane;
  pane.resize(300, 200);
  pane.show();
  pane.setCode(CodeText("one\ntwo\nthree\n", Language::cpp, {{2, {7}}}));
  std::vector<std::vector<OpId>> clicks;
  connect(&pane, &CodeView::opsClicked, this, [&](const auto& ops) { clicks.push_back(ops); });
  const QPoint number = pane.viewport()->mapTo(&pane, pane.lineRect(1).topLeft()) - QPoint(12, -4);
  QTest::mouseClick(pane.childAt(number), Qt::LeftButton, {},
                    pane.childAt(number)->mapFrom(&pane, number));
  QCOMPARE(clicks, (std::vector<std::vector<OpId>>{{7}}));
}

void WidgetsTest::codeViewFindsAndCopies() {
  CodeView pane;
  pane.resize(300, 200);
  pane.setCode(CodeText("float a;\nint b;\nFLOAT c;\n", Language::cpp));
  pane.search().setNeedle("float");
  QCOMPARE(pane.search().matchCount(), 2);
  QCOMPARE(pane.selectedText(), QString("float"));
  pane.search().next(1);
  QCOMPARE(pane.selectedText(), QString("FLOAT"));
  pane.search().next(1);  // wraps around the end
  QCOMPARE(pane.currentLine(), 0);
  pane.search().setNeedle("absent");
  QCOMPARE(pane.search().matchCount(), 0);
  pane.selectAll();
  QCOMPARE(pane.selectedText(), QString("float a;\nint b;\nFLOAT c;"));
}

namespace {

struct SmallTable {
  ColumnModel model{{{"name", false, [](int r) { return QString("k%1").arg(r); }, {}, {}},
                     {"us",
                      true,
                      [](int r) { return QString::number(r == 0 ? 10 : r); },
                      [](int r) { return QVariant(r == 0 ? 10 : r); },
                      {}}}};
  TableView table{&model};
  SmallTable() { model.setRows(3); }
};

}  // namespace

void WidgetsTest::namesAreElidedWhereTheyAgree() {
  const QFontMetrics metrics(Theme::current().uiFont());
  const QString weights = "stage_1/block_2/convolution_weights",
                bias = "stage_1/block_2/convolution_bias",
                next = "stage_1/block_3/convolution_weights";
  const int width = metrics.horizontalAdvance("stage_1/block_2/convol");
  const auto shown = [&](const QString& name, const QStringList& others) {
    const QString text = elidedName(name, others, metrics, width);
    return metrics.horizontalAdvance(text) <= width ? text : "too wide: " + text;
  };
  QVERIFY2(shown(weights, {bias}).endsWith(QString::fromUtf8("…weights")),
           qPrintable(shown(weights, {bias})));
  QVERIFY(shown(weights, {bias}).startsWith("stage"));
  QVERIFY(shown(bias, {weights, next}).endsWith(QString::fromUtf8("…bias")));
  QVERIFY2(shown(weights, {next}).startsWith(QString::fromUtf8("…2/conv")),
           qPrintable(shown(weights, {next})));
  QCOMPARE(shown("short", {"shorter"}), QString("short"));
  QVERIFY(shown(weights, {}).contains(QChar(0x2026)));
}

// A narrow header shows "12 tensors…", not "12 tensors  ·".
void WidgetsTest::anElidedLineEndsInAFact() {
  const QString text = QString::fromUtf8("12 tensors  ·  4 KiB  ·  2 notes");
  ElidedLabel label;
  label.setText(text);
  QSet<QString> shown;
  for (int width = label.sizeHint().width(); width > 0; --width) {
    label.resize(width, 20);
    const QString now = label.shownText();
    shown << now;
    QCOMPARE(now == text, !label.elided());
    if (now == text) continue;
    QVERIFY2(now.endsWith(QChar(0x2026)) || now.isEmpty(), qPrintable(now));
    QVERIFY2(!now.chopped(now.isEmpty() ? 0 : 1).trimmed().endsWith(QChar(0xb7)), qPrintable(now));
  }
  QVERIFY(shown.contains(text));
  QVERIFY(shown.contains(QString::fromUtf8("12 tensors…")));
}

// JetBrains Mono has a ligature that shows the x of "0x40" as a multiplication sign.
void WidgetsTest::numbersHaveNoLigatures() {
  const QFont mono = Theme::current().monoFont();
  const auto glyphs = [&mono](const QString& text) {
    QTextLayout layout(text, mono);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    return layout.glyphRuns().value(0).glyphIndexes();
  };
  for (const char* text : {"0x40", "a->b", "<="}) {
    QList<quint32> single;
    for (const QChar letter : QString(text)) single += glyphs(QString(letter));
    QCOMPARE(glyphs(text), single);
  }
}

void WidgetsTest::tableSortsNumbersAndFilters() {
  SmallTable t;
  t.table.sortByColumn(1, Qt::AscendingOrder);
  QCOMPARE(t.table.model()->index(2, 1).data().toString(), QString("10"));  // not "10" < "2"
  t.table.setFilter("k1");
  QCOMPARE(t.table.shownRows(), 1);
  t.table.setFilter("k 2");
  QCOMPARE(t.table.shownRows(), 1);
  t.table.setFilter({});
  QSignalSpy spy(&t.table, &TableView::rowSelected);
  t.table.setCurrentSourceRow(0);
  QCOMPARE(t.table.currentSourceRow(), 0);
  QCOMPARE(spy.size(), 0);
}

// 0.123456 may be shortened to 0.1235; 1,234,567,890 must keep every digit.
void WidgetsTest::tableWidensForNumbers() {
  const auto number = [](const char* title, const QString& text) {
    return TableColumn{title, true, [text](int) { return text; }, {}, {}};
  };
  ColumnModel model{
      {number("count", "1,234,567,890"),
       number("mean", "0.12345678"),
       {"name", false, [](int) { return QString("a_very_long_name_of_an_op"); }, {}, {}},
       {"last", false, [](int) { return QString("x"); }, {}, {}}}};
  TableView table{&model};
  for (int column = 0; column < 3; ++column) table.setColumnWidth(column, 60);
  table.resize(400, 200);
  table.show();
  model.setRows(5);
  const int needed = QFontMetrics(Theme::current().monoFont()).horizontalAdvance("1,234,567,890") +
                     2 * metrics::grid;
  QTRY_COMPARE(table.columnWidth(0), needed);
  QCOMPARE(table.columnWidth(1), 60);
  QCOMPARE(table.columnWidth(2), 60);
}

void WidgetsTest::tableWidensForRowsThatItsHeightUncovers() {
  const auto text = [](int row) { return row < 12 ? QString("1") : QString("1,234,567,890"); };
  ColumnModel model{
      {{"count", true, text, {}, {}}, {"last", false, [](int) { return QString("x"); }, {}, {}}}};
  TableView table{&model};
  table.setColumnWidth(0, 60);
  table.resize(400, 100);
  table.show();
  model.setRows(20);
  QApplication::processEvents();
  QCOMPARE(table.columnWidth(0), 60);
  table.resize(400, 600);
  const int needed = QFontMetrics(Theme::current().monoFont()).horizontalAdvance("1,234,567,890") +
                     2 * metrics::grid;
  QTRY_COMPARE(table.columnWidth(0), needed);
}

void WidgetsTest::legendsAreWhereTheyHideNoCurve() {
  const QRectF area(0, 0, 200, 100);
  const QSizeF size(60, 30);
  const auto place = [&](const std::vector<std::vector<QPointF>>& curves) {
    return legendPlace(area, size, curves);
  };
  const QRectF upperRight(136, 4, 60, 30), upperLeft(4, 4, 60, 30);
  QCOMPARE(place({}), upperRight);
  QCOMPARE(place({{{0, 10}, {200, 90}}}), upperRight);
  QCOMPARE(place({{{100, 0}, {200, 90}}, {{0, 90}, {200, 90}}, {{140, 5}, {140, 90}}}), upperLeft);
  // Lines cross the corners, and no point is in one.
  QCOMPARE(place({{{-10, 20}, {210, 20}}}).top(), 35.0);
  QCOMPARE(place({{{-10, 20}, {210, 20}}, {{150, -10}, {150, 110}}}).topLeft(), QPointF(4, 35));
  // A line ends where a value is missing.
  QCOMPARE(place({{{0, 10}, {90, qQNaN()}, {200, 10}}}), upperRight);
  // Not for a little less.
  std::vector<std::vector<QPointF>> stripes;
  for (const double y : {5, 20, 35, 50, 65, 80, 95}) stripes.push_back({{0, y}, {200, y}});
  stripes.push_back({{190, 12}, {190, 15}});
  QCOMPARE(place(stripes), upperRight);
  QVERIFY(area.contains(legendPlace(area, size, {})));
}

void WidgetsTest::logarithmicTicksFillTheAxis() {
  const auto labels = [](double low, double high, int wanted) {
    QStringList found;
    for (const AxisTick& tick : powerTicks(std::log10(low), std::log10(high), wanted))
      found << tick.label;
    return found;
  };
  QCOMPARE(labels(0.11, 0.95, 3), QStringList({"0.2", "0.5"}));
  QCOMPARE(labels(3, 120, 3), QStringList({"5", "10", "20", "50", "100"}));
  QCOMPARE(labels(1e-4, 1e4, 5), QStringList({"0.0001", "0.01", "1", "100", "1e+04"}));
  QCOMPARE(labels(0.118, 0.255, 3), QStringList({"0.15", "0.20", "0.25"}));
}

// Where all places in the plot have a point, the legend has a line of its own.
void WidgetsTest::aLegendHidesNoPoint() {
  Plot plot;
  plot.resize(400, 200);
  PlotSeries dots{"dots", {}, {}, 0, true, false, {}, 1};
  for (int i = 0; i < 40; ++i) {
    dots.x.push_back(i);
    dots.y.push_back(i % 10);
  }
  plot.setSeries({dots});
  plot.grab();
  QVERIFY(plot.legend() && plot.legend()->place.bottom() <= plot.area().top());
  plot.setSeries({{"dots", {0, 1}, {0, 0}, 0, true, false, {}, 1}});
  plot.grab();
  QVERIFY(plot.legend() && plot.area().contains(plot.legend()->place));
}

void WidgetsTest::tableShowsTitlesAndNames() {
  const QString name = "convolution_223", title = "Program compile ms";
  ColumnModel model{{{"name", false, [&](int) { return name; }, {}, {}},
                     {title, true, [](int) { return QString("1"); }, {}, {}},
                     {"last", false, [](int) { return QString("x"); }, {}, {}}}};
  TableView table{&model};
  table.setColumnWidth(1, 60);
  table.resize(400, 200);
  table.show();
  model.setRows(5);
  const QFontMetrics titles = table.horizontalHeader()->fontMetrics(), names = table.fontMetrics();
  QTRY_VERIFY(table.columnWidth(1) >= titles.horizontalAdvance(title) + 2 * metrics::grid);
  table.resizeColumnToContents(0);
  QVERIFY(table.columnWidth(0) >= names.horizontalAdvance(name) + 2 * metrics::grid);
}

void WidgetsTest::tableCopiesCsv() {
  SmallTable t;
  QCOMPARE(t.table.asText(','), QString("name,us\nk0,10\nk1,1\nk2,2\n"));
  t.table.setCurrentSourceRow(1);
  QCOMPARE(t.table.asText('\t'), QString("name\tus\nk1\t1\n"));
}

void WidgetsTest::linkRowIsFollowedOnlyWhenResolved() {
  LinkRow row("kernel", "k0", "61 %");
  row.resize(300, 24);
  QSignalSpy spy(&row, &LinkRow::followed);
  QTest::mouseClick(&row, Qt::LeftButton);
  QTest::keyClick(&row, Qt::Key_Return);
  QCOMPARE(spy.size(), 2);
  row.setUnresolved("kernel", "in registers only: k0 never stores it");
  QTest::mouseClick(&row, Qt::LeftButton);
  QCOMPARE(spy.size(), 2);
  QVERIFY(row.heightForWidth(200) > row.heightForWidth(600));
}

NGRAPH_VIEW_TEST(WidgetsTest)
#include "widgets_test.moc"
