// SPDX-License-Identifier: Apache-2.0
// Tests the checkpoints view: rows appear before their values, statistics and changes follow, rows
// link to the graph.
#include "views/checkpoints/checkpoints_view.h"

#include <QComboBox>
#include <QJsonArray>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>

#include "engine/formats/archives/npz.h"
#include "engine/formats/tensors/npy.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "tests/support/panel_sample.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/sparse_tensor.h"
#include "tests/support/view_main.h"
#include "views/checkpoints/checkpoint_table.h"
#include "views/checkpoints/file_elements.h"
#include "views/checkpoints/metadata_window.h"
#include "views/checkpoints/norm_bars.h"
#include "views/checkpoints/stored_values.h"
#include "views/file_kind.h"
#include "views/view_table.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tensors/axis_bar.h"
#include "views/widgets/tensors/histogram.h"
#include "views/widgets/tensors/image_grid.h"
#include "views/widgets/tensors/number_grid.h"
#include "views/widgets/tensors/slice_bar.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class CheckpointsViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void isInTheViewTable();
  void rowsShowMatches();
  void statisticsFollow();
  void changesAreShown();
  void aFailedComparisonChangesNothing();
  void otherNamesAreMatched();
  void rowsAndOpsAreLinked();
  void badFilesAreRefused();
  void filesOfOtherFrameworksOpen();
  void metadataAndBlocksAreShown();
  void valuesAreShown();
  void valuesOfOtherTypesAreShown();
  void valuesAreDrawn();
  void otherAxesAreChosen_data();
  void otherAxesAreChosen();
  void aReadingCanBeStopped();
  void anotherDocumentReadsNothingAgain();
  void aLargeTensorStaysInItsFile();

 private:
  QString stack4(const char* name) const;
  void chooseLarge();

  QString save(const char* name, double value, bool bias = true) const;
  const CheckpointRow* row(const char* full) const;

  QTemporaryDir folder_;
  std::unique_ptr<PanelSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<CheckpointsView> view_;
};

void CheckpointsViewTest::init() {
  view_.reset();
  session_ = std::make_unique<PanelSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("sample.ngraph");
  view_ = std::make_unique<CheckpointsView>(*workspace_);
  view_->resize(1200, 320);
  view_->show();
}

// Saves the sample's variable W with the graph's axes, and a tensor that the graph does not have.
QString CheckpointsViewTest::save(const char* name, double value, bool bias) const {
  Checkpoint checkpoint;
  checkpoint.position = RunPosition{"update", 40, 10, {}};
  for (const OpRecord& op : session_->documents.document()->graph->ops) {
    if (op.op != "variable" || (op.name == "b" && !bias)) continue;
    Shape shape;
    std::vector<std::string> axes;
    for (const AxisRecord& axis : op.results.front().axes) {
      shape.push_back(*axis.length);
      axes.push_back(axis.name);
    }
    Tensor tensor(DType::f32, shape);
    for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, value);
    checkpoint.tensors.push_back({op.name, axes, "variable", tensor});
  }
  checkpoint.tensors.push_back({"old/stranger", {}, "variable", Tensor(1.0)});
  const QString path = folder_.filePath(name);
  write_checkpoint(path.toStdString(), checkpoint);
  return path;
}

const CheckpointRow* CheckpointsViewTest::row(const char* full) const {
  for (int i = 0; view_->table().row(i); ++i)
    if (view_->table().row(i)->full == full) return view_->table().row(i);
  return nullptr;
}

void CheckpointsViewTest::isInTheViewTable() {
  const View* row = findView("checkpoints");
  QVERIFY(row);
  const std::unique_ptr<QWidget> made(row->make(*workspace_));
  made->show();
  QVERIFY(!made->grab().isNull());
}

void CheckpointsViewTest::rowsShowMatches() {
  view_->openFile(save("a.safetensors", 1, false));
  QTRY_VERIFY(row("W") != nullptr);
  QCOMPARE(row("W")->fit, Fit::fits);
  QCOMPARE(row("b")->fit, Fit::notInFile);
  QCOMPARE(row("old/stranger")->fit, Fit::notInGraph);
  QCOMPARE(row("old/stranger")->layer, "old");
  QVERIFY2(view_->summary().contains("1 of 2 variables fit the graph"),
           qPrintable(view_->summary()));
  QVERIFY(view_->summary().contains("after 40 iterations"));
}

