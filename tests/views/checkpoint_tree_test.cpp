// SPDX-License-Identifier: Apache-2.0
// Tests a checkpoint's tensors as a tree of scopes: scope summaries, folding, and when the flat
// list replaces the tree.
#include "views/checkpoints/checkpoint_tree.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>

#include "tests/support/effort.h"
#include "tests/support/view_main.h"
#include "views/checkpoints/checkpoint_scopes.h"
#include "views/checkpoints/checkpoint_table.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

namespace {

std::vector<CheckpointRow> tensors(const std::vector<std::string>& names) {
  std::vector<CheckpointRow> rows;
  for (const std::string& name : names) {
    CheckpointRow& row = rows.emplace_back();
    row.full = name;
    row.bytes = 40;
    row.elements = 10;
  }
  return rows;
}

}  // namespace

class CheckpointTreeTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void scopesPrecedeTheirContents();
  void dotsAreScopesWhereNoNameHasASlash();
  void withoutScopesTheListStays();
  void scopesSummarizeTheirContents();
  void scopesFold();
  void keysFoldAndNavigate();
  void theMouseFolds();
  void anOrderOrAFilterMakesAList();
  void foldsSurviveARereading();
  void aHiddenTensorIsRevealed();
  void tenThousandTensorsAreFast();

 private:
  void show(std::vector<CheckpointRow> rows, bool compared = false);
  QStringList shown() const;  // "--W": W at depth two
  int row(const char* full) const;
  QRect cell(const char* full) const;

  std::unique_ptr<CheckpointTable> model_;
  std::unique_ptr<QWidget> window_;
  TableView* view_ = nullptr;
  QLineEdit* filter_ = nullptr;
  QPushButton* back_ = nullptr;
  CheckpointTree* tree_ = nullptr;
};

void CheckpointTreeTest::init() {
  window_.reset();
  model_ = std::make_unique<CheckpointTable>();
  window_ = std::make_unique<QWidget>();
  window_->resize(900, 600);
  view_ = new TableView(model_.get(), window_.get());
  view_->setGeometry(0, 40, 900, 560);
  filter_ = view_->makeFilterField(window_.get());
  back_ = new QPushButton("Tree", window_.get());
  tree_ = new CheckpointTree(model_.get(), view_, filter_, back_);
  window_->show();
}

void CheckpointTreeTest::show(std::vector<CheckpointRow> rows, bool compared) {
  model_->setRows(std::move(rows), compared);
  tree_->follow();
}

QStringList CheckpointTreeTest::shown() const {
  QStringList all;
  for (int i = 0; i < view_->model()->rowCount(); ++i) {
    const CheckpointRow& of = *model_->row(tree_->sourceRow(view_->model()->index(i, 0)));
    all << QString(tree_->isShown() ? of.depth : 0, u'-') + of.name + (of.scope ? "/" : "");
  }
  return all;
}

int CheckpointTreeTest::row(const char* full) const {
  for (int i = 0; model_->row(i); ++i)
    if (model_->row(i)->full == full) return i;
  return -1;
}

QRect CheckpointTreeTest::cell(const char* full) const {
  for (int i = 0; i < view_->model()->rowCount(); ++i) {
    const QModelIndex index = view_->model()->index(i, CheckpointTable::tensorColumn);
    if (model_->row(tree_->sourceRow(index))->full == full) return view_->visualRect(index);
  }
  return {};
}

void CheckpointTreeTest::scopesPrecedeTheirContents() {
  show(tensors({"net/10/W", "net/2/W", "net/2/b", "net/scale", "top", "head.W"}));
  QCOMPARE(shown(),
           (QStringList{"head.W", "top", "net/", "-scale", "-2/", "--W", "--b", "-10/", "--W"}));
  QCOMPARE(model_->row(row("net/2/W"))->layer, "net/2");
  QCOMPARE(view_->horizontalHeader()->visualIndex(CheckpointTable::tensorColumn), 0);
  QVERIFY(back_->isHidden());
}

void CheckpointTreeTest::dotsAreScopesWhereNoNameHasASlash() {
  show(tensors({"model.conv.weight", "model.conv.bias", "step"}));
  QCOMPARE(shown(), (QStringList{"step", "model/", "-conv/", "--bias", "--weight"}));
  QCOMPARE(model_->row(row("model.conv.bias"))->layer, "model.conv");
  QCOMPARE(model_->row(row("model.conv"))->layer, "model");
}

