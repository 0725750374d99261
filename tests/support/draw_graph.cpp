// SPDX-License-Identifier: Apache-2.0
// draw_graph FOLDER [DOCUMENT…]: writes pictures of the graph view for each pass, light and dark,
// with drawing times: of the documents, compiled by the engine, or else of the sample record and
// generated graphs. A manual tool for work on the canvas.
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QImage>
#include <cstdio>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "tests/support/big_graph.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "views/graph/graph_export.h"
#include "views/graph/graph_view.h"
#include "views/outline/outline_view.h"

using namespace ng;
using namespace ng::views;

namespace {

QString folder;

void settle(const GraphView& view) {
  QElapsedTimer timer;
  timer.start();
  do QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
  while (timer.elapsed() < 100 || (view.busy() && timer.elapsed() < 5000));
}

void shoot(QWidget& widget, const QString& name) {
  for (const bool dark : {false, true}) {
    Theme::current().setDark(dark);
    QCoreApplication::processEvents();
    widget.grab().save(folder + "/" + name + (dark ? "_dark.png" : ".png"));
  }
}

void drawSample() {
  testing::SampleSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  GraphView view(workspace);
  OutlineView outline(workspace);
  view.resize(980, 668);
  outline.resize(280, 668);
  view.show();
  outline.show();
  session.documents.open("sample.ngraph");
  settle(view);
  shoot(view, "written");
  shoot(outline, "outline");
  selection.selectOp(testing::id_dot);
  settle(view);
  shoot(view, "selected");
  view.finder().find("multiply");
  view.finder().next(1);
  shoot(view, "search");
  view.finder().find({});
  selection.selectOp(0);
  const CompilationRecordPtr record = session.compilations.compilation();
  for (std::size_t i = 0; i < record->passes.size(); ++i) {
    if (!record->passes[i].changed) continue;
    selection.selectPass(static_cast<int>(i));
    settle(view);
    view.canvas().camera().fit();
    shoot(view, "pass" + QString::number(i));
    sceneImage(view.canvas().scene(), Lit(), 1)
        .save(folder + "/pass" + QString::number(i) + "_all.png");
  }
  selection.selectPass(static_cast<int>(record->passes.size()) - 1);
  settle(view);
  shoot(view, "final");
  selection.selectKernel("k0");
  settle(view);
  shoot(view, "kernel");
  selection.selectKernel({});
  selection.selectPass(-1);
  view.colours().choose(ColourBy::flops);
  settle(view);
  shoot(view, "heat");
  view.colours().choose(ColourBy::family);
  view.arrangement().setAllOpen(false);
  settle(view);
  shoot(view, "closed");
  for (const Group& group : view.grouping().groups())
    if (group.path == "loss") view.arrangement().setOpen(group.id, true);
  settle(view);
  shoot(view, "one_open");
  view.exporter().exportTo(folder + "/one_open.svg");
  view.exporter().exportTo(folder + "/one_open.pdf");
}

// Draws every pass that changed the graph, for one computation of a document.
void drawDocument(const QString& path, const std::string& computation) {
  const Document document = load_document(path.toStdString());
  TransformerPtr transformer = allocate_transformer("cpu");
  CompileOptions options;
  options.keep_record = true;
  const Computation compiled =
      transformer->add_computation(document.computation(computation), options);
  testing::SampleSession session;
  session.use(make_document_record(document), make_record(compiled.compilation()));
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  GraphView view(workspace);
  view.resize(980, 668);
  view.show();
  settle(view);
  const QString base =
      QFileInfo(path).completeBaseName().left(2) + QString::fromStdString(computation);
  shoot(view, base + "_written");
  const auto& passes = session.compilations.compilation()->passes;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    if (!passes[i].changed || passes[i].phase != PassPhase::graph) continue;
    selection.selectPass(static_cast<int>(i));
    settle(view);
    shoot(view, base + QString("_%1_").arg(i) + QString::fromStdString(passes[i].name));
  }
  selection.selectPass(static_cast<int>(passes.size()) - 1);
  settle(view);
  shoot(view, base + "_final");
  sceneImage(view.canvas().scene(), Lit(), 1).save(folder + "/" + base + "_final_all.png");
}

// Draws a graph of layers: all closed, one open, all open.
void drawLayers() {
  testing::SampleSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  GraphView view(workspace);
  view.resize(980, 668);
  view.show();
  session.use(testing::big_graph(110, true));
  settle(view);
  view.canvas().camera().fit();
  shoot(view, "layers_first");
  view.arrangement().setGroupBy(GroupBy::scope);
  view.arrangement().setAllOpen(false);
  settle(view);
  view.canvas().camera().fit();
  shoot(view, "layers_closed");
  for (const Group& group : view.grouping().groups())
    if (group.title == "layer2") view.arrangement().setOpen(group.id, true);
  settle(view);
  view.canvas().camera().fit();
  shoot(view, "layers_one_open");
  view.arrangement().setAllOpen(false);
  std::vector<ItemId> repeats;
  for (const Group& group : view.grouping().groups())
    if (group.repeats > 1) repeats.push_back(group.id);
  for (const ItemId id : repeats) view.arrangement().setOpen(id, true);
  settle(view);
  view.canvas().camera().fit();
  shoot(view, "layers_repeats_open");
  view.arrangement().setAllOpen(true);
  settle(view);
  view.canvas().camera().fit();
  shoot(view, "layers_open");
}

void drawBig(int ops) {
  QElapsedTimer timer;
  timer.start();
  const GraphRecordPtr graph = testing::big_graph(ops);
  const Grouping grouping({graph}, GroupBy::role);
  std::printf("%d ops: made %lld ms", ops, timer.restart());
  const PassLayout layout({graph}, grouping);
  std::printf(", rows %lld ms", timer.restart());
  const Placement placement = layout.ownPlacement();
  std::printf(", placed %lld ms", timer.restart());
  GraphCanvas canvas;
  canvas.resize(1600, 1000);
  canvas.show();
  auto scene = std::make_shared<GraphScene>(buildScene({graph, nullptr, &placement, &grouping}));
  std::printf(", scene %lld ms", timer.restart());
  canvas.setScene(scene);
  QImage image(canvas.size(), QImage::Format_RGB32);
  const auto frame = [&](const char* what) {
    canvas.render(&image);
    timer.restart();
    for (int i = 0; i < 5; ++i) canvas.render(&image);
    std::printf(", %s %.1f ms", what, static_cast<double>(timer.elapsed()) / 5);
  };
  frame("all");
  image.save(folder + "/big" + QString::number(ops) + ".png");
  for (const double scale : {0.1, 0.25, 0.45, 0.6, 1.0}) {
    canvas.goTo(static_cast<OpId>(ops / 3));
    canvas.camera().zoomBy(scale / canvas.camera().scale());
    frame(qPrintable(QString::number(scale)));
    image.save(folder + "/big" + QString::number(ops) + "_" + QString::number(scale) + ".png");
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  Theme::current().install(app);
  folder = argc > 1 ? argv[1] : ".";
  QDir().mkpath(folder);
  for (int i = 2; i < argc; ++i) {
    const Document document = load_document(argv[i]);
    for (const Op& computation : document.computations) drawDocument(argv[i], computation.name());
  }
  if (argc > 2) return 0;
  drawSample();
  drawLayers();
  Theme::current().setDark(false);
  for (const int ops : {150, 1000, 10'000}) drawBig(ops);
  return 0;
}