void CheckpointsViewTest::statisticsFollow() {
  view_->openFile(save("s.safetensors", 2));
  QTRY_VERIFY(row("W") && row("W")->statistics);
  const TensorStatistics& statistics = *row("W")->statistics;
  QCOMPARE(statistics.mean, 2.0);
  QCOMPARE(statistics.l2, 2 * std::sqrt(static_cast<double>(statistics.count)));
  const std::vector<LayerNorm>& norms = view_->norms().norms();
  QCOMPARE(norms.size(), std::size_t(3));  // a tensor outside any layer counts as its own layer
  QCOMPARE(norms[0].layer, "W");
  QCOMPARE(norms[2].layer, "old");
  QCOMPARE(norms[2].before, 1.0);
}

void CheckpointsViewTest::changesAreShown() {
  const QSignalSpy opened(view_.get(), &CheckpointsView::opened);
  view_->openFile(save("x.safetensors", 2));
  QTRY_VERIFY(row("W") && row("W")->statistics);
  view_->compareWith(save("y.safetensors", 3));
  QTRY_VERIFY(row("W") && row("W")->change);
  QCOMPARE(row("W")->change->kind, TensorChange::Kind::changed);
  QCOMPARE(row("W")->change->most, 1.0);
  QCOMPARE(row("W")->change->relative(), .5);
  QCOMPARE(row("old/stranger")->change->kind, TensorChange::Kind::equal);
  QCOMPARE(view_->norms().norms().back().difference, 0.0);
  QVERIFY(row("W")->statistics.has_value());  // statistics columns are kept
  QCOMPARE(row("W")->statistics->mean, 2.0);
  // The difference and either file's values can be shown.
  for (int i = 0; i < view_->table().rowCount(); ++i)
    if (view_->table().row(i)->full == "W") emit view_->view().rowSelected(i);
  StoredValues& values = view_->values();
  QTRY_VERIFY2(values.words().endsWith("y.safetensors − x.safetensors"),
               qPrintable(values.words()));
  QCOMPARE(values.grid().cellText(0, 0).toDouble(), 1.0);
  auto* side = values.findChild<QComboBox*>();
  QVERIFY(side->isVisible());
  side->setCurrentIndex(1);
  emit side->activated(1);
  QTRY_VERIFY2(values.words().endsWith("in y.safetensors"), qPrintable(values.words()));
  QCOMPARE(values.grid().cellText(0, 0).toDouble(), 3.0);
  QCOMPARE(opened.last(), (QVariantList{QStringList{folder_.filePath("x.safetensors"),
                                                    folder_.filePath("y.safetensors")},
                                        folder_.filePath("x.safetensors")}));
  QVERIFY(view_->norms().norms()[0].difference > 0);
  // Opening another file ends the comparison.
  view_->openFile(folder_.filePath("y.safetensors"));
  QTRY_VERIFY(row("W") && !row("W")->change);
}

void CheckpointsViewTest::aFailedComparisonChangesNothing() {
  view_->openFile(save("x.safetensors", 2));
  QTRY_VERIFY(row("W"));
  view_->compareWith(save("y.safetensors", 3));
  QTRY_VERIFY(row("W")->change && jobs_->idle());
  QFile broken(folder_.filePath("broken.safetensors"));
  QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("not tensors") > 0);
  broken.close();
  view_->compareWith(broken.fileName());
  QTRY_VERIFY(jobs_->idle());
  for (int i = 0; i < view_->table().rowCount(); ++i)
    if (view_->table().row(i)->full == "W") emit view_->view().rowSelected(i);
  StoredValues& values = view_->values();
  QTRY_VERIFY2(values.words().endsWith("y.safetensors − x.safetensors"),
               qPrintable(values.words()));
  QCOMPARE(values.grid().cellText(0, 0).toDouble(), 1.0);
}

