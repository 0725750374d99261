// SPDX-License-Identifier: Apache-2.0
// The help of the window: the pages of resources/docs with a list of contents.
#pragma once

#include <QList>
#include <QString>

namespace ng::views {

class MainWindow;

struct HelpPage {
  QString id;  // of the file docs/ID.md in the resources: "query", "views/graph"
  QString title;
};
QList<HelpPage> helpPages();
QString helpTitle(const QString& page);

// Shows a page in the window's help dialog, which stays open beside the window. Unknown: the first.
void showHelp(MainWindow& window, const QString& page);

}  // namespace ng::views
