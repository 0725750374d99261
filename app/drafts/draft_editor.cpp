// SPDX-License-Identifier: Apache-2.0
#include "app/drafts/draft_editor.h"

#include <QFileInfo>
#include <algorithm>
#include <span>
#include <utility>

#include "app/drafts/function_rows.h"
#include "app/link/draft_document.h"
#include "app/link/source_rows.h"
#include "engine/documents/models/read_words.h"
#include "engine/editing/draft_record.h"
#include "engine/editing/fields.h"
#include "engine/editing/piece.h"
#include "engine/formats/documents/document_tensors.h"
#include "engine/formats/documents/run_plan_json.h"
#include "engine/graph/op_def.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "engine/records/plan_record.h"
#include "views/core/document_name.h"
#include "views/core/jobs.h"
#include "views/widgets/number_text.h"

namespace ng::views {

namespace {

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

// Documents are not written with files outside their folder (run_plan_json.h).
QStringList imagesLeftOut(const DocumentModel& model) {
  QStringList left;
  if (!model.plan) return left;
  std::vector<PlanBinding> bindings = model.plan->bindings;
  for (const PlanEvaluation& evaluation : model.plan->evaluations)
    bindings.insert(bindings.end(), evaluation.bindings.begin(), evaluation.bindings.end());
  for (const PlanBinding& binding : bindings)
    if (is_outside_folder(binding))
      left << QObject::tr("the image %1 of the input %2, which is not in the document's folder")
                  .arg(QString::fromStdString(binding.file),
                       QString::fromStdString(binding.placeholder));
  return left;
}

// The document before the kept edits.
std::unique_ptr<editing::Draft> draftOf(const KeptEdits& kept) {
  const std::string path = kept.path.toStdString();
  DocumentModel model;
  Notes ignored;
  if (!kept.text.isEmpty()) {
    Reader reader(
        std::as_bytes(std::span(kept.text.constData(), static_cast<std::size_t>(kept.text.size()))),
        path);
    model = read_document(reader, ignored);
    load_tensors(model, path);
  }
  if (!path.empty()) model.words = words_of_model(path, {}, true, ignored);
  auto draft = std::make_unique<editing::Draft>(std::move(model), path);
  draft->reserve_ids(kept.nextId);
  return draft;
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
    forgetUnshown();
    discarding_ = false;
    if (!draft_) return;
    draft_.reset();
    path_.clear();
    journal_.leave();
    emit changed();
  });
  connect(&session.parts.documents, &EngineDocuments::openingChanged, this,
          &DraftEditor::endDiscarding);
  connect(&shown, &Documents::documentChanged, this, &DraftEditor::takeWords);
}