// Two names that differ by a rule; a tensor that is stored transposed; values side by side.
void CheckpointsViewTest::otherNamesAreMatched() {
  const QString first = folder_.filePath("a.safetensors"), second = folder_.filePath("b.npz");
  const auto of = [](const Shape& shape, std::vector<double> values) {
    return Tensor::from(DType::f32, shape, values);
  };
  const Tensor w = of({2, 3}, {1, 2, 3, 4, 5, 6}), moved = of({3, 2}, {1, 4, 2, 5, 3, 6});
  const Tensor b({1, 2}), other({1, 4});
  write_safetensors(first.toStdString(), std::vector<TensorRef>{{"net.w", &w}, {"net.b", &b}});
  write_npz(second.toStdString(), std::vector<TensorRef>{{"model/w", &moved}, {"model/b", &other}});
  view_->openFile(first);
  QTRY_VERIFY(row("net.w"));
  view_->compareWith(second);
  QTRY_VERIFY(row("net.w")->change && row("net.b")->change && jobs_->idle());
  QCOMPARE(row("net.w")->change->kind, TensorChange::Kind::equal);
  QCOMPARE(row("net.w")->change->order, (std::vector<std::size_t>{1, 0}));
  QCOMPARE(row("net.b")->change->most, 2.0);
  QVERIFY2(view_->view().asText('\t').contains("model/b (rule)"),
           qPrintable(view_->view().asText('\t')));
  for (int i = 0; i < view_->table().rowCount(); ++i)
    if (view_->table().row(i)->full == "net.b") emit view_->view().rowSelected(i);
  StoredValues& values = view_->values();
  QTRY_VERIFY(values.offers(StoredMode::sideBySide));
  values.setMode(StoredMode::sideBySide);
  QVERIFY(values.maps().isVisible());
  QVERIFY(values.maps().map(0).scale() == values.maps().map(1).scale());
  QCOMPARE(values.maps().map(1).scale().high, 4.0);
  QCOMPARE(values.maps().map(2).scale().high, 2.0);
}

void CheckpointsViewTest::rowsAndOpsAreLinked() {
  view_->openFile(save("l.safetensors", 2));
  QTRY_VERIFY(row("W") != nullptr);
  QVERIFY(row("W")->op != 0);
  auto* table = view_->findChild<QTableView*>();
  for (int i = 0; i < table->model()->rowCount(); ++i)
    if (table->model()->index(i, 1).data().toString() == "W")
      QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                        table->visualRect(table->model()->index(i, 1)).center());
  QTRY_COMPARE(selection_->op(), row("W")->op);
  selection_->selectOp(row("b")->op);
  QTRY_COMPARE(table->currentIndex().siblingAtColumn(1).data().toString(), QString("b"));
}

void CheckpointsViewTest::badFilesAreRefused() {
  QSignalSpy failed(jobs_.get(), &Jobs::failed);
  QFile file(folder_.filePath("bad.safetensors"));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no tensors") > 0);
  file.close();
  view_->openFile(file.fileName());
  QTRY_COMPARE(failed.count(), 1);
  QVERIFY(failed[0][1].value<Diagnostic>().what.find("bad.safetensors") != std::string::npos);
}

// Recognised by content: the suffix is wrong.
void CheckpointsViewTest::filesOfOtherFrameworksOpen() {
  const QString path = folder_.filePath("weights.dat");
  QVERIFY(QFile::copy(testing::sourceFile("tests/formats/pytorch/zip.pt"), path));
  QCOMPARE(fileKindOf(path), FileKind::checkpoint);
  view_->openFile(path);
  QTRY_VERIFY(row("types/half"));
  QVERIFY2(view_->summary().contains("PyTorch checkpoint"), qPrintable(view_->summary()));
  QTRY_VERIFY(row("views/0")->statistics);
  QCOMPARE(row("views/0")->statistics->max, 5.);
  // A web page that was saved under the name of a model is no checkpoint.
  QFile page(folder_.filePath("model.pt"));
  QVERIFY(page.open(QIODevice::WriteOnly));
  page.write("<!DOCTYPE html><html>");
  page.close();
  QCOMPARE(fileKindOf(page.fileName()), FileKind::none);
}

// Of a GGUF file; files without metadata have no button for it.
void CheckpointsViewTest::metadataAndBlocksAreShown() {
  const auto button = [this]() -> QPushButton* {
    for (auto* each : view_->findChildren<QPushButton*>())
      if (each->text() == "Metadata…") return each;
    return nullptr;
  };
  view_->openFile(save("a.safetensors", 1));
  QTRY_VERIFY(row("W") && jobs_->idle());
  QVERIFY(!button()->isVisibleTo(view_.get()));
  const QString file = testing::sourceFile("tests/formats/gguf/types.gguf");
  QCOMPARE(fileKindOf(file), FileKind::checkpoint);
  view_->openFile(file);
  QTRY_VERIFY(row("q4_k") && jobs_->idle());
  QVERIFY(row("q4_k")->statistics);
  QVERIFY(!row("iq2_xs")->statistics);
  QVERIFY(button()->isVisibleTo(view_.get()));
  button()->click();
  const auto* shown = view_->findChild<MetadataWindow*>();
  QVERIFY(shown && shown->isVisible());
  QVERIFY2(shown->text().contains(QRegularExpression("general.architecture +llama")),
           qPrintable(shown->text()));
}

