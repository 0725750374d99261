// SPDX-License-Identifier: Apache-2.0
// State machine that checks the session after every signal and advances when it can.
#include "app/window/opening.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMouseEvent>
#include <utility>

#include "app/window/commands/compare_files.h"
#include "app/window/commands/overlay_files.h"
#include "app/window/view_export.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/file_kind.h"
#include "views/graph/editing/build_layer.h"
#include "views/graph/graph_export.h"

namespace ng::views {

namespace {

constexpr int tickLength = 30;       // ms
constexpr int settled = 4;           // ticks without a job before the picture is taken
constexpr int longestWait = 120000;  // ms
constexpr int longestValue = 30;     // ticks

const OpRecord* findOp(const Session& session, const std::string& name) {
  const CompilationRecordPtr compilation = session.compilations.compilation();
  std::vector<GraphRecordPtr> graphs;
  if (session.documents.document()) graphs.push_back(session.documents.document()->graph);
  if (compilation) {
    graphs.push_back(compilation->as_written());
    for (const PassRecord& pass : compilation->passes) graphs.push_back(pass.after);
  }
  for (const GraphRecordPtr& graph : graphs) {
    if (!graph) continue;
    for (const OpRecord& op : graph->ops) {
      if (op.name == name) return &op;
    }
  }
  return nullptr;
}

// Sends a synthetic mouse event; without a button it only moves.
void mouse(GraphCanvas& canvas, QEvent::Type type, QPointF at, Qt::MouseButton held) {
  const bool press = type == QEvent::MouseButtonPress;
  QMouseEvent event(type, at, canvas.mapToGlobal(at), press ? held : Qt::NoButton, held,
                    Qt::NoModifier);
  QCoreApplication::sendEvent(&canvas, &event);
}

}  // namespace

Opening::Opening(MainWindow& window, Options options)
    : window_(window), session_(window.workspace()), options_(std::move(options)) {
  connect(&session_.compilations, &Compilations::compilationChanged, this, &Opening::step,
          Qt::QueuedConnection);
  connect(&session_.run, &Run::runChanged, this, &Opening::step, Qt::QueuedConnection);
  if (options_.onlyGraph()) {
    // A large graph takes minutes to compile. The picture must not depend on whether a small one is
    // compiled before the first tick: its passes have another layout.
    connect(&session_.compilations, &Compilations::compilationStarted, this,
            [this] { session_.compilations.cancel(); });
  }
  connect(&session_.messages, &Messages::message, this, &Opening::failed);
  connect(&tick_, &QTimer::timeout, this, &Opening::step);
}

// Before a document is open, choosing a transformer only sets the target of its compilation.
void Opening::start() {
  if (!options_.transformer.isEmpty()) {
    const std::vector<TransformerChoice> choices = session_.compilations.transformers();
    const auto found = std::find_if(choices.begin(), choices.end(), [this](const auto& choice) {
      return choice.name == options_.transformer;
    });
    const bool known = found != choices.end();
    const QString wrong = !known              ? "No transformer " + options_.transformer
                          : !found->available ? options_.transformer + ": " + found->reason
                                              : QString();
    if (wrong.isEmpty())
      session_.compilations.setTransformer(options_.transformer);
    else if (options_.alone())
      return finish(2, wrong);
    else
      unmet_ = wrong;  // the document opens regardless
  }
  opensDocument_ =
      options_.fresh || (!options_.file.isEmpty() && fileKindOf(options_.file) == FileKind::none);
  if (!options_.compare.isEmpty())
    CompareFiles::of(window_).compare(QFileInfo(options_.file).absoluteFilePath(),
                                      QFileInfo(options_.compare).absoluteFilePath());
  else if (!options_.file.isEmpty())
    window_.open(options_.file);
  if (options_.fresh) window_.newDocument();
  begun_ = true;
  tick_.start(tickLength);
  if (options_.alone()) {
    QTimer::singleShot(longestWait, this,
                       [this] { finish(4, "The window did not become idle in time."); });
  }
}

void Opening::failed(const Diagnostic& diagnostic) {
  if (!options_.alone() || diagnostic.severity != Severity::error) return;
  if (options_.onlyGraph() && session_.documents.document()) return;  // of its compilation
  const QString text = QString::fromStdString(to_string(diagnostic));
  if (!started_) return finish(3, text);
  if (failure_.isEmpty()) failure_ = text;  // the picture still shows where the run stopped
}

void Opening::step() {
  if (!begun_ || over_) return;
  if (isScript()) {
    if (!script() || !select()) return;
  } else if (opensDocument_) {
    arrangeBeforeCompiling();
    if (!opened()) return;
    overlay();
    if (!edit() || !choose() || !advance() || !predict() || !arranged() || !select()) return;
  } else if (!options_.view.isEmpty() && !selected_) {
    selected_ = true;
    window_.showView(options_.view, options_.layout);
  }
  if (!options_.alone()) return finish(unmet_.isEmpty() ? 0 : 2, unmet_);
  const bool quiet =
      !session_.compilations.readingKernels() && window_.workspace().jobs.idle() && !awaitsValue();
  quietTicks_ = quiet ? quietTicks_ + 1 : 0;
  if (quietTicks_ <= settled) return;
  if (!options_.link.isEmpty() && !linked_) return link() ? void(quietTicks_ = 0) : void();
  shoot();
}

// Edits reach the session with a delay, and may leave an unfinished or empty document, which is not
// compiled.
bool Opening::opened() {
  const DocumentRecordPtr document = session_.documents.document();
  if (options_.onlyGraph()) return document != nullptr;
  const bool busy = session_.compilations.compileProgress().busy || !document;
  if (edited_) editedTicks_ = busy ? 0 : editedTicks_ + 1;
  if (edited_ && !options_.edits.isEmpty()) {
    const OpKey last = window_.workspace().editor->last();
    if (busy || editedTicks_ <= settled || (last != 0 && !document->graph->find(last)))
      return false;
  }
  return !busy && (session_.compilations.compilation() ||
                   (options_.fresh && session_.compilations.computations().isEmpty()));
}

void Opening::overlay() {
  if (!std::exchange(overlaid_, true) && !options_.overlay.isEmpty())
    openOverlay(window_.workspace(), QFileInfo(options_.overlay).absoluteFilePath());
}

bool Opening::edit() {
  if (edited_) return true;
  edited_ = true;
  Editor* editor = window_.workspace().editor;
  for (const QString& line : options_.edits) {
    const EditAnswer answer = editor->apply(line);
    if (!answer.good) {
      finish(2,
             "--do " + line + ": " + QStringList{answer.text, answer.details}.join(" ").trimmed());
      return false;
    }
  }
  return options_.edits.isEmpty();
}

// Waits for the value of the selected op after a run; not every op has one.
bool Opening::awaitsValue() {
  const OpKey op = window_.workspace().selection.op();
  return started_ && op != 0 && !session_.values.value(op) && ++valueTicks_ < longestValue;
}

bool Opening::isScript() const {
  return window_.workspace().scripts != nullptr &&
         options_.file.endsWith(".py", Qt::CaseInsensitive);
}

// Waits until the script's graph is compiled and shown.
bool Opening::script() {
  Scripts& scripts = *window_.workspace().scripts;
  if (options_.run && !started_) {
    started_ = true;
    scripts.run(scripts.file());
    return false;
  }
  const bool on =
      scripts.state() == ScriptState::starting || scripts.state() == ScriptState::running;
  if (on || session_.compilations.compileProgress().busy) return false;
  if (scripts.state() == ScriptState::failed && failure_.isEmpty()) failure_ = scripts.outcome();
  return true;
}

bool Opening::choose() {
  if (chosen_) return true;
  chosen_ = true;
  bool again = false;
  if (!options_.computation.isEmpty() &&
      options_.computation != session_.compilations.computation()) {
    if (!session_.compilations.computations().contains(options_.computation)) {
      finish(2, "No computation " + options_.computation + ", but " +
                    session_.compilations.computations().join(", ") + ".");
      return false;
    }
    session_.compilations.setComputation(options_.computation);
    again = true;
  }
  if (!options_.ranks.isEmpty()) {
    session_.compilations.setRanks(options_.ranks);
    again = true;
  }
  if (!options_.disabled.isEmpty()) {
    PipelineChoice choice;
    for (const QString& name : options_.disabled) choice.disabled.insert(name.toStdString());
    const QString why = session_.pipelines.setPipeline(choice);
    if (!why.isEmpty()) return finish(2, why), false;
    again = true;
  }
  return !again;
}

bool Opening::advance() {
  if (session_.run.runState() == RunState::running) return false;
  if (session_.run.runState() == RunState::failed || !failure_.isEmpty()) return true;
  const std::int64_t total = session_.run.totalIterations();
  if (options_.iteration && total > 0 && *options_.iteration > total) {
    unmet_ = QString("No iteration %1: the plan has %2.").arg(*options_.iteration).arg(total);
    options_.iteration.reset();
    if (options_.alone()) return finish(2, unmet_), false;
  }
  if (options_.run) {
    if (!started_) {
      started_ = true;
      // an open view may request recording of the run
      if (!options_.view.isEmpty()) window_.showView(options_.view, options_.layout);
      session_.run.run();
      return false;
    }
    if (session_.run.runState() != RunState::finished) return false;
    if (options_.iteration) session_.run.showIteration(*options_.iteration);
    options_.iteration.reset();
    return true;
  }
  if (!options_.iteration || session_.run.lastIteration() >= *options_.iteration) return true;
  started_ = true;
  session_.run.stepIteration();
  return false;
}

// Waits for the times on a cluster, which are predicted after the run.
bool Opening::predict() {
  if (options_.predict.isEmpty()) return true;
  if (std::exchange(predicting_, true)) return !session_.queries.querying();
  ScalingChoice choice;
  choice.axes = options_.predict.toStdString();
  session_.queries.predictScaling(choice);
  return false;
}

// Selects "axis:N", "buffer:a_W" or "kernel:k0"; false if `what` has none of these forms.
bool Opening::selectOther(const QString& what) {
  Selection& selection = window_.workspace().selection;
  const QString kind = what.section(':', 0, 0), name = what.section(':', 1);
  if (name.isEmpty()) return false;
  if (kind == "axis") selection.selectAxis(name);
  if (kind == "buffer") selection.selectBuffer(name);
  if (kind == "kernel") selection.selectKernel(name);
  return kind == "axis" || kind == "buffer" || kind == "kernel";
}

bool Opening::select() {
  if (selected_) return true;
  selected_ = true;
  Selection& selection = window_.workspace().selection;
  if (!options_.pass.isEmpty() || !options_.against.isEmpty()) {
    if (!session_.compilations.compilation())
      return finish(2, "The document was not compiled."), false;
    const std::vector<PassRecord>& passes = session_.compilations.compilation()->passes;
    for (const bool against : {false, true}) {
      const QString& name = against ? options_.against : options_.pass;
      if (name.isEmpty()) continue;
      const auto found = std::find_if(passes.begin(), passes.end(), [&](const PassRecord& pass) {
        return name.toStdString() == pass.name;
      });
      const bool written = name == "as_written";
      if (found == passes.end() && !written) return finish(2, "No pass " + name + "."), false;
      const int index = written ? -1 : static_cast<int>(found - passes.begin());
      against ? selection.compareWith(index) : selection.selectPass(index);
    }
  }
  if (!options_.select.isEmpty() && !selectOther(options_.select)) {
    const OpRecord* op = findOp(session_, options_.select.toStdString());
    if (op == nullptr) return finish(2, "No op " + options_.select + "."), false;
    selection.selectOp(op->id);
    selection.reveal(Facet::op);
  }
  if (options_.range) selection.selectRange(options_.range);
  if (!options_.view.isEmpty()) window_.showView(options_.view, options_.layout);
  if (!options_.typed.isEmpty()) emit window_.workspace().editor->lineWanted(options_.typed, 0, 0);
  return arrange(window_.docks().view("tensors"), options_.tensors);
}

bool Opening::link() {
  linked_ = true;
  auto* canvas = window_.findChild<GraphCanvas*>();
  const auto* layer = window_.findChild<BuildLayer*>();
  ItemId ends[2];
  for (const int end : {0, 1}) {
    const QString name = options_.link.section(':', end, end);
    const OpRecord* op = findOp(session_, name.toStdString());
    ends[end] = op ? op->id : 0;
    if (op == nullptr || canvas->scene().find(op->id) < 0)
      return finish(2, "No card " + name + "."), false;
  }
  const QPointF from = layer->port(ends[0]), to = canvas->cardRect(ends[1]).center();
  mouse(*canvas, QEvent::MouseMove, from, Qt::NoButton);
  mouse(*canvas, QEvent::MouseButtonPress, from, Qt::LeftButton);
  mouse(*canvas, QEvent::MouseMove, to, Qt::LeftButton);
  return true;
}

// Options that do not depend on the compilation are applied before it, which can take long.
void Opening::arrangeBeforeCompiling() {
  const QString by = options_.graph["group"].toString();
  if (arrangedFirst_ || options_.graph.isEmpty() || options_.graph.contains("open") ||
      !session_.documents.document() || by == "kernel" || by == "device")
    return;
  arrangedFirst_ = true;
  arrange(window_.docks().centre(), options_.graph);
}

// Scrolls to the selection at its final place.
bool Opening::arranged() {
  if (options_.graph.isEmpty()) return true;
  if (arranged_) return window_.workspace().jobs.idle();
  arranged_ = true;
  arrange(window_.docks().centre(), options_.graph);
  return false;
}

bool Opening::arrange(ViewBase* view, const QJsonObject& options) {
  if (view == nullptr || options.isEmpty()) return true;
  const QString wrong = view->arrange(options);
  if (!wrong.isEmpty()) finish(2, wrong);
  return wrong.isEmpty();
}

void Opening::shoot() {
  if (!options_.screenshot.isEmpty() &&
      !exportPicture(window_, options_.screenshot, options_.scale))
    return finish(4, options_.screenshot + " could not be written.");
  if (QString why; !options_.exported.isEmpty() && !exportGraph(why)) return finish(4, why);
  finish(failure_.isEmpty() ? 0 : 4, failure_);
}

bool Opening::exportGraph(QString& why) {
  const auto* canvas = window_.findChild<GraphCanvas*>();
  return exportScene(*canvas->sharedScene(), exportedLit(canvas->lit()), options_.exported, why,
                     options_.scale, {}, nullptr, options_.dark.value_or(false));
}

void Opening::finish(int status, const QString& text) {
  if (over_) return;
  over_ = true;
  tick_.stop();
  emit done(status, text);
}

}  // namespace ng::views
