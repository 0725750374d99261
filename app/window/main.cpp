// SPDX-License-Identifier: Apache-2.0
// ngraph-workbench: opens the window, or writes a picture of it.
#include <QApplication>
#include <QDebug>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QScreen>
#include <QStandardPaths>
#include <QTextStream>
#include <cstdlib>

#include "app/drafts/draft_editor.h"
#include "app/link/opening_job.h"
#include "app/saved/saved_session.h"
#include "app/scripts/script_runner.h"
#include "app/window/commands/capture_command.h"
#include "app/window/main_window.h"
#include "app/window/opening/opening.h"
#include "app/window/opening/options.h"
#include "app/window/window_description.h"
#include "engine/backends/cpu/warm_up.h"
#include "engine/documents/document_record.h"
#include "engine/records/graph_record.h"
#include "views/view_table.h"

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
  for (const View& view : viewTable())
    if (view.thumbnail) sources.picture = view.thumbnail;
  return sources;
}

// The package of this build, and the interpreter that `./dev python` creates.
ScriptPlaces scriptPlaces() {
  ScriptPlaces places;
  const QString built = QCoreApplication::applicationDirPath() + "/../python";
  if (QDir(built + "/ngraph").exists()) places.packageFolders << QDir(built).canonicalPath();
  places.interpreters << QDir(NGRAPH_SAMPLES).filePath("../.venv/bin/python3");
  return places;
}

// Folder for the journals of unsaved edits.
QString journalFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + "/journal";
}

// Suppresses warnings that the offscreen platform prints for features it lacks.
void withoutPlatformNotes(QtMsgType type, const QMessageLogContext&, const QString& text) {
  const bool platform = text.startsWith("This plugin does not support") ||
                        text.startsWith("QStandardPaths: XDG_RUNTIME_DIR");
  if (type >= QtWarningMsg && !platform) QTextStream(stderr) << text << Qt::endl;
}

// Recovers the edits that another process left unsaved.
void takeUpEdits(MainWindow& window, DraftEditor& editor, const QString& path) {
  if (const RestoredEdits restored = editor.takeUp(path); restored.count > 0)
    window.tellRestored(restored);
}

// Unsaved edits would be lost in a crash, and settings at the end.
void reportUnwritable(Messages& messages) {
  const QString why = whyNotKept(journalFolder());
  if (why.isEmpty()) return;
  ng::Diagnostic diagnostic;
  diagnostic.severity = ng::Severity::warning;
  diagnostic.what = "Unsaved edits and settings cannot be kept.";
  diagnostic.found = why.toStdString();
  diagnostic.action = "Make the folder writable, or set XDG_DATA_HOME to another one.";
  messages.say(diagnostic, Messages::Scope::window);
}

int print(const ParsedOptions& parsed) {
  QTextStream(parsed.status == 0 ? stdout : stderr) << parsed.text;
  return parsed.status;
}

void print(const QJsonObject& drawn) {
  QTextStream(stdout) << QJsonDocument(drawn).toJson(QJsonDocument::Compact) << Qt::endl;
}

// Without settings of its own Fontconfig prints an error; the tarball has some for systems without
// Fontconfig. QApplication reads them, so that they are found before it exists.
void findFontSettings() {
  const QString own = QFileInfo("/proc/self/exe").canonicalPath() + "/../share/ngraph/fonts.conf";
  if (QFile::exists("/etc/fonts/fonts.conf") || !QFile::exists(own)) return;
  if (!qEnvironmentVariableIsSet("FONTCONFIG_FILE")) qputenv("FONTCONFIG_FILE", own.toUtf8());
}

// Parsed before QApplication exists: usage errors and --help need no display.
ParsedOptions readOptions(int argc, char** argv) {
  const QCoreApplication app(argc, argv);
  QCoreApplication::setApplicationVersion(NGRAPH_VERSION);
  return parseOptions(QCoreApplication::arguments().mid(1));
}

// Qt terminates the program without a usable message if there is no display.
bool hasDisplay() {
  for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}) {
    if (!qEnvironmentVariableIsEmpty(name)) return true;
  }
  return false;
}

