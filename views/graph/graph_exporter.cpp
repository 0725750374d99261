// SPDX-License-Identifier: Apache-2.0
#include "views/graph/graph_exporter.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>

#include "engine/records/op_record.h"
#include "views/core/picture_file.h"
#include "views/graph/graph_export.h"

namespace ng::views {
namespace {

constexpr double exportScale = 2;  // pixels per scene unit

}  // namespace

GraphExporter::GraphExporter(GraphShown& shown, GraphSubset& subset)
    : shown_(shown),
      subset_(subset),
      dark_(new QAction(tr("Export in dark colours"), &shown.canvas)) {
  dark_->setCheckable(true);
}

void GraphExporter::ask(Part what) {
  const QString file =
      QFileDialog::getSaveFileName(&shown_.canvas, tr("Export the graph"), "graph.svg",
                                   tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
  if (!file.isEmpty()) exportTo(file, what);
}

// The selection is drawn alone, with its cards at their places.
bool GraphExporter::exportTo(const QString& file, Part what) {
  if (what == Part::selection) {
    const OpIds kept = subset_.meant();
    OpIds hidden;
    if (shown_.graph)
      for (const OpRecord& op : shown_.graph->ops)
        if (!kept.count(op.id)) hidden.insert(op.id);
    if (kept.empty() || !shown_.placement) {
      shown_.say(tr("Select an op or search to export it."));
      return false;
    }
    const auto scene = std::make_shared<const GraphScene>(buildScene(
        {shown_.graph, nullptr, shown_.placement.get(), shown_.grouping.get(), &hidden}));
    return start(file, scene, exportedLit({}), {});
  }
  return start(file, shown_.canvas.sharedScene(), exportedLit(shown_.canvas.lit()),
               what == Part::seen ? shown_.canvas.camera().visibleArea() : QRectF());
}

bool GraphExporter::start(const QString& file, ScenePtr scene, const Lit& lit, const QRectF& part) {
  const auto tell = [self = QPointer(this), file](bool good, const QString& why) {
    if (self) self->shown_.say(good ? tr("Wrote %1").arg(file) : why, !good);
  };
  if (const QString why = whyNoPicture(file); !why.isEmpty()) {
    tell(false, why);
    return false;
  }
  shown_.workspace.jobs.start(
      tr("Writing %1").arg(QFileInfo(file).fileName()),
      [=, scene = std::move(scene), dark = dark_->isChecked()](JobContext& context) -> Jobs::Done {
        QString why;
        const bool good = exportScene(*scene, lit, file, why, exportScale, part, &context, dark);
        return [=] { tell(good, why); };
      });
  return true;
}

}  // namespace ng::views