// Lines name classes and tokens as the shown document does.
void DraftEditor::takeWords() {
  const DocumentRecordPtr document = shown_.document();
  for (editing::Draft* draft : {draft_.get(), unshown_.get()})
    if (document && draft) draft->set_words(document->words);
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

bool DraftEditor::mayEdit(EditAnswer& answer) const {
  const QString why = shown_.readOnly();
  if (why.isEmpty()) return true;
  answer.good = false;
  answer.text = why;
  return false;
}

// Of the draft, else of the shown document. Null: it cannot be edited; `answer` says why.
std::shared_ptr<const DocumentModel> DraftEditor::model(EditAnswer& answer) const {
  if (draft_) return std::make_shared<const DocumentModel>(draft_->model());
  if (!mayEdit(answer)) return nullptr;
  if (auto model = session_.parts.documents.model()) return model;
  const std::size_t ops = shown_.document()->graph->ops.size();
  Diagnostic diagnostic;
  if (ops > DocumentWorker::mostEditedOps) {
    diagnostic.what = "the document is too large to edit in the workbench";
    diagnostic.found = std::to_string(ops) + " ops";
    diagnostic.action = "use ngraph edit FILE --do LINE";
  } else {
    diagnostic.what = "the document is still being read";
    diagnostic.action = "edit it when it is shown";
  }
  answer = refused(diagnostic, 0);
  return nullptr;
}

// The draft, else one of the shown document that is not shown itself. Null: it cannot be edited;
// `answer` says why.
editing::Draft* DraftEditor::asked(EditAnswer& answer) {
  if (draft_) return draft_.get();
  const std::shared_ptr<const DocumentModel> now = model(answer);
  if (!now) return nullptr;
  if (unshownOf_ == now) return unshown_.get();
  answer = answered([&] {
    unshown_ = std::make_unique<editing::Draft>(*now, shown_.document()->path);
    unshownOf_ = now;
    takeWords();
    return EditAnswer();
  });
  return answer.good ? unshown_.get() : nullptr;
}

// It may hold the arrays of a large model.
void DraftEditor::forgetUnshown() {
  releaseOnPool(std::shared_ptr<editing::Draft>(std::move(unshown_)));
  releaseOnPool(std::exchange(unshownOf_, nullptr));
}

bool DraftEditor::begin(EditAnswer& answer) {
  if (draft_) return true;
  if (!mayEdit(answer)) return false;
  const DocumentRecordPtr document = shown_.document();
  if (!document) {
    newDocument();
    return true;
  }
  if (!asked(answer)) return false;
  path_ = QString::fromStdString(document->path);
  draft_ = std::move(unshown_);
  unshownOf_.reset();
  journalFrom_ = 0;
  return true;
}

bool DraftEditor::begin() {
  EditAnswer answer;
  if (draft_ || !begin(answer)) return draft_ != nullptr;
  emit changed();
  return true;
}

EditAnswer DraftEditor::piece(const std::map<OpId, QPointF>& ops) {
  EditAnswer answer;
  if (!shown_.document()) return answer;
  const auto from = model(answer);
  if (!from) return answer;
  return answered([&] {
    std::vector<editing::RowId> ids;
    std::map<editing::RowId, editing::CardPlace> places;
    for (const auto& [op, at] : ops) {
      ids.push_back(op);
      places[op] = {at.x(), at.y()};
    }
    return good(editing::paste_line(editing::piece_text(*from, ids, places)));
  });
}

// Shows the draft: its record at once, its compilation when it is ready.
void DraftEditor::show() {
  DraftDocument shown;
  shown.model = std::make_shared<DocumentModel>(draft_->runnable());
  shown.unfinished = editing::unfinished_records(*draft_);
  shown.path = path_;
  discarding_ = false;
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

// Starts the journal from the current draft. Lines follow; else the draft differs from the file by
// steps before the journal, which an undo stands for.
void DraftEditor::beginJournal(bool lines) {
  const DocumentModel finished = draft_->finished();
  // It may have a computation more, and an edit must make the same ids when it is restored.
  draft_->reserve_ids(editing::Rows(finished).next_id());
  KeptEdits from;
  from.path = path_;
  from.written = QFileInfo(path_).lastModified();
  from.nextId = draft_->next_id();
  from.text = QByteArray::fromStdString(document_text(finished));
  journal_.begin(from);
  journalFrom_ = journalTo_ = draft_->done();
  if (!lines) keep({JournalEdit::Kind::undo, {}, {}});
}

// A journal that could not be written is begun again by the next edit.
void DraftEditor::keep(const JournalEdit& edit) {
  journal_.add(edit);
  const bool unkept = !journal_.failure().isEmpty();
  if (std::exchange(unkept_, unkept) || !unkept) return;
  say("Unsaved edits are not kept.", journal_.failure(),
      "Save the document, or free space in " + journal_.folder() + ".");
}

void DraftEditor::say(const char* what, const QString& found, const QString& action) const {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.what = what;
  diagnostic.found = found.toStdString();
  diagnostic.action = action.toStdString();
  session_.messages.say(diagnostic, Messages::Scope::window);
}

EditAnswer DraftEditor::apply(const QString& line, std::optional<QPointF> at) {
  EditAnswer answer;
  if (!begin(answer)) return answer;
  answer = answered([&] {
    std::optional<editing::CardPlace> place;
    if (at) place = editing::CardPlace{at->x(), at->y()};
    if (!journal_.begun()) beginJournal(true);
    draft_->apply(line.toStdString(), place);
    keep({JournalEdit::Kind::line, line, at});
    journalTo_ = draft_->done();
    showStep(draft_->undo_name());
    return good(draft_->undo_name());
  });
  if (answer.good) emit applied(line);
  return answer;
}

EditAnswer DraftEditor::preview(const QString& line) {
  static const editing::Draft nothing;
  EditAnswer answer;
  const editing::Draft* draft = shown_.document() || draft_ ? asked(answer) : &nothing;
  if (!draft) return answer;
  return answered([&] {
    const editing::Preview preview = draft->preview(line.toStdString());
    EditAnswer made = good(preview.makes);
    for (const std::string& input : preview.inputs) {
      made.placeholders << QString::fromStdString(input);
      made.text += ", placeholder " + made.placeholders.back();
    }
    return made;
  });
}

EditAnswer DraftEditor::trial(const QString& line) {
  editing::Draft nothing;
  EditAnswer answer;
  editing::Draft* draft = shown_.document() || draft_ ? asked(answer) : &nothing;
  if (!draft) return answer;
  return answered([&] { return good(draft->trial(line.toStdString()).makes); });
}

std::function<EditAnswer()> DraftEditor::trialJob(const QString& line) {
  EditAnswer answer;
  const DocumentRecordPtr document = shown_.document();
  const auto from = document || draft_ ? model(answer) : std::make_shared<const DocumentModel>();
  if (!from) return [answer] { return answer; };
  const std::string path = draft_ || !document ? path_.toStdString() : document->path;
  const ModelWordsPtr words = document ? document->words : from->words;
  return [from, path, words, line = line.toStdString()] {
    return answered([&] {
      editing::Draft draft(*from, path);
      draft.set_words(words);
      return good(draft.trial(line).makes);
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
    keep({JournalEdit::Kind::undo, {}, {}});
  } else {  // the undo went behind the start of the journal
    beginJournal(false);
  }
  if (!modified()) journal_.forget();  // nothing is unsaved
  showStep(name);
  emit undone();
}

void DraftEditor::redo() {
  if (!draft_ || !draft_->can_redo()) return;
  draft_->redo();
  if (!modified())
    journal_.forget();
  else if (journal_.begun() && draft_->done() <= journalTo_)
    keep({JournalEdit::Kind::redo, {}, {}});
  else
    beginJournal(false);
  showStep(draft_->undo_name());
  emit redone();
}

EditAnswer DraftEditor::save(const QString& path) {
  EditAnswer answer;
  if (!begin(answer)) return answer;
  return answered([&] {
    const auto finished = draft_->finished();
    write_document(path.toStdString(), finished);
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
    QStringList left = imagesLeftOut(finished);
    for (const editing::Unfinished& each : unfinished)
      left << "the unfinished op: " + QString::fromStdString(each.why);
    answer.details = left.join("; ");
    return answer;
  });
}

// The draft without the edits stays until the file has been read, and is shown if it cannot be.
void DraftEditor::discard() {
  if (!draft_) return;
  journal_.setAside();
  followDiscarded();
  if (path_.isEmpty()) {
    draft_.reset();
    session_.documents.close();
    return emit changed();
  }
  while (draft_->modified() && draft_->can_undo()) draft_->undo();
  while (draft_->modified() && draft_->can_redo()) draft_->redo();  // steps behind the save
  draft_ = std::make_unique<editing::Draft>(draft_->model(), path_.toStdString());
  journalFrom_ = draft_->done();
  takeWords();
  discarding_ = true;
  emit changed();
  session_.documents.open(path_);
  endDiscarding();
}

void DraftEditor::endDiscarding() {
  if (discarding_ && session_.parts.documents.opening().isEmpty()) show();
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
  for (const QString& file : journal_.takeDamaged())
    say("Unsaved edits cannot be restored: their file is damaged.", file,
        "Its text lines hold what is left of them.");
  if (!kept) return {};
  try {
    const RestoredEdits restored = restore(*kept, draftOf(*kept));
    if (!restored.all)
      say("Not all unsaved edits can be restored.",
          kept->all ? "this version refuses one of them" : "their file is damaged",
          "The text of all is in " + journal_.setTakenAside() + ".");
    else if (journal_.failure().isEmpty())
      journal_.dropTaken();
    return restored;
  } catch (const Error& error) {
    say("Unsaved edits cannot be restored.", QString::fromStdString(error.what()),
        "Their text is in " + journal_.setTakenAside() + ".");
    return {};
  }
}

RestoredEdits DraftEditor::restore(const KeptEdits& kept, std::unique_ptr<editing::Draft> draft) {
  session_.documents.close();
  draft_ = std::move(draft);
  path_ = kept.path;
  journal_.begin(kept);
  const QFileInfo file(path_);
  if (kept.written.isValid() && file.exists() && file.lastModified() != kept.written)
    emit outdatedRestored(path_);
  journalFrom_ = journalTo_ = 0;
  if (!kept.edits.empty() && kept.edits.front().kind == JournalEdit::Kind::undo)
    draft_->mark_unsaved();
  RestoredEdits restored{0, path_, kept.last, kept.all};
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
      restored.all = false;
      break;  // another version may reject the edit; earlier edits are kept
    }
    keep(each);
    journalTo_ = std::max(journalTo_, draft_->done());
  }
  show();
  // Steps that were undone behind a save are in the text.
  restored.count = std::max(static_cast<int>(draft_->done()), draft_->modified() ? 1 : 0);
  return restored;
}

std::string DraftEditor::text() const {
  return draft_ ? document_text(draft_->finished()) : std::string();
}

bool DraftEditor::fits(const QString& function, OpId from) {
  const editing::Function* found = editing::find_function(function.toStdString());
  EditAnswer answer;
  editing::Draft* draft = found && shown_.document() ? asked(answer) : nullptr;
  return draft && editing::fits(*draft, *found, from);
}

QStringList DraftEditor::words() const {
  QStringList words;
  const bool stands = unshown_ && unshownOf_ == session_.parts.documents.model();
  if (const editing::Draft* draft = draft_ ? draft_.get() : stands ? unshown_.get() : nullptr) {
    for (const OpModel& op : draft->model().ops)
      if (op.named) words << QString::fromStdString(op.name);
    for (const AxisModel& axis : draft->model().axes) words << QString::fromStdString(axis.id);
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

QStringList DraftEditor::operandNames(OpId op) const {
  QStringList names;
  if (draft_)
    for (const std::string& each : editing::operand_names(*draft_, op))
      names << QString::fromStdString(each);
  return names;
}

QString DraftEditor::why(OpId op) const {
  if (draft_)
    for (const editing::Unfinished& each : draft_->unfinished())
      if (each.id == op) return QString::fromStdString(each.why);
  return {};
}

QString DraftEditor::note(OpId op) const {
  return draft_ ? QString::fromStdString(editing::note_of(*draft_, op)) : QString();
}

std::vector<FieldRow> DraftEditor::fields(OpId op) {
  std::vector<FieldRow> rows;
  EditAnswer answer;
  const editing::Draft* draft = shown_.document() ? asked(answer) : nullptr;
  if (!draft) return rows;
  for (const editing::Field& each : editing::fields_of(*draft, op))
    rows.push_back({QString::fromStdString(each.name), QString::fromStdString(each.value),
                    QString::fromStdString(each.line)});
  return rows;
}

std::vector<SourceRow> DraftEditor::sources(OpId op) const {
  if (!shown_.readOnly().isEmpty()) return {};
  return sourceRows(shown_.document(), session_.plans.plan(), op);
}

QString DraftEditor::sourceLine(OpId op, GivenKind kind, const QString& text) const {
  const PlanRecord plan = session_.plans.plan();
  const QString line = views::sourceLine(plan, op, kind, text.trimmed());
  const QString runs = session_.compilations.computation();
  if (runs.isEmpty() || plan.computation.empty() ||
      runs == QString::fromStdString(plan.computation))
    return line;
  return line + QString("; plan(computation=\"%1\")").arg(runs);
}

// Card positions of the draft; without a draft, those saved in the document.
std::map<OpId, QPointF> DraftEditor::places() const {
  std::map<OpId, QPointF> places;
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
