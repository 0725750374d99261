// SPDX-License-Identifier: Apache-2.0
// The command-line options of the views, as their rows of view_table list them.
#pragma once

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QJsonObject>
#include <QMap>

#include "views/core/view.h"

namespace ng::views {

QList<QCommandLineOption> viewOptions();

// Sets the given options by view. Returns what is wrong; empty: nothing.
QString readViewOptions(const QCommandLineParser& parser, bool alone,
                        QMap<QString, QJsonObject>& views);

bool needsCompilation(const QMap<QString, QJsonObject>& views);

// Those of `options` that the view applies at this stage. A compiled graph is arranged again.
QJsonObject optionsAt(ViewOption::Stage stage, const View& view, const QJsonObject& options);

}  // namespace ng::views
