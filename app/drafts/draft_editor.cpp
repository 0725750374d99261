// SPDX-License-Identifier: Apache-2.0
#include "app/drafts/draft_editor.h"

#include <algorithm>
#include <span>

#include "app/link/source_rows.h"
#include "engine/editing/draft_record.h"
#include "engine/editing/fields.h"
#include "engine/editing/piece.h"
#include "engine/formats/documents/document_tensors.h"
#include "engine/graph/op_def.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "engine/records/plan_record.h"
#include "views/core/document_name.h"
#include "views/widgets/number_text.h"

namespace ng::views {

namespace {

constexpr std::size_t mostOps =
    20'000;  // limit for rebuilding at every edit without blocking the window

EditAnswer refused(const Diagnostic& diagnostic, int column) {
  EditAnswer answer;
  answer.good = false;
  answer.text = QString::fromStdString(diagnostic.what);
  answer.column = column;
  QStringList details;
  if (!diagnostic.found.empty())
    details << QString("found %1").arg(QString::fromStdString(diagnostic.found));
  if (!diagnostic.expected.empty())
    details << QString("expected %1").arg(QString::fromStdString(diagnostic.expected));
  if (!diagnostic.action.empty()) details << QString::fromStdString(diagnostic.action);
  answer.details = details.join("; ");
  return answer;
}

// Runs `work` and converts a thrown error into an EditAnswer.
template <class F>
EditAnswer answered(F&& work) {
  try {
    return work();
  } catch (const editing::EditError& error) {
    return refused(error.diagnostic(), error.column());
  } catch (const Error& error) {
    return refused(error.diagnostic(), 0);
  }
}

EditAnswer good(const std::string& text) {
  EditAnswer answer;
  answer.text = QString::fromStdString(text);
  return answer;
}

// A call that creates a scalar source; empty for functions of other ops.
QString sourceCall(const editing::Function& function) {
  if (!function.op->traits.is_source()) return {};
  QStringList arguments;
  for (const Parameter& each : function.parameters) {
    if (each.kind == ParameterKind::initial)
      arguments << QString::fromStdString(std::string(each.name)) + "=0";
    else if (each.required())
      arguments << (each.kind == ParameterKind::axes ? "[]" : "1");
  }
  return QString::fromStdString(std::string(function.name)) + "(" + arguments.join(", ") + ")";
}

std::vector<FunctionRow> functionRows() {
  std::vector<FunctionRow> rows;
  for (const editing::Function& each : editing::function_table()) {
    FunctionRow row;
    row.name = QString::fromUtf8(each.name.data(), static_cast<qsizetype>(each.name.size()));
    row.className = QString::fromStdString(std::string(editing::class_of(each)));
    row.signature = QString::fromStdString(editing::signature(each));
    row.source = sourceCall(each);
    row.doc = QString::fromUtf8(each.doc().data(), static_cast<qsizetype>(each.doc().size()));
    row.glyph =
        QString::fromUtf8(each.op->glyph.data(), static_cast<qsizetype>(each.op->glyph.size()));
    row.family = each.op->family;
    for (const Parameter& parameter : each.parameters)
      if (parameter.kind == editing::Kind::operand && parameter.required())
        row.operands << QString::fromStdString(std::string(parameter.name));
    rows.push_back(std::move(row));
  }
  return rows;
}

// The document before the kept edits.
std::unique_ptr<editing::Draft> draftOf(const KeptEdits& kept) {
  const std::string path = kept.path.toStdString();
  DocumentModel model;
  if (!kept.text.isEmpty()) {
    Reader reader(
        std::as_bytes(std::span(kept.text.constData(), static_cast<std::size_t>(kept.text.size()))),
        path);
    Notes notes;
    model = read_document(reader, notes);
    load_tensors(model, path);
  }
  return std::make_unique<editing::Draft>(std::move(model), path);
}

DocumentModel readModel(const QString& path) {
  Notes notes;
  return std::move(*load_document_model(path.toStdString(), notes));
}

}  // namespace

DraftEditor::DraftEditor(EngineSession& session, const QString& folder, QObject* parent)
    : DraftEditor(session, session.documents, folder) {
  setParent(parent);
}

DraftEditor::DraftEditor(EngineSession& session, const Documents& shown, const QString& folder)
    : session_(session), shown_(shown), journal_(folder), functions_(functionRows()) {
  followDiscarded();
  connect(&session.parts.documents, &EngineDocuments::draftLeft, this, [this] {
    if (!draft_) return;
    draft_.reset();
    path_.clear();
    journal_.leave();
    emit changed();
  });
}

void DraftEditor::newDocument() {
  session_.documents.close();
  start(std::make_unique<editing::Draft>(), {});
}

void DraftEditor::start(std::unique_ptr<editing::Draft> draft, const QString& path) {
  draft_ = std::move(draft);
  path_ = path;
  journalFrom_ = draft_->done();
  show();
}

bool DraftEditor::small(EditAnswer& answer) const {
  const std::size_t ops = session_.documents.document()->graph->ops.size();
  if (ops <= mostOps) return true;
  Diagnostic diagnostic;
  diagnostic.what = "the document is too large to edit in the workbench";
  diagnostic.found = std::to_string(ops) + " ops";
  diagnostic.action = "use ngraph edit FILE --do LINE";
  answer = refused(diagnostic, 0);
  return false;
}

bool DraftEditor::mayEdit(EditAnswer& answer) const {
  const QString why = shown_.readOnly();
  if (why.isEmpty()) return true;
  answer.good = false;
  answer.text = why;
  return false;
}

bool DraftEditor::begin(EditAnswer& answer) {
  if (draft_) return true;
  if (!mayEdit(answer)) return false;
  const DocumentRecordPtr document = shown_.document();
  if (!document) {
    newDocument();
    return true;
  }
  if (!small(answer)) return false;
  answer = answered([&] {
    path_ = QString::fromStdString(document->path);
    draft_ = std::make_unique<editing::Draft>(readModel(path_), document->path);
    journalFrom_ = 0;
    return EditAnswer();
  });
  return answer.good;
}

EditAnswer DraftEditor::piece(const std::map<OpKey, QPointF>& ops) {
  EditAnswer answer;
  if (!shown_.document() || !mayEdit(answer) || !small(answer)) return answer;
  return answered([&] {
    std::vector<editing::RowId> ids;
    std::map<editing::RowId, editing::CardPlace> places;
    for (const auto& [op, at] : ops) {
      ids.push_back(op);
      places[op] = {at.x(), at.y()};
    }
    const QString path = QString::fromStdString(session_.documents.document()->path);
    const DocumentModel model = draft_ ? draft_->model() : readModel(path);
    return good(editing::paste_line(editing::piece_text(model, ids, places)));
  });
}

// Shows the draft: its record at once, its compilation when it is ready.
void DraftEditor::show() {
  DraftDocument shown;
  shown.model = std::make_shared<DocumentModel>(draft_->runnable());
  shown.unfinished = editing::unfinished_records(*draft_);
  shown.path = path_;
  session_.parts.documents.adopt(std::move(shown));
  emit changed();
}

// Like show(), but moving cards does not interrupt a run.
void DraftEditor::showStep(const std::string& name) {
  const bool moved = name.starts_with("Move ") && name.find(" and ") == name.npos;
  if (moved)
    emit changed();
  else
    show();
}

// Starts the journal from the current draft.
void DraftEditor::beginJournal() {
  journal_.begin(path_, QByteArray::fromStdString(document_text(draft_->finished())));
  journalFrom_ = draft_->done();
}

EditAnswer DraftEditor::apply(const QString& line, std::optional<QPointF> at) {
  EditAnswer answer;
  if (!begin(answer)) return answer;
  answer = answered([&] {
    std::optional<editing::CardPlace> place;
    if (at) place = editing::CardPlace{at->x(), at->y()};
    if (!journal_.begun()) beginJournal();
    draft_->apply(line.toStdString(), place);
    journal_.add({JournalEdit::Kind::line, line, at});
    showStep(draft_->undo_name());
    return good(draft_->undo_name());
  });
  if (answer.good) emit applied(line);
  return answer;
}

EditAnswer DraftEditor::preview(const QString& line) {
  EditAnswer answer;
  if (shown_.document() && !begin(answer)) return answer;
  return answered([&] {
    static const editing::Draft nothing;
    const editing::Preview preview = (draft_ ? *draft_ : nothing).preview(line.toStdString());
    EditAnswer made = good(preview.makes);
    for (const std::string& input : preview.inputs) {
      made.placeholders << QString::fromStdString(input);
      made.text += ", placeholder " + made.placeholders.back();
    }
    return made;
  });
}

EditAnswer DraftEditor::trial(const QString& line) {
  EditAnswer answer;
  if (!begin(answer)) return answer;
  return answered([&] { return good(draft_->trial(line.toStdString()).makes); });
}

std::function<EditAnswer()> DraftEditor::trialJob(const QString& line) {
  EditAnswer refused;
  const DocumentRecordPtr document = shown_.document();
  if (!draft_ && (!mayEdit(refused) || !document || !small(refused)))
    return [refused] { return refused; };
  const QString path = draft_ ? path_ : QString::fromStdString(document->path);
  const auto model = draft_ ? std::make_shared<const DocumentModel>(draft_->model()) : nullptr;
  return [model, path, line = line.toStdString()] {
    return answered([&] {
      editing::Draft copy(model ? *model : readModel(path), path.toStdString());
      return good(copy.trial(line).makes);
    });
  };
}

QString DraftEditor::undoName() const {
  return draft_ ? QString::fromStdString(draft_->undo_name()) : QString();
}

QString DraftEditor::redoName() const {
  return draft_ ? QString::fromStdString(draft_->redo_name()) : QString();
}

void DraftEditor::undo() {
  if (!draft_ || !draft_->can_undo()) return;
  const std::string name = draft_->undo_name();
  draft_->undo();
  if (journal_.begun() && draft_->done() >= journalFrom_) {
    journal_.add({JournalEdit::Kind::undo, {}, {}});
  } else {  // the undo went behind the start of the journal
    beginJournal();
  }
  if (!modified()) journal_.forget();  // nothing is unsaved
  showStep(name);
}

void DraftEditor::redo() {
  if (!draft_ || !draft_->can_redo()) return;
  draft_->redo();
  if (!modified())
    journal_.forget();
  else if (journal_.begun())
    journal_.add({JournalEdit::Kind::redo, {}, {}});
  else
    beginJournal();
  showStep(draft_->undo_name());
}

EditAnswer DraftEditor::save(const QString& path) {
  EditAnswer answer;
  if (!begin(answer)) return answer;
  return answered([&] {
    write_document(path.toStdString(), draft_->finished());
    const bool elsewhere = path != path_;
    path_ = path;
    // Documents cannot hold unfinished ops: these stay unsaved and in the journal.
    const auto unfinished = draft_->unfinished();
    if (unfinished.empty()) {
      draft_->mark_saved();
      journal_.forget();
    }
    elsewhere ? show() : emit changed();  // the ops are unchanged: a run continues
    answer = good("Saved");
    for (const editing::Unfinished& each : unfinished)
      answer.details += (answer.details.isEmpty() ? "" : "; ") + QString::fromStdString(each.why);
    return answer;
  });
}

void DraftEditor::discard() {
  if (!draft_) return;
  journal_.setAside();
  followDiscarded();
  const QString path = path_;
  draft_.reset();
  if (path.isEmpty())
    session_.documents.close();
  else
    session_.documents.open(path);
  emit changed();
}

void DraftEditor::followDiscarded() {
  const auto kept = journal_.discarded();
  discarded_ =
      kept ? QString("%1 of %2")
                 .arg(countText(std::ssize(kept->edits), QString("edit")), documentName(kept->path))
           : QString();
}

// Another process may restore them at the same time: only one can remove the file.
void DraftEditor::restoreDiscarded() {
  const auto kept = journal_.discarded();
  try {
    std::unique_ptr<editing::Draft> draft = kept ? draftOf(*kept) : nullptr;
    if (draft && QFile::remove(kept->file)) {
      if (modified()) journal_.setAside();
      restore(*kept, std::move(draft));
    }
  } catch (const Error& error) {
    session_.messages.say(error.diagnostic());
  }
  followDiscarded();
  emit changed();
}

RestoredEdits DraftEditor::takeUp(const QString& path) {
  const auto kept = journal_.takeKept(path);
  if (!kept) return {};
  try {
    return restore(*kept, draftOf(*kept));
  } catch (const Error&) {
    return {};
  }
}

RestoredEdits DraftEditor::restore(const KeptEdits& kept, std::unique_ptr<editing::Draft> draft) {
  session_.documents.close();
  draft_ = std::move(draft);
  path_ = kept.path;
  journal_.begin(path_, kept.text);
  journalFrom_ = 0;
  RestoredEdits restored{0, path_, kept.last};
  for (const JournalEdit& each : kept.edits) {
    try {
      if (each.kind == JournalEdit::Kind::undo) draft_->undo();
      if (each.kind == JournalEdit::Kind::redo) draft_->redo();
      if (each.kind == JournalEdit::Kind::line) {
        std::optional<editing::CardPlace> at;
        if (each.at) at = editing::CardPlace{each.at->x(), each.at->y()};
        draft_->apply(each.line.toStdString(), at);
      }
    } catch (const Error&) {
      break;  // another version may reject the edit; earlier edits are kept
    }
    journal_.add(each);
  }
  show();
  restored.count = static_cast<int>(draft_->done());
  return restored;
}

std::string DraftEditor::text() const {
  return draft_ ? document_text(draft_->finished()) : std::string();
}

bool DraftEditor::fits(const QString& function, OpKey from) {
  const editing::Function* found = editing::find_function(function.toStdString());
  EditAnswer answer;
  return found && begin(answer) && editing::fits(*draft_, *found, from);
}

QStringList DraftEditor::words() const {
  QStringList words;
  if (draft_) {
    for (const OpModel& op : draft_->model().ops)
      if (op.named) words << QString::fromStdString(op.name);
    for (const AxisModel& axis : draft_->model().axes) words << QString::fromStdString(axis.id);
  }
  for (const FunctionRow& each : functions_) {
    words << each.name + "(";
    if (!each.className.isEmpty()) words << each.className + "(";
  }
  for (const char* verb : {"make_axis(", "computation(", "feed(", "data(", "plan(", "plot(",
                           "connect(", "remove(", "rename(", "set("})
    words << verb;
  return words;
}

QStringList DraftEditor::operandNames(OpKey op) const {
  QStringList names;
  if (draft_)
    for (const std::string& each : editing::operand_names(*draft_, op))
      names << QString::fromStdString(each);
  return names;
}

QString DraftEditor::why(OpKey op) const {
  if (draft_)
    for (const editing::Unfinished& each : draft_->unfinished())
      if (each.id == op) return QString::fromStdString(each.why);
  return {};
}

QString DraftEditor::note(OpKey op) const {
  return draft_ ? QString::fromStdString(editing::note_of(*draft_, op)) : QString();
}

std::vector<FieldRow> DraftEditor::fields(OpKey op) {
  std::vector<FieldRow> rows;
  EditAnswer answer;
  const bool begun = draft_ != nullptr;
  if (!shown_.document() || !begin(answer)) return rows;
  if (!begun) emit changed();
  for (const editing::Field& each : editing::fields_of(*draft_, op))
    rows.push_back({QString::fromStdString(each.name), QString::fromStdString(each.value),
                    QString::fromStdString(each.line)});
  return rows;
}

std::vector<SourceRow> DraftEditor::sources(OpKey op) const {
  if (!shown_.readOnly().isEmpty()) return {};
  return sourceRows(shown_.document(), session_.plans.plan(), op);
}

QString DraftEditor::sourceLine(OpKey op, GivenKind kind, const QString& text) const {
  const PlanRecord plan = session_.plans.plan();
  const QString line = views::sourceLine(plan, op, kind, text.trimmed());
  const QString runs = session_.compilations.computation();
  if (runs.isEmpty() || plan.computation.empty() ||
      runs == QString::fromStdString(plan.computation))
    return line;
  return line + QString("; plan(computation=\"%1\")").arg(runs);
}

// Card positions of the draft; without a draft, those saved in the document.
std::map<OpKey, QPointF> DraftEditor::places() const {
  std::map<OpKey, QPointF> places;
  if (draft_) {
    for (const auto& [id, place] : draft_->places()) places[id] = {place.x, place.y};
  } else if (const DocumentRecordPtr document = shown_.document()) {
    for (const OpRecord& op : document->graph->ops)
      if (const auto place = editing::place_of({op.metadata.begin(), op.metadata.end()}))
        places[op.id] = {place->x, place->y};
  }
  return places;
}

}  // namespace ng::views