void CheckpointTreeTest::withoutScopesTheListStays() {
  show(tensors({"b", "a"}));
  QCOMPARE(shown(), (QStringList{"a", "b"}));
  QVERIFY(!tree_->isShown() && back_->isHidden());
  show({});
  QVERIFY(!tree_->isShown());
}

void CheckpointTreeTest::scopesSummarizeTheirContents() {
  std::vector<CheckpointRow> rows = tensors({"a/W", "a/in/b", "a/in/c"});
  rows[2].fit = Fit::notInFile;
  rows[2].bytes = rows[2].elements = 0;
  rows[0].fit = rows[1].fit = Fit::fits;
  rows[1].change = TensorChange{"a/in/b", TensorChange::Kind::changed, 3, 2, 2, 1};
  rows[0].change = TensorChange{"a/W", TensorChange::Kind::equal, 0, 2, 2, 0};
  show(rows, true);
  const auto text = [&](const char* full, int column) {
    return model_->index(row(full), column).data().toString();
  };
  QCOMPARE(text("a", 2), "1 of 2 changed");
  QCOMPARE(text("a", 3).toDouble(), .5);
  QCOMPARE(text("a", 4).toDouble(), 3.);
  QCOMPARE(text("a", 6), "2 tensors · 20 parameters");
  QCOMPARE(text("a", 7), "");  // tensors of a scope may differ in dtype
  QCOMPARE(text("a", 8), "80");
  QCOMPARE(text("a", 9), "2 of 3 fit");
  QCOMPARE(text("a/in", 6), "1 tensor · 10 parameters");
  // Statistics that arrive later are included in the summary.
  TensorStatistics of;
  of.count = of.finite = 10;
  of.min = -2;
  of.max = 5;
  of.l2 = 3;
  model_->rows()[static_cast<std::size_t>(row("a/W"))].statistics = of;
  of.min = -7;
  of.l2 = 4;
  model_->rows()[static_cast<std::size_t>(row("a/in/b"))].statistics = of;
  model_->updated();
  model_->updated();  // sums are not accumulated twice
  QCOMPARE(text("a", 10).toDouble(), -7.);
  QCOMPARE(text("a", 11).toDouble(), 5.);
  QCOMPARE(text("a", 12), "");
  QCOMPARE(text("a", 14).toDouble(), 5.);
  QCOMPARE(text("a", 8), "80");
  QCOMPARE(layerNorms(model_->rows()).size(), std::size_t(2));  // tensors only, without scopes
}

void CheckpointTreeTest::scopesFold() {
  show(tensors({"a/in/b", "a/W", "z/W"}));
  tree_->fold(row("a/in"), true);
  QCOMPARE(shown(), (QStringList{"a/", "-W", "-in/", "z/", "-W"}));
  view_->setCurrentSourceRow(row("a/W"));
  tree_->fold(row("a"), true);
  QCOMPARE(shown(), (QStringList{"a/", "z/", "-W"}));
  QCOMPARE(view_->currentSourceRow(), row("a"));  // the selected row is inside the folded scope
  tree_->fold(row("a"), false);
  QCOMPARE(shown(), (QStringList{"a/", "-W", "-in/", "z/", "-W"}));
  const QModelIndex scope = model_->index(row("a/in"), CheckpointTable::tensorColumn);
  QCOMPARE(scope.data(Qt::AccessibleTextRole).toString(), "in, a collapsed scope");
}

void CheckpointTreeTest::keysFoldAndNavigate() {
  show(tensors({"a/in/b", "z/W"}));
  view_->setFocus();
  view_->setCurrentSourceRow(row("a/in/b"));
  const auto key = [&](Qt::Key k) { QTest::keyClick(view_, k); };
  key(Qt::Key_Left);
  QCOMPARE(view_->currentSourceRow(), row("a/in"));
  key(Qt::Key_Left);
  QVERIFY(tree_->isFolded(row("a/in")));
  key(Qt::Key_Left);
  QCOMPARE(view_->currentSourceRow(), row("a"));
  key(Qt::Key_Right);
  QCOMPARE(view_->currentSourceRow(), row("a/in"));
  key(Qt::Key_Right);
  QVERIFY(!tree_->isFolded(row("a/in")));
  key(Qt::Key_Down);
  QCOMPARE(view_->currentSourceRow(), row("a/in/b"));
}

