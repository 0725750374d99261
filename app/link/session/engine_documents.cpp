// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_documents.h"

#include "app/link/draft_document.h"
#include "engine/base/error.h"
#include "engine/base/reader.h"
#include "engine/records/document_record.h"
#include "views/core/jobs.h"

namespace ng::views {

EngineDocuments::EngineDocuments(EngineLink& link, Published& published, Messages& messages)
    : link_(link), published_(published), messages_(messages) {
  connect(&link.worker().documents, &DocumentWorker::opened, this,
          [this](DocumentRecordPtr document, const QStringList& computations,
                 std::shared_ptr<const DocumentModel> model) {
            if (!asked_.is(opened_.get())) return;
            releaseOnPool(std::exchange(model_, std::move(model)));
            emit arrived(std::move(document), computations);
          });
  connect(&link.worker().compiler, &CompileWorker::replaced, this, &EngineDocuments::replace);
  connect(&link.worker().documents, &DocumentWorker::worded, this, &EngineDocuments::replace);
}

void EngineDocuments::handle(const command::Open& command) {
  const QString& path = command.path;
  // An unreadable file does not stop the current work.
  try {
    const Reader file(path.toStdString());
  } catch (const Error& error) {
    return messages_.say(error.diagnostic());
  }
  link_.interrupt();
  cancelOpening();
  opening_ = std::make_shared<Opening>();
  opening_->path = path;
  opening_->request = asked_.renew();
  link_.post([this, opening = opening_] {
    link_.control.request(RunRequest::proceed);
    opening->read = link_.worker().documents.read(opening->path, opening->cancelled);
    QMetaObject::invokeMethod(this, [this, opening] { endOpening(opening); }, Qt::QueuedConnection);
  });
  emit openingChanged();
}

void EngineDocuments::cancelOpening() {
  if (!opening_) return;
  opening_->cancelled = true;
  asked_.renew();
}

// What the user cancelled before this ran is not opened, even if it had been read.
// The draft is left when its successor has been read.
void EngineDocuments::endOpening(const std::shared_ptr<Opening>& opening) {
  if (opening->read && asked_.is(opening->request)) emit draftLeft();
  link_.post([this, opening] {
    const auto read = std::move(opening->read);  // a large one is freed here, not by the window
    if (!read || !asked_.is(opening->request)) return;
    opened_.set(opening->request);
    link_.worker().documents.open(std::move(*read));
  });
  if (opening_ != opening) return;
  opening_.reset();
  emit openingChanged();
}

void EngineDocuments::replace(DocumentRecordPtr document) {
  published_.state.document.document = std::move(document);
  published_.changed(StateFacet::document);
}

// A draft that starts later has them, too.
void EngineDocuments::handle(const command::SetWords& command) {
  link_.post([this, command, request = opened_.get()] {
    if (!opened_.is(request)) return;
    link_.worker().documents.setWords(command.labels, command.vocabulary);
  });
}

void EngineDocuments::adopt(DraftDocument draft) {
  link_.interrupt();
  link_.post([this, draft = std::move(draft), request = asked_.renew()] {
    if (!asked_.is(request)) return;
    opened_.set(request);
    link_.control.request(RunRequest::proceed);
    link_.worker().documents.adopt(draft);
  });
}

void EngineDocuments::handle(const command::Close&) {
  cancelOpening();
  asked_.renew();
  emit draftLeft();
  link_.interrupt();
  link_.post([this] { link_.worker().documents.close(); });
  releaseOnPool(std::exchange(model_, nullptr));
  published_.state.document = {};
  emit closed();
}

}  // namespace ng::views
