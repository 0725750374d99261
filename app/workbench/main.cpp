// SPDX-License-Identifier: Apache-2.0
// ngraph-workbench: the window, or a picture of it.
#include <QApplication>
#include <QDir>
#include <QTextStream>

#include "app/workbench/main_window.h"
#include "app/workbench/opening.h"
#include "app/workbench/options.h"
#include "app/workbench/script_runner.h"
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

// The package of this build, and the interpreter that ./dev python makes.
ScriptPlaces scriptPlaces() {
  ScriptPlaces places;
  const QString built = QCoreApplication::applicationDirPath() + "/../python";
  if (QDir(built + "/ngraph").exists()) places.packageFolders << QDir(built).canonicalPath();
  places.interpreters << QDir(NGRAPH_SAMPLES).filePath("../.venv/bin/python3");
  return places;
}

// The platform without a display cannot do all that windows do, and says so each time.
void withoutPlatformNotes(QtMsgType type, const QMessageLogContext&, const QString& text) {
  const bool platform = text.startsWith("This plugin does not support") ||
                        text.startsWith("QStandardPaths: XDG_RUNTIME_DIR");
  if (type >= QtWarningMsg && !platform) QTextStream(stderr) << text << Qt::endl;
}

int print(const ParsedOptions& parsed) {
  QTextStream(parsed.status == 0 ? stdout : stderr) << parsed.text;
  return parsed.status;
}

// Read before the window's application exists: wrong usage and --help need no display.
ParsedOptions readOptions(int argc, char** argv) {
  const QCoreApplication app(argc, argv);
  QCoreApplication::setApplicationVersion(NGRAPH_VERSION);
  return parseOptions(QCoreApplication::arguments().mid(1));
}

// Qt ends the program without a word of ours when there is no display.
bool hasDisplay() {
  for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}) {
    if (!qEnvironmentVariableIsEmpty(name)) return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const ParsedOptions parsed = readOptions(argc, argv);
  if (!parsed.options) return print(parsed);
  const bool picture = !parsed.options->screenshot.isEmpty();
  if (picture && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
    qputenv("QT_QPA_PLATFORM", "offscreen");
  if (!hasDisplay())
    return print(
        {std::nullopt, "ngraph-workbench: there is no display; --screenshot needs none.\n", 4});
  if (picture) qInstallMessageHandler(withoutPlatformNotes);
  QApplication app(argc, argv);
  QCoreApplication::setOrganizationName("ngraph");
  QCoreApplication::setApplicationName("workbench");
  const Options& options = *parsed.options;
  Settings::setReadOnly(picture);
  Theme::current().setDark(options.dark.value_or(!picture && Settings().dark()));
  Theme::current().install(app);

  ScriptSession session;
  ScriptRunner scripts(session, scriptPlaces());
  MainWindow window(session, samples(), &scripts);
  window.resize(options.size);
  if (!picture && options.size == Options().size) window.restoreGeometry(Settings().geometry());
  Opening opening(window, options);
  QObject::connect(&opening, &Opening::done, &app, [picture](int status, const QString& text) {
    if (!text.isEmpty()) QTextStream(stderr) << "ngraph-workbench: " << text << Qt::endl;
    if (picture) QCoreApplication::exit(status);
  });
  if (!session.link().listen(!picture)) {
    ng::Diagnostic diagnostic;
    diagnostic.severity = ng::Severity::warning;
    diagnostic.what = "Scripts cannot show their graphs: the window listens nowhere.";
    diagnostic.found = session.link().reason().toStdString();
    session.tell(diagnostic);
  }
  window.show();
  opening.start();
  if (options.attach) window.showView("script");
  return QApplication::exec();
}
