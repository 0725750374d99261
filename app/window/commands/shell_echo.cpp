// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/shell_echo.h"

#include "app/window/choices/rank_choices.h"
#include "engine/analysis/document_difference.h"
#include "engine/base/shell_word.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "views/core/op_names.h"

namespace ng::views {
namespace {

constexpr int keptLines = 1000;

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

}  // namespace

QString shellWord(const QString& word) {
  return QString::fromStdString(shell_word(word.toStdString()));
}

ShellEcho::ShellEcho(Workspace& workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
  connect(&workspace_.documents, &Documents::documentChanged, this, &ShellEcho::documentChanged);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this, &ShellEcho::compiled);
  connect(&workspace_.run, &Run::runChanged, this, &ShellEcho::runChanged);
  connect(&workspace_.selection, &Selection::changed, this, &ShellEcho::selected);
  if (workspace_.editor != nullptr)
    connect(workspace_.editor, &Editor::changed, this, &ShellEcho::followFile);
}

void ShellEcho::followFile() {
  const DocumentRecordPtr document = workspace_.documents.document();
  const bool modified = workspace_.editor != nullptr && workspace_.editor->modified();
  if (!modified) file_ = document ? document->graph : nullptr;
}

void ShellEcho::documentChanged() {
  followFile();
  const DocumentRecordPtr document = workspace_.documents.document();
  const QString path = document ? text(document->path) : QString();
  if (const DocumentDifferencePtr difference = workspace_.documents.difference()) {
    program_.clear();
    path_.clear();  // a comparison is neither compiled nor run
    return put("ngraph diff", {text(difference->first), text(difference->second)});
  }
  const QStringList program =
      workspace_.scripts != nullptr ? workspace_.scripts->programOf(path) : QStringList();
  if (program == program_ && (path == path_ || !program.isEmpty())) return;
  program_ = program;
  path_ = program.isEmpty() ? path : QString();
  edits_.clear();
  undone_.clear();
  compiled_.clear();
  run_ = RunState::idle;
  begun_ = false;
  if (!program.isEmpty()) return put("python3", program);
  path_.isEmpty() ? emit added({}) : add("info");
}

// A document that was never saved is created by its edits.
void ShellEcho::edited(const QString& line) {
  if (!program_.isEmpty()) return;
  const bool unsaved = path_.isEmpty();
  if (unsaved) path_ = "untitled.ngraph";
  add("edit", !unsaved || begun_ ? QStringList{"--do", line} : QStringList{"--new", "--do", line});
  if (unsaved) path_.clear();
  begun_ = begun_ || unsaved;
  edits_ << last();
  undone_.clear();
}

void ShellEcho::undone() {
  if (edits_.isEmpty()) return;
  undone_ << edits_.takeLast();
  if (const auto at = lines_.lastIndexOf(undone_.last()); at >= 0) lines_.removeAt(at);
  if (edits_.isEmpty()) begun_ = false;
  emit added(last());
}

void ShellEcho::redone() {
  if (undone_.isEmpty()) return;
  edits_ << undone_.takeLast();
  if (path_.isEmpty()) begun_ = true;
  put(edits_.last(), {});
}

QStringList ShellEcho::choices() const {
  const Session& session = workspace_;
  if (!session.documents.readOnly().isEmpty()) return {};  // a saved compilation has no others
  const DocumentRecordPtr document = session.documents.document();
  QString usual = document && document->plan ? text(document->plan->computation) : QString();
  if (usual.isEmpty() && !session.compilations.computations().isEmpty())
    usual = session.compilations.computations().first();
  QStringList words;
  if (workspace_.compilations.computation() != usual)
    words << "--computation" << workspace_.compilations.computation();
  for (const TransformerChoice& choice : workspace_.compilations.transformers()) {
    if (choice.name == workspace_.compilations.transformer() && !choice.usual)
      words << "--transformer" << choice.name;
  }
  for (const std::string& word : division_options(divisionOf(workspace_.compilations.ranks())))
    words << text(word);
  const PipelineChoice pipeline = workspace_.pipelines.pipeline();
  for (const std::string& name : pipeline.disabled) words << "--disable" << text(name);
  QStringList order;
  for (const std::string& name : pipeline.order) order << text(name);
  if (!order.isEmpty()) words << "--pipeline" << order.join(',');
  const PlanChanges& plan = session.plans.changes();
  if (plan.batchSize > 0) words << "--batch" << QString::number(plan.batchSize);
  for (const auto& [axis, length] : plan.lengths)
    words << "--length" << axis + "=" + QString::number(length);
  return words;
}

QStringList ShellEcho::undivided() const {
  QStringList chosen = choices();
  const auto own = division_options(divisionOf(workspace_.compilations.ranks()));
  for (std::size_t i = 0; i < own.size(); i += 2)
    if (const auto at = chosen.indexOf(text(own[i])); at >= 0) chosen.remove(at, 2);
  return chosen;
}

