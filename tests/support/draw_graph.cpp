// SPDX-License-Identifier: Apache-2.0
// draw_graph FOLDER: pictures of the sample's graphs, pass by pass, light and dark, by our own
// layout and by Graphviz, to be looked at while the canvas is worked on.
#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QImage>

#include "tests/support/sample_record.h"
#include "views/graph/graph_painter.h"
#include "views/layout/layout_client.h"

using namespace ng;
using namespace ng::views;

namespace {

void draw(const GraphScene& scene, const Lit& lit, const QString& file) {
  const double scale = 1.0;
  const QRectF area = scene.bounds.adjusted(-24, -24, 24, 24);
  QImage image((area.size() * scale).toSize(), QImage::Format_RGB32);
  image.fill(Theme::current().colours().canvas);
  QPainter painter(&image);
  painter.scale(scale, scale);
  painter.translate(-area.topLeft());
  GraphPainter(scene, lit).paint(painter, area, scale);
  painter.end();
  image.save(file);
}

Placement byGraphviz(const PassLayout& layout) {
  LayoutClient client;
  Placement placement = layout.ownPlacement();
  QEventLoop loop;
  QObject::connect(&client, &LayoutClient::answered, [&](const LayoutAnswer& answer) {
    placement = layout.placement(answer);
    loop.quit();
  });
  QObject::connect(&client, &LayoutClient::gaveUp, [&](const QString& why) {
    qWarning("%s", qPrintable(why));
    loop.quit();
  });
  client.ask(layout.question());
  loop.exec();
  return placement;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  Theme::current().install(app);
  const QString folder = argc > 1 ? argv[1] : ".";
  QDir().mkpath(folder);
  const CompilationRecordPtr record = testing::sample_compilation();
  const auto graphs = allGraphs(record.get(), nullptr);
  const Grouping grouping(graphs, GroupBy::role);
  const PassLayout layout(graphs, grouping);
  for (const bool graphviz : {false, true}) {
    const Placement placement = graphviz ? byGraphviz(layout) : layout.ownPlacement();
    const QString kind = graphviz ? "dot" : "own";
    for (const bool dark : {false, true}) {
      Theme::current().setDark(dark);
      const QString tail = kind + (dark ? "_dark.png" : ".png");
      draw(buildScene({record->as_written(), nullptr, &placement, &grouping}), {}, folder + "/written_" + tail);
      draw(buildScene({record->final_graph(), nullptr, &placement, &grouping}), {}, folder + "/final_" + tail);
      for (std::size_t i = 0; i < record->passes.size(); ++i) {
        const PassRecord& pass = record->passes[i];
        if (pass.changed)
          draw(buildScene({pass.after, &pass, &placement, &grouping}), {},
               folder + "/pass" + QString::number(i) + "_" + tail);
      }
    }
  }
  return 0;
}
