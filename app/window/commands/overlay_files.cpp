// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/overlay_files.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>

#include "engine/formats/overlays/overlay.h"
#include "engine/records/document_record.h"
#include "views/core/workspace.h"

namespace ng::views {

namespace {

constexpr std::size_t mostNamed = 10;

void show(Workspace& workspace, const OverlayPtr& overlay) {
  workspace.overlays->show(overlay);
  const DocumentRecordPtr document = workspace.documents.document();
  if (!document) return;
  const std::vector<std::string>& unmatched = workspace.overlays->match(document->graph).unmatched;
  Diagnostic said;
  said.where = overlay->path;
  if (unmatched.empty()) {
    said.severity = Severity::note;
    said.what = "The overlay has " + std::to_string(overlay->rows.size()) + " values.";
    return workspace.messages.say(said);
  }
  said.severity = Severity::warning;
  said.what = std::to_string(unmatched.size()) + " of " + std::to_string(overlay->rows.size()) +
              " names of the overlay match no op.";
  for (std::size_t i = 0; i < std::min(unmatched.size(), mostNamed); ++i)
    said.found += (i > 0 ? ", " : "") + unmatched[i];
  if (unmatched.size() > mostNamed)
    said.found += " and " + std::to_string(unmatched.size() - mostNamed) + " more";
  said.expected = "names of ops, with their scopes where a name is not unique";
  workspace.messages.say(said);
}

}  // namespace

bool isOverlayFile(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == "csv") return true;
  QFile file(path);
  return suffix == "json" && file.open(QIODevice::ReadOnly) &&
         looks_like_overlay(file.read(4096).toStdString());
}

void openOverlay(Workspace& workspace, const QString& path) {
  if (!workspace.documents.document()) {
    Diagnostic refused;
    refused.what = "An overlay needs a document.";
    refused.where = path.toStdString();
    refused.action = "Open the document first.";
    return emit workspace.messages.message(refused);
  }
  workspace.jobs.start("Reading the overlay", [&workspace, path](JobContext&) -> Jobs::Done {
    try {
      Reader reader(path.toStdString());
      const auto overlay = std::make_shared<const Overlay>(read_overlay(reader));
      return [&workspace, overlay] { show(workspace, overlay); };
    } catch (const Error& error) {
      return [&workspace, said = error.diagnostic()] { workspace.messages.say(said); };
    }
  });
}

void chooseOverlay(QWidget& parent, Workspace& workspace) {
  const QString path = QFileDialog::getOpenFileName(&parent, "Overlay: numbers per op", {},
                                                    "Overlays (*.csv *.json);;All files (*)");
  if (!path.isEmpty()) openOverlay(workspace, path);
}

}  // namespace ng::views
