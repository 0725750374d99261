// SPDX-License-Identifier: Apache-2.0
// The steps in their order. Each function makes one of them.
#include <QFileInfo>
#include <algorithm>
#include <optional>

#include "app/window/commands/compare_files.h"
#include "app/window/commands/overlay_files.h"
#include "app/window/opening/opening_step.h"
#include "app/window/opening/view_options.h"
#include "app/window/view_export.h"
#include "engine/passes/optional_pass.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/op_names.h"
#include "views/file_kind.h"

namespace ng::views {
namespace {

using Context = OpeningContext;
using Stage = ViewOption::Stage;

// Milliseconds without a change: of a settled window, and of one that lacks the selected op's
// value.
constexpr int settleTime = 120, longestValue = 900;

QString absolute(const QString& path) {
  return QFileInfo(path).absoluteFilePath();
}

// ---- the document and its compilation ---------------------------------------------------------

// Before a document is open, this only sets the target of its compilation.
void setTransformer(Context& c) {
  const QString& name = c.options.transformer;
  const std::vector<TransformerChoice> choices = c.session.compilations.transformers();
  const auto found = std::find_if(choices.begin(), choices.end(),
                                  [&name](const auto& choice) { return choice.name == name; });
  if (found != choices.end() && found->available)
    return c.session.compilations.setTransformer(name);
  const QString wrong =
      found == choices.end() ? "No transformer " + name : name + ": " + found->reason;
  if (c.options.alone()) return c.finish(2, wrong);
  c.unmet = wrong;  // the document opens regardless
}

// Not a checkpoint or trace.
bool isDocument(const Options& options) {
  return options.fresh || (!options.file.isEmpty() && fileKindOf(options.file) == FileKind::none);
}

// Then the document is open, with its variables next to the tensors of the checkpoint.
bool comparesVariables(const Options& options) {
  return isDocument(options) && fileKindOf(options.compare) == FileKind::checkpoint;
}

void openFile(Context& c) {
  if (!c.options.compare.isEmpty() && !comparesVariables(c.options))
    CompareFiles::of(c.window).compare(absolute(c.options.file), absolute(c.options.compare));
  else if (!c.options.file.isEmpty())
    c.window.open(c.options.file);
  if (c.options.fresh) c.window.newDocument();
}

bool isCompiled(const Context& c) {
  const Session& session = c.session;
  if (session.compilations.compileProgress().busy || !session.documents.document()) return false;
  return session.compilations.compilation() ||
         (c.options.fresh && session.compilations.computations().isEmpty());
}

void applyEdits(Context& c) {
  for (const QString& line : c.options.edits) {
    const EditAnswer answer = c.window.workspace().editor->apply(line);
    if (answer.good) continue;
    const QString why = QStringList{answer.text, answer.details}.join(" ").trimmed();
    return c.finish(2, "--do " + line + ": " + why);
  }
}

// Edits reach the session with a delay, and may leave an unfinished or empty document, which is not
// compiled.
bool editsAreCompiled(const Context& c) {
  if (!isCompiled(c)) return false;
  const OpId last = c.window.workspace().editor->last();
  return (last == 0 || c.session.documents.document()->graph->find(last)) && c.settled(settleTime);
}

void chooseCompilation(Context& c) {
  Compilations& compilations = c.session.compilations;
  const QString& computation = c.options.computation;
  if (!computation.isEmpty() && computation != compilations.computation()) {
    if (!compilations.computations().contains(computation))
      return c.finish(2, "No computation " + computation + ", but " +
                             compilations.computations().join(", ") + ".");
    compilations.setComputation(computation);
  }
  if (!c.options.ranks.isEmpty()) compilations.setRanks(c.options.ranks);
  if (c.options.disabled.isEmpty()) return;
  PipelineChoice choice;
  for (const QString& name : c.options.disabled) {
    if (const std::string why = why_not_disabled(name.toStdString()); !why.empty())
      return c.finish(2, "--disable: " + QString::fromStdString(why) + ".");
    choice.disabled.insert(name.toStdString());
  }
  if (const QString why = c.session.pipelines.setPipeline(choice); !why.isEmpty()) c.finish(2, why);
}

// ---- the run ------------------------------------------------------------------------------------

bool isRunning(const Context& c) {
  return c.session.run.status().state == RunState::running;
}

bool runFailed(const Context& c) {
  return c.session.run.status().state == RunState::failed || !c.failure.isEmpty();
}

// The plan may have fewer iterations.
bool reaches(Context& c, int iteration) {
  const std::int64_t total = c.session.run.status().totalIterations;
  if (total <= 0 || iteration <= total) return true;
  c.unmet = QString("No iteration %1: the plan has %2.").arg(iteration).arg(total);
  if (c.options.alone()) c.finish(2, c.unmet);
  return false;
}

void runPlan(Context& c) {
  if (c.options.iteration && !reaches(c, *c.options.iteration)) {
    if (c.options.alone()) return;
    c.options.iteration.reset();
  }
  c.started = true;
  // An open view may request recording of the run.
  if (!c.options.view.isEmpty()) c.window.showView(c.options.view, c.options.layout);
  c.session.run.run();
}

bool runIsOver(const Context& c) {
  return !isRunning(c) && (runFailed(c) || c.session.run.status().state == RunState::finished);
}

void showIteration(Context& c) {
  if (c.options.iteration && !runFailed(c)) c.session.run.showIteration(*c.options.iteration);
}

// Asked after each iteration; begins the next one.
bool stepTo(Context& c, int iteration) {
  if (isRunning(c)) return false;
  if (runFailed(c) || c.session.run.status().lastIteration >= iteration) return true;
  if (!reaches(c, iteration)) return true;
  c.started = true;
  c.session.run.stepIteration();
  return false;
}

void predictScaling(Context& c) {
  ScalingChoice choice;
  choice.axes = c.options.predict.toStdString();
  c.session.queries.predictScaling(choice);
}

void runScript(Context& c) {
  c.started = true;
  Scripts& scripts = *c.window.workspace().scripts;
  scripts.run(scripts.file());
}

// Its graph is compiled and shown.
bool scriptIsOver(Context& c) {
  const Scripts& scripts = *c.window.workspace().scripts;
  const ScriptState state = scripts.state();
  const bool on = state == ScriptState::starting || state == ScriptState::running;
  if (on || c.session.compilations.compileProgress().busy) return false;
  if (state == ScriptState::failed && c.failure.isEmpty()) c.failure = scripts.outcome();
  return true;
}

// ---- what is shown ------------------------------------------------------------------------------

// Each view arranges itself.
void arrangeViews(Context& c, Stage stage) {
  for (const View& row : viewTable()) {
    const QJsonObject options = optionsAt(stage, row, c.options.views.value(row.id));
    if (options.isEmpty()) continue;
    const QString wrong = c.window.docks().view(row.id)->arrange(options);
    if (!wrong.isEmpty()) return c.finish(2, wrong);
  }
}

// The index of a pass in the record, asWritten for "as_written"; empty: no such pass.
std::optional<int> passIndex(const CompilationRecord& record, const QString& name) {
  if (name == "as_written") return asWritten;
  const auto found =
      std::find_if(record.passes.begin(), record.passes.end(),
                   [&](const auto& pass) { return name.toStdString() == pass.name; });
  if (found == record.passes.end()) return std::nullopt;
  return static_cast<int>(found - record.passes.begin());
}

void selectPasses(Context& c) {
  const CompilationRecordPtr compilation = c.session.compilations.compilation();
  if (!compilation) return c.finish(2, "The document was not compiled.");
  Selection& selection = c.window.workspace().selection;
  for (const bool against : {false, true}) {
    const QString& name = against ? c.options.against : c.options.pass;
    if (name.isEmpty()) continue;
    const std::optional<int> index = passIndex(*compilation, name);
    if (!index) return c.finish(2, "No pass " + name + ".");
    against ? selection.compareWith(*index) : selection.selectPass(*index);
  }
}

// "axis:N", "buffer:a_W", "kernel:k0" or the name of an op.
void selectThing(Context& c) {
  Selection& selection = c.window.workspace().selection;
  const QString& what = c.options.select;
  const QString kind = what.section(':', 0, 0), name = what.section(':', 1);
  if (kind == "axis" && !name.isEmpty()) return selection.selectAxis(name);
  if (kind == "buffer" && !name.isEmpty()) return selection.selectBuffer(name);
  if (kind == "kernel" && !name.isEmpty()) return selection.selectKernel(name);
  try {
    const OpRecord* op = opNamed(c.session, what.toStdString());
    if (op == nullptr) return c.finish(2, "No op " + what + ".");
    selection.selectOp(op->id);
    selection.reveal(Facet::op);
  } catch (const Error& error) {
    c.finish(2, QString::fromStdString(to_string(error.diagnostic())));
  }
}

// ---- the picture --------------------------------------------------------------------------------

// Not every op has a value after a run.
bool lacksValue(const Context& c) {
  const OpId op = c.window.workspace().selection.op();
  return c.started && op != 0 && !c.session.values.value(op);
}

bool isQuiet(const Context& c) {
  const bool works = c.session.compilations.readingKernels() || !c.window.workspace().jobs.idle();
  return !works && c.settled(lacksValue(c) ? longestValue : settleTime);
}

void takePicture(Context& c) {
  const Options& options = c.options;
  if (!options.screenshot.isEmpty() && !exportPicture(c.window, options.screenshot, options.scale))
    return c.finish(4, options.screenshot + " could not be written.");
  if (options.exported.isEmpty()) return;
  const QString why = c.window.docks().centre()->exportTo(options.exported, options.scale,
                                                          options.dark.value_or(false));
  if (!why.isEmpty()) c.finish(4, why);
}

// ---- the list -----------------------------------------------------------------------------------

class StepList {
 public:
  explicit StepList(Context& context) : c_(context) {}