void CheckpointTreeTest::theMouseFolds() {
  show(tensors({"a/in/b", "z/W"}));
  const auto click = [&](const char* full, int x) {
    const QRect at = cell(full);
    QTest::mouseClick(view_->viewport(), Qt::LeftButton, {},
                      QPoint(at.left() + x, at.center().y()));
  };
  click("a/in", 28);
  QVERIFY(tree_->isFolded(row("a/in")));
  click("a/in", 28);
  QVERIFY(!tree_->isFolded(row("a/in")));
  click("a/in", 60);  // a click on the name
  QVERIFY(!tree_->isFolded(row("a/in")));
  QCOMPARE(view_->currentSourceRow(), row("a/in"));
}

void CheckpointTreeTest::anOrderOrAFilterMakesAList() {
  show(tensors({"b/W", "a/W", "a/in/c"}));
  tree_->fold(row("a"), true);
  filter_->setText("w");
  QCOMPARE(shown(), (QStringList{"W", "W"}));
  filter_->clear();
  QCOMPARE(shown(), (QStringList{"a/", "b/", "-W"}));
  view_->sortByColumn(CheckpointTable::tensorColumn, Qt::DescendingOrder);
  QCOMPARE(shown(), (QStringList{"c", "W", "W"}));
  QVERIFY(!back_->isHidden());
  filter_->setText("a");
  back_->click();
  QCOMPARE(shown(), (QStringList{"a/", "b/", "-W"}));
  QVERIFY(filter_->text().isEmpty() && back_->isHidden());
  // A third click on a column title also restores the tree.
  QHeaderView& header = *view_->horizontalHeader();
  const QPoint title(header.sectionViewportPosition(CheckpointTable::tensorColumn) + 20, 8);
  for (int i = 0; i < 3; ++i) {
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, title);
    QCOMPARE(tree_->isShown(), i == 2);
  }
}

void CheckpointTreeTest::foldsSurviveARereading() {
  show(tensors({"a/W", "b/W"}));
  tree_->fold(row("a"), true);
  show(tensors({"a/W", "a/new", "b/W"}));
  QCOMPARE(shown(), (QStringList{"a/", "b/", "-W"}));
  tree_->openAll();
  tree_->follow();
  QCOMPARE(shown().size(), 5);
}

void CheckpointTreeTest::aHiddenTensorIsRevealed() {
  show(tensors({"a/in/W", "b/W"}));
  tree_->fold(row("a/in"), true);
  tree_->fold(row("a"), true);
  tree_->reveal(row("a/in/W"));
  view_->setCurrentSourceRow(row("a/in/W"));
  QCOMPARE(view_->currentSourceRow(), row("a/in/W"));
  QCOMPARE(shown().size(), 5);
}

void CheckpointTreeTest::tenThousandTensorsAreFast() {
  std::vector<std::string> names;
  for (int i = 0; i < 10'000; ++i)
    names.push_back("net/block" + std::to_string(i / 40) + "/layer" + std::to_string(i / 4) + "/t" +
                    std::to_string(i % 4));
  const auto takes = [](double most, const char* what, const auto& act) {
    const testing::Effort effort;
    act();
    qInfo("%s: %.0f ms", what, 1e3 * effort.seconds());
    return effort.within(most);
  };
  QVERIFY(takes(1500, "shown", [&] { show(tensors(names)); }));
  QVERIFY(takes(500, "folded", [&] { tree_->fold(row("net"), true); }));
  QVERIFY(takes(500, "opened", [&] { tree_->fold(row("net"), false); }));
  QVERIFY(takes(1500, "sorted",
                [&] { view_->sortByColumn(CheckpointTable::tensorColumn, Qt::AscendingOrder); }));
  QVERIFY(takes(1500, "as a tree again", [&] { tree_->restore(); }));
}

NGRAPH_VIEW_TEST(CheckpointTreeTest)
#include "checkpoint_tree_test.moc"