void CheckpointsViewTest::valuesAreShown() {
  view_->openFile(save("a.safetensors", 2.5));
  QTRY_VERIFY(row("W") && jobs_->idle());
  for (int i = 0; i < view_->table().rowCount(); ++i)
    if (view_->table().row(i)->full == "W") emit view_->view().rowSelected(i);
  QTRY_VERIFY(view_->values().isVisible());
  QVERIFY(view_->values().file() == nullptr);
  QVERIFY2(view_->values().words().startsWith("W · float32"), qPrintable(view_->values().words()));
  QCOMPARE(view_->values().grid().cellText(0, 0), QString("2.5000"));
}

// 8-bit floats as numbers, complex ones with an axis of two parts; what has no values, in words.
void CheckpointsViewTest::valuesOfOtherTypesAreShown() {
  const auto bytes = [](std::vector<std::byte> elements) {
    return [elements] { return elements; };
  };
  const std::vector<TensorToWrite> tensors = {
      {"c", StoredType("complex64"), {1}, bytes(Tensor({1, -2}).bytes.copy())},
      {"e", StoredType("float8_e4m3fn"), {2}, bytes({std::byte{0x38}, std::byte{0xc0}})},
      {"six", StoredType("float6_e2m3fn"), {4}, bytes(std::vector<std::byte>(3))}};
  const QString file = folder_.filePath("types.safetensors");
  stream_safetensors(file.toStdString(), tensors, {});
  view_->openFile(file);
  QTRY_VERIFY(row("six") && jobs_->idle());
  QCOMPARE(row("e")->statistics->min, -2.);
  QVERIFY(!row("six")->statistics);
  const StoredValues& values = view_->values();
  const auto choose = [this](const char* name) {
    for (int i = 0; i < view_->table().rowCount(); ++i)
      if (view_->table().row(i)->full == name) emit view_->view().rowSelected(i);
  };
  choose("e");
  QTRY_VERIFY2(values.words().contains("stored as float8_e4m3fn"), qPrintable(values.words()));
  QCOMPARE(view_->values().grid().cellText(0, 1).toDouble(), -2.);
  choose("six");
  QTRY_VERIFY2(values.words().startsWith("six · float6_e2m3fn"), qPrintable(values.words()));
  QVERIFY(values.isVisible() && !view_->values().grid().isVisible());
  choose("c");
  QTRY_VERIFY2(values.words().startsWith("c · float32"), qPrintable(values.words()));
  QVERIFY(view_->values().grid().isVisible());
}

// A stack of 8 images of 6 x 5 whose elements count up.
void CheckpointsViewTest::valuesAreDrawn() {
  Tensor tensor(DType::f32, {8, 6, 5});
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, static_cast<double>(i));
  const QString file = folder_.filePath("stack.npy");
  write_npy(file.toStdString(), tensor);
  view_->resize(900, 700);
  view_->openFile(file);
  QTRY_VERIFY(view_->table().rowCount() > 0 && jobs_->idle());
  for (int i = 0; i < view_->table().rowCount(); ++i)
    if (view_->table().row(i)->fit != Fit::notInFile) emit view_->view().rowSelected(i);
  StoredValues& values = view_->values();
  QTRY_VERIFY(values.isVisible());
  values.setMode(StoredMode::heatMap);
  QVERIFY(values.heatMap().isVisible() && !values.grid().isVisible());
  QCOMPARE(values.heatMap().scale().low, 0.0);
  QCOMPARE(values.heatMap().scale().high, 239.0);
  values.setMode(StoredMode::pictures);
  QVERIFY(values.offers(StoredMode::pictures) && values.pictures().isVisible());
  const ImageTiles& tiles = *values.pictures().tiles();
  QCOMPARE((QList<int>{tiles.tiles(), tiles.height(), tiles.width()}), (QList<int>{8, 6, 5}));
  values.setMode(StoredMode::histogram);
  std::int64_t counted = 0;
  const QJsonArray counts = values.histogram().description()["counts"].toArray();
  for (const QJsonValue& count : counts) counted += static_cast<std::int64_t>(count.toDouble());
  QCOMPARE(counted, tensor.size());
  QCOMPARE(counts.size(), 48);
}

