// SPDX-License-Identifier: Apache-2.0
// Parsing with QCommandLineParser, and checks of the values.
#include "app/window/opening/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <algorithm>

#include "app/manual/manual.h"
#include "app/window/docks.h"
#include "app/window/opening/view_options.h"
#include "views/core/picture_file.h"
#include "views/view_table.h"

namespace ng::views {

namespace {

QStringList layoutNames() {
  QStringList names;
  for (const LayoutRow& row : layoutTable()) names << row.id;
  return names;
}

QString viewNames() {
  QStringList names;
  for (const View& row : viewTable()) names << row.id;
  return names.join(", ");
}

QString centralView() {
  const auto rows = viewTable();
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [](const View& view) { return view.place == Place::center; });
  return found == rows.end() ? QString() : QString(found->id);
}

ParsedOptions wrong(const QString& text) {
  return {std::nullopt, "ngraph-workbench: " + text + "\nTry --help.\n", 2};
}

const QString& fileHelp() {
  static const QString text =
      "A document (.ngraph), a saved compilation (.ngrec) or capture (.ngcap), a script (.py), a "
      "trace or a checkpoint; without it the start page opens.";
  return text;
}

// The options of the window, then those of its views.
const QList<QCommandLineOption>& optionTable() {
  static const QList<QCommandLineOption> window = {
      {"view", "Raise this view: " + viewNames() + ".", "NAME"},
      {"layout", "Window layout: " + layoutNames().join(", ") + ".", "NAME"},
      {"screenshot", "Write a picture of the window and exit; needs no display.", "OUT.png"},
      {"overlay", "Colour the ops by the numbers of this CSV or JSON file.", "VALUES"},
      {"compare", "Show this file with its differences from FILE.", "B"},
      {"export", "Write the whole graph as .svg, .pdf or .png and exit; needs no display.", "OUT"},
      {"json",
       "Print the contents of --view, or of all views, as JSON and exit; needs no display."},
      {"dark", "Dark theme."},
      {"light", "Light theme."},
      {"scale", "Pixels per point of the picture, 1 to 4.", "S"},
      {"size", "Window size (default: 1600x1000).", "WxH"},
      {"computation", "Compile this computation.", "NAME"},
      {"transformer", "Run on this transformer.", "NAME"},
      {"parallel", "Divide axis A of the graph among R ranks, which run as threads: N=4.", "A=R"},
      {"stages", "Cut the net into S stages, each on ranks of its own, which run as threads.", "S"},
      {"micro-batches", "Parts of the batch that pass through the stages one after the other.",
       "M"},
      {"stage", "Show the program of this stage, from 0.", "K"},
      {"shard-state", "Keep a part per rank of the optimizer's state, or of all.", "optimizer|all"},
      {"predict", "Predict the time on many ranks that divide this axis, after a run.", "AXIS"},
      {"disable", "Disable this pass or rewrite rule; may be repeated.", "NAME"},
      {"pass", "Show the graph after this pass.", "NAME"},
      {"against", "With --pass: also show the graph after this pass, or as_written.", "NAME"},
      {"select", "Select this op, or axis:N, buffer:a_W, kernel:k0.", "NAME"},
      {"new", "Start with an empty document."},
      {"do", "Apply an edit, as ngraph edit does; may be repeated.", "LINE"},
      {"range", "Select a time range of the timeline, in milliseconds.", "FROM:TO"},
      {"attach", "Wait for a program started with NGRAPH_WORKBENCH=1 python3 PROGRAM."},
      {"run", "Run the plan, or the script, to its end."},
      {"iteration", "Step to this iteration; with --run, show it after the run.", "N"},
      {"man", "Print the manual page and exit."},
      {"completion", "Print the completion script of a shell and exit.", "bash|zsh|fish"}};
  static const QList<QCommandLineOption> rows = window + viewOptions();
  return rows;
}

void describe(QCommandLineParser& parser) {
  parser.setApplicationDescription("Open a graph in the ngraph workbench.");
  parser.addPositionalArgument("FILE", fileHelp(), "[FILE]");
  parser.addOptions(optionTable());
  parser.addHelpOption();
  parser.addVersionOption();
}

// What the manual page and the completion contain.
manual::Program programManual() {
  manual::Program program;
  program.name = "ngraph-workbench";
  program.version = QCoreApplication::applicationVersion().toStdString();
  program.summary = "open a graph in the ngraph workbench";
  program.synopsis = "[options] [FILE]";
  program.operands = {{"FILE", "", fileHelp().toStdString()}};
  for (const QCommandLineOption& option : optionTable()) {
    program.options.push_back({"--" + option.names().first().toStdString(),
                               option.valueName().toStdString(),
                               option.description().toStdString()});
  }
  program.options.push_back({"--help", "", "Print all options."});
  program.options.push_back({"--version", "", "Print the version."});
  program.exit_status = "Exit codes: 0 success, 2 usage error, 3 invalid input, 4 run failed.";
  program.example = "ngraph-workbench FILE --view buffers --screenshot OUT.png";
  program.see_also = "ngraph";
  return program;
}

// Text that --man or --completion prints.
ParsedOptions printed(const QCommandLineParser& parser) {
  if (parser.isSet("man"))
    return {std::nullopt, QString::fromStdString(manual::manual_page(programManual())), 0};
  const QString shell = parser.value("completion");
  if (const auto script = manual::completion(programManual(), shell.toStdString()))
    return {std::nullopt, QString::fromStdString(*script), 0};
  return wrong(QString("--completion takes %1, not \"%2\"").arg(manual::completed_shells, shell));
}

// Parses "800x600".
std::optional<QSize> parseSize(const QString& text) {
  const QStringList parts = text.split('x');
  if (parts.size() != 2) return std::nullopt;
  bool right[2];
  const QSize size(parts[0].toInt(&right[0]), parts[1].toInt(&right[1]));
  const bool sensible = size.width() >= 320 && size.height() >= 240 && size.width() <= 16000 &&
                        size.height() <= 16000;
  return right[0] && right[1] && sensible ? std::optional(size) : std::nullopt;
}

// Parses "1.5:3".
std::optional<TimeRange> parseRange(const QString& text) {
  const QStringList parts = text.split(':');
  if (parts.size() != 2) return std::nullopt;
  bool right[2];
  const TimeRange range{parts[0].toDouble(&right[0]) * 1e-3, parts[1].toDouble(&right[1]) * 1e-3};
  return right[0] && right[1] && range.from < range.to ? std::optional(range) : std::nullopt;
}

// As of Compilations::ranks().
QString divisionOf(const QCommandLineParser& parser) {
  QStringList parts;
  if (const QString axes = parser.value("parallel"); !axes.isEmpty()) parts << axes;
  for (const char* word : {"stages", "micro-batches", "stage", "shard-state"})
    if (parser.isSet(word)) parts << QString(word) + "=" + parser.value(word);
  return parts.join(',');
}

// Options that are taken as they are.
void readWords(const QCommandLineParser& parser, Options& options) {
  options.file = parser.positionalArguments().value(0);
  options.computation = parser.value("computation");
  options.transformer = parser.value("transformer");
  options.ranks = divisionOf(parser);
  options.predict = parser.value("predict");
  options.view = parser.value("view");
  options.layout = parser.value("layout");
  options.screenshot = parser.value("screenshot");
  options.overlay = parser.value("overlay");
  options.compare = parser.value("compare");
  options.exported = parser.value("export");
  options.disabled = parser.values("disable");
  options.pass = parser.value("pass");
  options.against = parser.value("against");
  options.select = parser.value("select");
  options.fresh = parser.isSet("new");
  options.edits = parser.values("do");
  options.json = parser.isSet("json");
  options.run = parser.isSet("run");
  options.attach = parser.isSet("attach");
  if (parser.isSet("dark")) options.dark = true;
  if (parser.isSet("light")) options.dark = false;
}

// These return what is wrong; empty: nothing.
QString readView(const QCommandLineParser& parser, Options& options) {
  if (const auto files = parser.positionalArguments().size(); files > 1)
    return "expected at most one file, not " + QString::number(files);
  if (!options.view.isEmpty() && findView(options.view) == nullptr)
    return "no view \"" + options.view + "\"; views: " + viewNames();
  if (!options.layout.isEmpty() && !layoutNames().contains(options.layout))
    return "no layout \"" + options.layout + "\"; layouts: " + layoutNames().join(", ");
  if (!options.layout.isEmpty() && options.view.isEmpty()) options.view = centralView();
  return {};
}

// Options of a panel bring it to the front.
QString readViews(const QCommandLineParser& parser, Options& options) {
  const QString why = readViewOptions(parser, options.alone(), options.views);
  for (const View& row : viewTable())
    if (options.view.isEmpty() && row.place != Place::center && options.views.contains(row.id))
      options.view = row.id;
  return why;
}

QString readNumbers(const QCommandLineParser& parser, Options& options) {
  bool right = true;
  if (parser.isSet("scale")) options.scale = parser.value("scale").toDouble(&right);
  if (!right || !(options.scale >= 1 && options.scale <= 4))
    return "--scale takes a number from 1 to 4";
  if (parser.isSet("size")) {
    const auto size = parseSize(parser.value("size"));
    if (!size) return "--size takes WxH such as 1600x1000, from 320x240 to 16000x16000";
    options.size = *size;
  }
  if (parser.isSet("range")) {
    options.range = parseRange(parser.value("range"));
    if (!options.range) return "--range takes FROM:TO in milliseconds, such as 1.5:3";
  }
  if (parser.isSet("iteration")) {
    options.iteration = parser.value("iteration").toInt(&right);
    if (!right || *options.iteration < 0) return "--iteration takes an integer from 0";
  }
  return {};
}

bool needsFile(const Options& options) {
  return options.run || options.iteration || options.range || !options.pass.isEmpty() ||
         !options.against.isEmpty() || !options.select.isEmpty() ||
         !options.computation.isEmpty() || !options.disabled.isEmpty() ||
         !options.ranks.isEmpty() || !options.predict.isEmpty() || !options.views.isEmpty() ||
         !options.edits.isEmpty() || !options.overlay.isEmpty() || !options.compare.isEmpty() ||
         !options.exported.isEmpty();
}

// Options that exclude or require each other; empty: none.
QString contradiction(const Options& options) {
  if (options.fresh && !options.file.isEmpty()) return "--new and FILE cannot be used together";
  if (!options.exported.isEmpty())
    if (const QString why = whyNoPicture(options.exported); !why.isEmpty())
      return "--export: " + why;
  if (!options.screenshot.isEmpty())
    if (const QString why = whyNoPicture(options.screenshot); !why.isEmpty())
      return "--screenshot: " + why;
  if (!options.compare.isEmpty() && options.file.isEmpty()) return "--compare requires a FILE";
  if (needsFile(options) && options.file.isEmpty() && !options.fresh)
    return "these options require a FILE";
  return {};
}

}  // namespace

