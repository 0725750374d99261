// SPDX-License-Identifier: Apache-2.0
// Editor of a draft in this process. The session shows and compiles the draft; the journal records
// unsaved edits.
#pragma once

#include <memory>

#include "app/drafts/journal.h"
#include "app/link/session/engine_session.h"
#include "engine/editing/draft.h"
#include "views/core/editor.h"

namespace ng::views {

class DraftEditor : public Editor {
  Q_OBJECT

 public:
  // `folder` holds the journals; empty: no journal is kept. `shown`: the window's documents, if
  // they are not always those of `session`.
  DraftEditor(EngineSession& session, const QString& folder, QObject* parent = nullptr);
  DraftEditor(EngineSession& session, const Documents& shown, const QString& folder);

  bool editing() const override { return draft_ != nullptr; }
  bool begin() override;
  bool modified() const override { return draft_ && draft_->modified(); }
  void newDocument() override;
  // Unfinished ops cannot be saved: `details` lists them and the draft stays modified.
  EditAnswer save(const QString& path) override;
  void discard() override;
  QString discarded() const override { return discarded_; }
  // Edits of the shown draft are discarded in turn, so that they can be restored too.
  void restoreDiscarded() override;
  QString discardedFolder() const override { return journal_.folder(); }

  EditAnswer apply(const QString& line, std::optional<QPointF> at) override;
  EditAnswer preview(const QString& line) override;
  EditAnswer trial(const QString& line) override;
  std::function<EditAnswer()> trialJob(const QString& line) override;
  EditAnswer piece(const std::map<OpId, QPointF>& ops) override;
  QString undoName() const override;
  QString redoName() const override;
  void undo() override;
  void redo() override;
  const std::vector<FunctionRow>& functions() const override { return functions_; }
  bool fits(const QString& function, OpId from) override;
  QStringList words() const override;
  QStringList operandNames(OpId op) const override;
  QString why(OpId op) const override;
  QString note(OpId op) const override;
  std::vector<FieldRow> fields(OpId op) override;
  std::vector<SourceRow> sources(OpId op) const override;
  QString sourceLine(OpId op, GivenKind kind, const QString& text) const override;
  std::map<OpId, QPointF> places() const override;
  OpId last() const override { return draft_ ? draft_->last() : 0; }

  QString path() const { return path_; }  // path of the draft's file; empty: never saved
  bool hasKept() const { return journal_.hasKept(); }
  // Restores the most recent edits that another process left unsaved, of the document at `path`
  // (empty: of any document).
  RestoredEdits takeUp(const QString& path = {});
  std::string text() const;  // the draft as document text

 signals:
  // Edits are restored to a document whose file was written since; before it is shown.
  void outdatedRestored(const QString& path);
  void applied(const QString& line);  // an edit was applied; its complete line
  void undone();
  void redone();

 private:
  bool begin(EditAnswer& answer);  // creates a draft of the shown document
  bool mayEdit(EditAnswer& answer) const;
  std::shared_ptr<const DocumentModel> model(EditAnswer& answer) const;
  editing::Draft* asked(EditAnswer& answer);
  void forgetUnshown();
  void takeWords();
  void start(std::unique_ptr<editing::Draft> draft, const QString& path);
  void show();
  void beginJournal(bool lines);
  void keep(const JournalEdit& edit);
  void say(const char* what, const QString& found, const QString& action) const;
  RestoredEdits restore(const KeptEdits& kept, std::unique_ptr<editing::Draft> draft);
  void endDiscarding();
  void followDiscarded();
  void showStep(const std::string& name);  // like show(); moving cards changes positions only

  EngineSession& session_;
  const Documents& shown_;
  Journal journal_;
  std::unique_ptr<editing::Draft> draft_;
  // For questions while no draft is shown, with the model it was made of.
  std::unique_ptr<editing::Draft> unshown_;
  std::shared_ptr<const DocumentModel> unshownOf_;
  QString path_;
  std::size_t journalFrom_ = 0;  // steps done when the journal began
  std::size_t journalTo_ = 0;    // steps whose lines the journal has, and those before it
  QString discarded_;
  bool unkept_ = false;      // that edits are not kept has been said
  bool discarding_ = false;  // the draft without its edits is not shown yet
  std::vector<FunctionRow> functions_;
};

}  // namespace ng::views