// 72 MB with four axes; each element is its index modulo 9973.
QString CheckpointsViewTest::stack4(const char* name) const {
  Tensor tensor(DType::f32, {5, 3, 1200, 1000});
  float* values = tensor.as<float>();
  for (std::int64_t i = 0; i < tensor.size(); ++i) values[i] = static_cast<float>(i % 9973);
  const QString file = folder_.filePath(name);
  if (file.endsWith(".npy")) {
    write_npy(file.toStdString(), tensor);
    return file;
  }
  Checkpoint checkpoint;
  checkpoint.tensors.push_back({"stack", {"N", "C", "H", "W"}, "variable", tensor});
  write_checkpoint(file.toStdString(), checkpoint);
  return file;
}

// Selects the tensor that is too large for memory.
void CheckpointsViewTest::chooseLarge() {
  view_->resize(900, 800);
  const auto large = [this] {
    for (int i = 0; i < view_->table().rowCount(); ++i)
      if (view_->table().row(i)->bytes > StoredValues::largestHeld) return i;
    return -1;
  };
  QTRY_VERIFY(large() >= 0);
  emit view_->view().rowSelected(large());
  QTRY_VERIFY(view_->values().isVisible());
}

void CheckpointsViewTest::otherAxesAreChosen_data() {
  QTest::addColumn<QString>("file");
  QTest::newRow("npy") << "stack.npy";
  QTest::newRow("checkpoint") << "stack.safetensors";
}