ParsedOptions parseOptions(const QStringList& arguments) {
  QCommandLineParser parser;
  describe(parser);
  if (!parser.parse(QStringList("ngraph-workbench") + arguments)) return wrong(parser.errorText());
  if (parser.isSet("help")) return {std::nullopt, parser.helpText(), 0};
  if (parser.isSet("version"))
    return {std::nullopt, "ngraph-workbench " + QCoreApplication::applicationVersion() + "\n", 0};
  if (parser.isSet("man") || parser.isSet("completion")) return printed(parser);
  Options options;
  readWords(parser, options);
  for (const auto read : {readView, readViews, readNumbers})
    if (const QString why = read(parser, options); !why.isEmpty()) return wrong(why);
  if (const QString why = contradiction(options); !why.isEmpty()) return wrong(why);
  return {options, {}, 0};
}

bool Options::onlyGraph() const {
  const bool compiles = needsCompilation(views) || run || !predict.isEmpty() || iteration ||
                        range || fresh || !edits.isEmpty() || json || !screenshot.isEmpty();
  const bool chooses = !computation.isEmpty() || !transformer.isEmpty() || !ranks.isEmpty() ||
                       !disabled.isEmpty() || !pass.isEmpty() || !against.isEmpty() ||
                       !select.isEmpty() || !view.isEmpty() || !overlay.isEmpty() ||
                       !compare.isEmpty();
  return !exported.isEmpty() && file.endsWith(".ngraph") && !compiles && !chooses;
}

QSize fittingSize(const QSize& wanted, const QSize& room) {
  constexpr int sides = 8, titleBar = 40;
  return wanted.boundedTo(room - QSize(sides, titleBar)).expandedTo({320, 240});
}

}  // namespace ng::views
