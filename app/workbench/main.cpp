// SPDX-License-Identifier: Apache-2.0
// ngraph-workbench: the window, or a picture of it.
#include <QApplication>
#include <QDir>
#include <QTextStream>

#include "app/workbench/engine_session.h"
#include "app/workbench/main_window.h"
#include "app/workbench/opening.h"
#include "app/workbench/options.h"
#include "engine/session/document_record.h"
#include "views/graph/graph_export.h"

using namespace ng::views;

namespace {

QString samplesFolder() {
  const QString installed =
      QCoreApplication::applicationDirPath() + "/../share/ngraph/sample_graphs";
  return QDir(installed).exists() ? installed : QString(NGRAPH_SAMPLES);
}

StartSources samples() {
  StartSources sources;
  sources.samplesFolder = samplesFolder();
  sources.read = [](const QString& path) {
    return ng::make_document_record(ng::load_document(path.toStdString()));
  };
  sources.picture = [](const ng::GraphRecordPtr& graph, QSize size, double ratio) {
    return graphPicture(graph, size, ratio);
  };
  return sources;
}

// The platform without a display cannot do all that windows do, and says so each time.
void withoutPlatformNotes(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type >= QtWarningMsg && !text.startsWith("This plugin does not support"))
    QTextStream(stderr) << text << Qt::endl;
}

int print(const ParsedOptions& parsed) {
  QTextStream(parsed.status == 0 ? stdout : stderr) << parsed.text;
  return parsed.status;
}

}  // namespace

int main(int argc, char** argv) {
  // A picture needs no display; the platform must be known before the application exists.
  if (asksForScreenshot(argc, argv) && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
    qputenv("QT_QPA_PLATFORM", "offscreen");
  if (qgetenv("QT_QPA_PLATFORM") == "offscreen") qInstallMessageHandler(withoutPlatformNotes);
  QApplication app(argc, argv);
  QCoreApplication::setOrganizationName("ngraph");
  QCoreApplication::setApplicationName("workbench");
  QCoreApplication::setApplicationVersion(NGRAPH_VERSION);
  const ParsedOptions parsed = parseOptions(QCoreApplication::arguments().mid(1));
  if (!parsed.options) return print(parsed);
  const Options& options = *parsed.options;
  const bool picture = !options.screenshot.isEmpty();
  Settings::setReadOnly(picture);
  Theme::current().setDark(options.dark.value_or(!picture && Settings().dark()));
  Theme::current().install(app);

  EngineSession session;
  MainWindow window(session, samples());
  window.resize(options.size);
  if (!picture && options.size == Options().size) window.restoreGeometry(Settings().geometry());
  Opening opening(window, options);
  QObject::connect(&opening, &Opening::done, &app, [picture](int status, const QString& text) {
    if (!text.isEmpty()) QTextStream(stderr) << "ngraph-workbench: " << text << Qt::endl;
    if (picture) QCoreApplication::exit(status);
  });
  window.show();
  opening.start();
  return QApplication::exec();
}