void ShellEcho::compiled() {
  const QString now = choices().join(' ');
  if (now == compiled_) return;
  compiled_ = now;
  add("passes", choices());
}

bool ShellEcho::isInFile(OpId key) const {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document || !file_ || document->graph == file_) return true;
  const OpRecord *now = document->graph->find(key), *saved = file_->find(key);
  return !now || (saved && saved->name == now->name);  // passes make ops, too
}

// Options that select the compilation shown by the axes panel, whose memory plan has the strides.
QStringList ShellEcho::axesWords() const {
  QStringList words = choices();
  if (!words.contains("--computation") && !workspace_.compilations.computation().isEmpty())
    words = QStringList{"--computation", workspace_.compilations.computation()} + words;
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  const int pass = workspace_.selection.pass();
  if (compilation && pass != asWritten && pass < static_cast<int>(compilation->passes.size()))
    words << "--after" << text(compilation->passes[static_cast<std::size_t>(pass)].name);
  return words;
}

// Empty for a kernel without a text.
QStringList ShellEcho::kernelWords(const QString& kernel) const {
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  if (!compilation) return {};
  for (const KernelRecord& each : compilation->kernels)
    if (each.kind == KernelKind::generated && text(each.name) == kernel) return {"--show", kernel};
  return {};
}

void ShellEcho::selected(Facets what) {
  const SelectionState& now = workspace_.selection.state();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  const bool hasPass = compilation && now.pass != asWritten &&
                       now.pass < static_cast<int>(compilation->passes.size());
  if (what.testFlag(Facet::pass) && hasPass)
    add("passes",
        QStringList{"--show", text(compilation->passes[static_cast<std::size_t>(now.pass)].name),
                    "--diff"} +
            choices());
  if (what.testFlag(Facet::kernel) && !now.kernel.isEmpty())
    add("kernels", kernelWords(now.kernel) + choices());
  else if (what.testFlag(Facet::buffer) && !now.buffer.isEmpty())
    add("memory", choices());
  else if (what.testFlag(Facet::axis) && !now.axis.isEmpty())
    add("axes", axesWords());
  else if (what.testFlag(Facet::op) && compilation && now.op && isInFile(now.op))
    if (const QString op = uniqueNameOf(workspace_, now.op); !op.isEmpty())
      addOfDocument("op", QStringList{op} + choices());
}

void ShellEcho::runChanged() {
  const RunState before = run_;
  run_ = workspace_.run.status().state;
  const bool began = run_ == RunState::running && before != run_ && before != RunState::paused;
  const bool over = run_ == RunState::finished && before == RunState::idle;  // a very short run
  const int epochs = workspace_.run.status().epochs;
  // The status of a continued run has its new length after the run is reported as running.
  const bool extended = epochs != epochs_ && (run_ == RunState::running ||
                                              (before == RunState::running && run_ != before));
  if (!began && !over && !extended) return;
  epochs_ = epochs;
  QStringList words;
  if (epochs > 0) words << "--epochs" << QString::number(epochs);
  for (const auto& [data, folder] : workspace_.plans.changes().folders)
    words << "--data" << data + "=" + folder;
  addOfDocument("run", words + choices());
}

void ShellEcho::arranged(const QString& view, const QStringList& words) {
  addLine("ngraph-workbench", QStringList{"--view", view} + words);
}

void ShellEcho::explained(const QStringList& element) {
  QStringList words = element;
  const std::int64_t iteration = workspace_.run.status().iteration;
  if (iteration > 1) words << "--iteration" << QString::number(iteration);
  addOfDocument("explain", words + undivided());
}

void ShellEcho::asked(const QString& command, const QStringList& words) {
  addOfDocument(command, words + undivided());
}

void ShellEcho::add(const QString& command, const QStringList& words) {
  addLine("ngraph " + command, words);
}

void ShellEcho::checkpoint(const QStringList& files) {
  put("ngraph checkpoint", files);
}

void ShellEcho::matched(const QString& checkpoint, const QStringList& options) {
  if (!path_.isEmpty()) put("ngraph checkpoint bind", QStringList{checkpoint, path_} + options);
}

// Of a saved compilation, commands that need its document are left out.
void ShellEcho::addOfDocument(const QString& command, const QStringList& words) {
  if (workspace_.documents.readOnly().isEmpty()) add(command, words);
}

void ShellEcho::addLine(const QString& program, const QStringList& words) {
  if (!path_.isEmpty()) put(program, QStringList{path_} + words);
}

void ShellEcho::put(QString line, const QStringList& words) {
  for (const QString& word : words) line += " " + shellWord(word);
  if (line == last()) return;
  lines_ << line;
  if (lines_.size() > keptLines) lines_.removeFirst();
  emit added(line);
}

}  // namespace ng::views