void CheckpointsViewTest::otherAxesAreChosen() {
  QFETCH(QString, file);
  view_->openFile(stack4(qPrintable(file)));
  chooseLarge();
  StoredValues& values = view_->values();
  QVERIFY(values.file() != nullptr);  // it stays in its file
  const auto at = [](int n, int c, int h, int w) {
    return static_cast<double>((((n * 3 + c) * 1200 + h) * 1000 + w) % 9973);
  };
  const auto shows = [&](int row, int column, double value) {
    values.grid().grab();
    return values.grid().cellText(row, column) == QString::number(value, 'f', 2) ||
           values.grid().cellText(row, column) == QString::number(value, 'f', 3);
  };
  QTRY_VERIFY2(shows(2, 3, at(0, 0, 2, 3)), qPrintable(values.grid().cellText(2, 3)));
  // Changes a fixed index with its slider.
  const auto sliders = values.axes().findChildren<QSlider*>();
  QCOMPARE(sliders.size(), 2);
  sliders[0]->setValue(4);
  QVERIFY(values.showsFormer());  // the former values stay, without placeholder dots
  sliders[1]->setValue(1);
  QTRY_VERIFY2(shows(2, 3, at(4, 1, 2, 3)), qPrintable(values.grid().cellText(2, 3)));
  QTRY_VERIFY(!values.showsFormer());
  // First axis as rows, third as columns: elements at least 4 KB apart.
  emit values.axes().axes().moved({0, 2, {}});
  QTRY_VERIFY2(shows(3, 5, at(3, 1, 5, 0)), qPrintable(values.grid().cellText(3, 5)));
  QVERIFY(values.file()->elementsRead() < 100'000);
  // Facets are drawn as small images next to each other.
  values.setMode(StoredMode::heatMap);
  emit values.axes().axes().moved({1, 3, {0}});
  QVERIFY(values.pictures().isVisible());
  const ImageTiles& tiles = *values.pictures().tiles();
  QCOMPARE((QList<int>{tiles.tiles(), tiles.height(), tiles.width()}), (QList<int>{5, 3, 1000}));
  QTRY_VERIFY(tiles.slice.find(tiles.flat(0, 4, 2, 999)).has_value());
  QCOMPARE(*tiles.slice.find(tiles.flat(0, 4, 2, 999)), at(4, 2, 0, 999));
  // The axis placement is remembered when the tensor is shown again.
  values.leave();
  chooseLarge();
  QCOMPARE(values.axes().slice().places(), (AxisPlaces{1, 3, {0}}));
}

void CheckpointsViewTest::aReadingCanBeStopped() {
  view_->openFile(stack4("stop.npy"));
  chooseLarge();
  StoredValues& values = view_->values();
  QTRY_VERIFY(jobs_->idle());
  const std::int64_t read = values.file()->elementsRead();
  // Cancels one event after the job begins; the read itself is delivered by a later event.
  const auto stop = connect(
      jobs_.get(), &Jobs::changed, this, [this] { jobs_->cancelLongest(); }, Qt::QueuedConnection);
  values.grid().showCell(1100, 900);
  values.grid().grab();
  QTRY_VERIFY(values.file()->givenUp());
  disconnect(stop);
  QTRY_VERIFY2(values.words().contains("reading was stopped"), qPrintable(values.words()));
  values.grid().grab();
  testing::settle(50);
  QVERIFY(jobs_->idle() && values.file()->elementsRead() == read);
  QCOMPARE(values.grid().cellText(1100, 900), QString("…"));
  values.grid().showCell(600, 500);
  values.grid().grab();
  QTRY_COMPARE(values.grid().cellText(600, 500).toDouble(), double(600'500 % 9973));
}

// 10^9 elements are opened, scrolled and summarized without loading the tensor.
void CheckpointsViewTest::aLargeTensorStaysInItsFile() {
  constexpr std::int64_t rows = 50'000, columns = 20'000, largestAt = 33'333 * columns + 12'345;
  const QString file = folder_.filePath("large.safetensors");
  if (!write_sparse(file.toStdString(), rows, columns, largestAt))
    QSKIP("The file system cannot store a file of 4 GB.");
  const std::int64_t before = most_memory();
  view_->openFile(file);
  QTRY_VERIFY(row("W") != nullptr && row("W")->bytes == 4 * rows * columns);
  for (int i = 0; i < view_->table().rowCount(); ++i)
    if (view_->table().row(i)->full == "W") emit view_->view().rowSelected(i);
  QTRY_VERIFY(view_->values().isVisible());
  NumberGrid& grid = view_->values().grid();
  const FileElements* read = view_->values().file();
  QVERIFY(read != nullptr);
  grid.grab();
  QTRY_COMPARE(grid.cellText(0, 0), QString("0.0"));
  grid.showCell(33'333, 12'345);
  grid.grab();
  QTRY_COMPARE(grid.cellText(33'333, 12'345).toDouble(), 42.0);
  QVERIFY(read->elementsRead() < 20'000);
  // What the numbers requested just before does not keep the heat map from its own elements.
  for (int i = 0; i < 10; ++i) grid.cellText(33'333, 12'345);
  // The heat map reads only a window, one cell per pixel, without skipping cells by rounding.
  const std::int64_t before_map = read->elementsRead();
  view_->values().setMode(StoredMode::heatMap);
  HeatMap& map = view_->values().heatMap();
  QVERIFY(!map.grab().isNull());
  QTRY_VERIFY(read->elementsRead() > before_map);
  QVERIFY(map.cellRect(0, 0).width() >= 1 && map.cellRect(0, 0).height() >= 1);
  QVERIFY(map.statusText().contains("partial view"));
  QVERIFY(read->elementsRead() - before_map <= 2 * map.height() * map.width());
  view_->values().setMode(StoredMode::histogram);
  QCOMPARE(view_->values().histogram().statusText(),
           QString("sample of 1,048,576 of 1,000,000,000 elements, evenly spaced"));
  view_->values().setMode(StoredMode::numbers);
  QTRY_VERIFY_WITH_TIMEOUT(row("W")->statistics.has_value(), 240'000);
  const TensorStatistics s = *row("W")->statistics;
  QCOMPARE(s.count, rows * columns);
  QCOMPARE(s.zeros, rows * columns - 1);
  QCOMPARE(s.maxAt, largestAt);
  QCOMPARE(s.l2, 42.0);
  const std::int64_t grown = most_memory() - before;
  QVERIFY2(grown < (std::int64_t{160} << 20), qPrintable(QString::number(grown)));
}

void CheckpointsViewTest::anotherDocumentReadsNothingAgain() {
  const QString path = save("kept.safetensors", 2), other = save("changed.safetensors", 3);
  view_->openFile(path);
  QTRY_VERIFY(row("W") && row("W")->statistics);
  view_->compareWith(other);
  QTRY_VERIFY(row("W") && row("W")->change && row("W")->statistics && jobs_->idle());
  QVERIFY(QFile::remove(path) && QFile::remove(other));
  QSignalSpy failed(jobs_.get(), &Jobs::failed), opened(view_.get(), &ViewBase::opened);
  session_->documents.close();
  QVERIFY(row("W") && row("W")->op == 0);
  session_->documents.open("sample.ngraph");
  QVERIFY(jobs_->idle());
  QVERIFY(row("W")->op != 0 && row("W")->change && row("W")->statistics);
  testing::settle(50);
  QVERIFY(failed.isEmpty() && opened.isEmpty());
}

NGRAPH_VIEW_TEST(CheckpointsViewTest)

#include "checkpoints_view_test.moc"
