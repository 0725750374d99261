// SPDX-License-Identifier: Apache-2.0
// Documents of a session that also shows saved compilations, captures and comparisons of two files:
// those are read here, all others by the live session, which is closed meanwhile.
#pragma once

#include <QThreadPool>
#include <functional>
#include <map>

#include "engine/analysis/health_log.h"
#include "engine/records/saved_compilation.h"
#include "engine/trace/timeline.h"
#include "views/core/session/documents.h"
#include "views/core/session/messages.h"
#include "views/core/session/request.h"

namespace ng::views {

// A file as views read it: its path is the document's path.
struct ShownCompilation {
  DocumentRecordPtr document;
  CompilationRecordPtr record;
  TimelinePtr timeline;  // of the compilation, and of the run if one was saved
  // Of a capture.
  std::map<OpKey, TensorRecordPtr> values;
  std::vector<SeriesRecord> curves;
  HealthLogPtr health;  // null: the run was not watched
  // Of a comparison: `document` and, if it was compiled, `record` are those of the second file; a
  // pass with the differences comes first.
  DocumentDifferencePtr difference;
};

// A file to show, and what is said about it.
struct ReadFile {
  std::shared_ptr<const ShownCompilation> shown;
  Diagnostic origin;
};

class SavedDocuments : public Documents {
  Q_OBJECT

 public:
  SavedDocuments(Documents& live, Messages& messages);
  ~SavedDocuments() override { pool_.waitForDone(); }

  DocumentRecordPtr document() const override {
    return shown_ ? shown_->document : live_.document();
  }
  QString readOnly() const override;
  void open(const QString& path) override;
  void compare(const QString& first, const QString& second) override;
  DocumentDifferencePtr difference() const override {
    return shown_ ? shown_->difference : nullptr;
  }
  void close() override;

  // Null while the live session is shown.
  const ShownCompilation* shown() const { return shown_.get(); }
  Request request() const { return request_; }  // of the shown compilation
  void refuse() const;  // says that a saved compilation does not allow this command

 private:
  // Calls `work` on another thread and shows what it returns, unless another file was requested by
  // then. A file that cannot be read leaves what is open.
  void start(std::function<ReadFile()> work);
  void take(const ReadFile& file);

  Documents& live_;
  Messages& messages_;
  std::shared_ptr<const ShownCompilation> shown_;
  NewestRequest asked_;
  Request request_;
  QThreadPool pool_;
};

}  // namespace ng::views