constexpr const char* withoutDisplay = "--screenshot, --export and --json need none.\n";
constexpr int noDisplay = 4;  // exit status

// Warnings while QApplication is made; the first is the reason if it cannot be.
QStringList& startWarnings() {
  static QStringList warnings;
  return warnings;
}

// Qt aborts, and advises to install the program again, if the display that the variables name
// cannot be reached or needs a plugin that is not installed.
void endWithoutDisplay(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type == QtFatalMsg) {
    const QString why = startWarnings().value(0, text).trimmed();
    QTextStream(stderr) << "ngraph-workbench: no display can be used: " << why << "; "
                        << withoutDisplay << Qt::flush;
    std::_Exit(noDisplay);
  }
  if (type >= QtWarningMsg) startWarnings() << text;
}

}  // namespace

int main(int argc, char** argv) {
  const ParsedOptions parsed = readOptions(argc, argv);
  if (!parsed.options) return print(parsed);
  findFontSettings();
  const bool alone = parsed.options->alone();
  if (alone && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
    qputenv("QT_QPA_PLATFORM", "offscreen");
  if (!hasDisplay())
    return print({std::nullopt, QString("ngraph-workbench: no display found; ") + withoutDisplay,
                  noDisplay});
  qInstallMessageHandler(endWithoutDisplay);
  QApplication app(argc, argv);
  qInstallMessageHandler(alone ? withoutPlatformNotes : nullptr);
  for (const QString& text : startWarnings()) qWarning().noquote() << text;
  QCoreApplication::setOrganizationName("ngraph");
  QCoreApplication::setApplicationName("workbench");
  const Options& options = *parsed.options;
  Settings::setReadOnly(alone);
  Theme::current().setDark(options.dark.value_or(!alone && Settings().dark()));
  Theme::current().install(app);

  ScriptSession session;
  SavedSession shown(session);
  ScriptRunner scripts(session, scriptPlaces());
  DraftEditor editor(session.engine, shown.documents, alone ? QString() : journalFolder());
  MainWindow window(shown, samples(), &scripts, &editor);
  new CaptureCommand(window, [&session](const QString& path, const std::set<ng::OpId>& tensors) {
    session.engine.capture(path, tensors, NGRAPH_VERSION);
  });
  const OpeningJob openingJob(session.engine.parts.documents, window.workspace().jobs);
  window.resize(options.size);
  if (!alone && options.size == Options().size) {
    window.resize(fittingSize(options.size, window.screen()->availableSize()));
    window.restoreGeometry(Settings().geometry());
  }
  Opening opening(window, options);
  const auto refused = [&](const QString& text) {
    QTextStream(stderr) << "ngraph-workbench: " << text << Qt::endl;
    ng::Diagnostic diagnostic;
    diagnostic.severity = ng::Severity::warning;
    diagnostic.what = text.toStdString();
    if (!alone) session.messages.say(diagnostic, Messages::Scope::window);
  };
  QObject::connect(&opening, &Opening::done, &app, [&](int status, const QString& text) {
    if (!text.isEmpty()) refused(text);
    if (options.json && (status == 0 || status == 4)) print(describeWindow(window, options.view));
    // Queued: failures are reported once the event loop can be left.
    if (alone)
      QMetaObject::invokeMethod(
          &app, [status] { QCoreApplication::exit(status); }, Qt::QueuedConnection);
    if (!alone && !options.file.isEmpty()) takeUpEdits(window, editor, options.file);
  });
  if (!session.link.listen(!alone)) {
    ng::Diagnostic diagnostic;
    diagnostic.severity = ng::Severity::warning;
    diagnostic.what = "Scripts cannot show their graphs: the workbench could not open a socket.";
    diagnostic.found = session.link.reason().toStdString();
    session.messages.say(diagnostic, Messages::Scope::window);
  }
  if (!alone) reportUnwritable(session.messages);
  window.show();
  if (options.attach) window.showView(Task::script);
  opening.start();
  const ng::CpuWarmUp warmUp;
  if (!alone && options.file.isEmpty()) takeUpEdits(window, editor, {});
  const int status = QApplication::exec();
  session.engine.leaveMemory();
  return status;
}
