// SPDX-License-Identifier: Apache-2.0
// Opening, creating and closing documents.
#include "app/link/engine_session.h"
#include "engine/base/reader.h"

namespace ng::views {

void EngineSession::open(const QString& path) {
  // An unreadable file does not stop the current work.
  try {
    const Reader file(path.toStdString());
  } catch (const Error& error) {
    return say(error.diagnostic());
  }
  emit draftLeft();
  control_.wish(Wish::cancel);
  control_.cancelCompile(true);
  cancelOpening();
  opening_ = std::make_shared<DocumentOpening>();
  opening_->path = path;
  post([this, opening = opening_, number = ++newestDraft_] {
    readDraft_ = number;
    control_.wish(Wish::goOn);
    worker_->open(opening->path, opening->cancelled);
    QMetaObject::invokeMethod(
        this, [this, opening] { endOpening(opening); }, Qt::QueuedConnection);
  });
  emit openingChanged();
}

void EngineSession::cancelOpening() {
  if (opening_) opening_->cancelled = true;
}

void EngineSession::endOpening(const std::shared_ptr<DocumentOpening>& opening) {
  if (opening_ != opening) return;
  opening_.reset();
  emit openingChanged();
}

void EngineSession::adopt(DraftDocument draft) {
  control_.wish(Wish::cancel);
  control_.cancelCompile(true);
  post([this, draft = std::move(draft), number = ++newestDraft_] {
    if (number != newestDraft_.load()) return;
    readDraft_ = number;
    control_.wish(Wish::goOn);
    worker_->adopt(draft);
  });
}

void EngineSession::close() {
  cancelOpening();
  ++newestDraft_;
  emit draftLeft();
  control_.wish(Wish::cancel);
  control_.cancelCompile(true);
  post([this] { worker_->close(); });
  document_.reset();
  computations_.clear();
  computation_.clear();
  forget();
  ++newest_;
  emit documentChanged();
  emit compilationChanged();
  emit planChanged();
  emit seriesChanged();
  emit tensorsChanged();
  emit timelineChanged();
  emit runChanged();
}

// Discards everything known about the previous document.
void EngineSession::forget() {
  oldest_ = newest_ + 1;
  compilation_.reset();
  whenCompiled_ = {};
  asked_.clear();
  stopTrying();
  pipeline_ = {};
  trials_.clear();
  choices_ = {};
  plan_ = {};
  messages_.clear();
  frame_ = {};
  series_.clear();
  results_.clear();
  tensors_.clear();
  breakpoints_.clear();
  watchRecords_.clear();
  health_.reset();
  comparison_.reset();
  bisection_.reset();
  trial_.reset();
  past_.clear();
  edits_.clear();
  whatIf_.reset();
  origin_.reset();
  question_.reset();
  control_.cancelInquiry(true);
  sendHalts();
  events_.restart(nullptr);
  early_.reset();
  progress_ = {};
}

void EngineSession::opened(DocumentRecordPtr document, const QStringList& computations) {
  if (readDraft_.load() != newestDraft_.load()) return;  // a newer one follows
  const bool another = !document_ || document_->path != document->path;
  document_ = std::move(document);
  computations_ = computations;
  if (another) {
    forget();
    plan_ = document_->plan.value_or(PlanRecord());  // the document's plan until it is compiled
  }
  if (another || !computations_.contains(computation_))
    computation_ = document_->plan ? QString::fromStdString(document_->plan->computation)
                                       : computations_.value(0);
  if (computations_.isEmpty()) compilation_.reset();
  emit documentChanged();
  if (another) emit planChanged();
  if (!computations_.isEmpty()) return compile();
  emit compilationChanged();
}

}  // namespace ng::views