  void add(const char* name, void (*begin)(Context&), bool (*done)(const Context&) = nullptr) {
    steps_.push_back({name, [&c = c_, begin] { begin(c); }, {}});
    if (done) steps_.back().done = [&c = c_, done] { return done(c); };
  }
  void await(const char* name, std::function<bool()> done) {
    steps_.push_back({name, {}, std::move(done)});
  }
  void arrange(Stage stage) {
    steps_.push_back({"arrange the views", [&c = c_, stage] { arrangeViews(c, stage); }, {}});
  }
  std::vector<OpeningStep> take() { return std::move(steps_); }

 private:
  Context& c_;
  std::vector<OpeningStep> steps_;
};

void addCompilation(StepList& steps, Context& c) {
  const Options& options = c.options;
  steps.await("open", [&c] { return c.session.documents.document() != nullptr; });
  steps.arrange(Stage::opened);
  if (options.onlyGraph()) return;
  steps.await("compile", [&c] { return isCompiled(c); });
  if (!options.overlay.isEmpty())
    steps.add("read the overlay",
              [](Context& o) { openOverlay(o.window.workspace(), absolute(o.options.overlay)); });
  if (!options.edits.isEmpty()) steps.add("edit", applyEdits, editsAreCompiled);
  steps.add("choose what is compiled", chooseCompilation, isCompiled);
}

void addRun(StepList& steps, Context& c) {
  const Options& options = c.options;
  if (options.run) {
    steps.add("run", runPlan, runIsOver);
    steps.add("show the iteration", showIteration);
  } else if (options.iteration) {
    steps.await("step", [&c, to = *options.iteration] { return stepTo(c, to); });
  }
  if (!options.predict.isEmpty())
    steps.add("predict", predictScaling,
              [](const Context& p) { return !p.session.queries.querying(); });
}

void addSelection(StepList& steps, Context& c) {
  const Options& options = c.options;
  if (!options.pass.isEmpty() || !options.against.isEmpty())
    steps.add("select the passes", selectPasses);
  if (!options.select.isEmpty()) steps.add("select", selectThing);
  if (options.range)
    steps.add("select the range",
              [](Context& s) { s.window.workspace().selection.selectRange(s.options.range); });
  if (!options.view.isEmpty())
    steps.add("show the view",
              [](Context& s) { s.window.showView(s.options.view, s.options.layout); });
  steps.arrange(Stage::selected);
}

bool isScript(const Context& c) {
  return c.window.workspace().scripts != nullptr &&
         c.options.file.endsWith(".py", Qt::CaseInsensitive);
}

}  // namespace

std::vector<OpeningStep> openingSteps(Context& c) {
  StepList steps(c);
  if (!c.options.transformer.isEmpty()) steps.add("choose the transformer", setTransformer);
  steps.add("open", openFile);
  if (isScript(c)) {
    if (c.options.run) steps.add("run the script", runScript);
    steps.await("run the script", [&c] { return scriptIsOver(c); });
  } else if (isDocument(c.options)) {
    addCompilation(steps, c);
    addRun(steps, c);
    if (comparesVariables(c.options))
      steps.add("compare", [](Context& v) {
        CompareFiles::of(v.window).compareShownWith(absolute(v.options.compare));
      });
    steps.arrange(Stage::compiled);
    steps.await("lay out", [&c] { return c.window.workspace().jobs.idle(); });
  }
  addSelection(steps, c);
  if (!c.options.alone()) return steps.take();
  steps.await("settle", [&c] { return isQuiet(c); });
  steps.arrange(Stage::placed);
  steps.await("settle", [&c] { return isQuiet(c); });
  steps.add("take the picture", takePicture);
  return steps.take();
}

}  // namespace ng::views
