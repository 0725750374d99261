// SPDX-License-Identifier: Apache-2.0
// Documents of a session that also shows saved compilations and captures: those are read here, all others by the
// live session, which is closed while a saved compilation is shown.
#pragma once

#include <QThreadPool>
#include <map>

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
  std::map<OpKey, TensorRecordPtr> values;  // of a capture
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
  void close() override;

  // Null while the live session is shown.
  const ShownCompilation* shown() const { return shown_.get(); }
  Request request() const { return request_; }  // of the shown compilation
  void refuse() const;  // says that a saved compilation does not allow this command

 private:
  void read(const QString& path, Request request);
  void take(std::shared_ptr<const ShownCompilation> shown, const Diagnostic& origin);

  Documents& live_;
  Messages& messages_;
  std::shared_ptr<const ShownCompilation> shown_;
  NewestRequest asked_;
  Request request_;
  QThreadPool pool_;
};

}  // namespace ng::views
