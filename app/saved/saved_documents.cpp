// SPDX-License-Identifier: Apache-2.0
#include "app/saved/saved_documents.h"

#include <algorithm>
#include <utility>

#include "engine/formats/documents/capture_file.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/trace/trace_file.h"

namespace ng::views {

namespace {

std::shared_ptr<ShownCompilation> shownFrom(const SavedCompilation& saved,
                                            const std::string& path) {
  auto shown = std::make_shared<ShownCompilation>();
  auto document = std::make_shared<DocumentRecord>(*saved.document);
  document->path = path;
  if (document->plan) {
    Diagnostic& fault = document->plan->fault.emplace();
    fault.what = "A saved compilation cannot run.";
    fault.action = "Open the document.";
  }
  shown->document = std::move(document);
  shown->record = saved.compilation;
  auto timeline = std::make_shared<Timeline>(saved.trace.empty()
                                                 ? compile_timeline(*saved.compilation)
                                                 : read_trace_text(saved.trace, path + ", trace"));
  timeline->title = saved.trace.empty() ? "this run" : "saved run";
  shown->timeline = std::move(timeline);
  return shown;
}

Diagnostic originOf(const SavedCompilation& saved) {
  Diagnostic note;
  note.severity = Severity::note;
  note.what = "This is a saved compilation of " + saved.compilation->computation + " on " +
              saved.compilation->transformer + ".";
  note.where = saved.document->path;
  const auto& kernels = saved.compilation->kernels;
  if (std::any_of(kernels.begin(), kernels.end(),
                  [](const KernelRecord& kernel) { return kernel.microseconds.has_value(); }))
    note.found = "times of the machine that saved it; the roofline's ceilings are this machine's";
  note.action = "Open the document to run, edit or compile it.";
  return note;
}

// The machine of a capture, as one line.
std::string machineOf(const Capture& capture) {
  std::string text;
  for (const auto& [key, value] : capture.machine)
    text += (text.empty() ? "" : "; ") + key + ": " + value;
  return text;
}

// Shows a file, and says what it is.
struct Read {
  std::shared_ptr<const ShownCompilation> shown;
  Diagnostic origin;
};

Read readFile(const std::string& path) {
  Reader reader(path);
  if (!looks_like_capture(reader.first_bytes(64))) {
    const SavedCompilationPtr saved = open_compilation(path);
    return {shownFrom(*saved, path), originOf(*saved)};
  }
  const Capture capture = read_capture(reader);
  auto shown = shownFrom(*capture.compilation, path);
  for (const TensorRecordPtr& value : capture.values) shown->values[value->op] = value;
  Diagnostic origin = originOf(*capture.compilation);
  origin.found = "captured on " + machineOf(capture) + "; the roofline's ceilings are this machine's";
  return {std::move(shown), std::move(origin)};
}

}  // namespace

// A live document that arrives replaces the saved compilation.
SavedDocuments::SavedDocuments(Documents& live, Messages& messages)
    : live_(live), messages_(messages) {
  connect(&live, &Documents::documentChanged, this, [this] {
    if (live_.document()) shown_.reset();
    emit documentChanged();
  });
}

QString SavedDocuments::readOnly() const {
  return shown_ ? tr("A saved compilation can be inspected, not run, edited or compiled: open the "
                     "document for that.")
                : live_.readOnly();
}

void SavedDocuments::refuse() const {
  Diagnostic diagnostic;
  diagnostic.what = readOnly().toStdString();
  emit messages_.message(diagnostic);
}

void SavedDocuments::open(const QString& path) {
  const Request request = asked_.renew();  // an earlier file that is still being read is dropped
  if (!is_saved_compilation(path.toStdString())) return live_.open(path);
  pool_.start([this, path, request] { read(path, request); });
}

void SavedDocuments::close() {
  asked_.renew();
  shown_.reset();
  live_.close();
}

// On a thread of the pool. A file that cannot be read leaves what is open.
void SavedDocuments::read(const QString& path, Request request) {
  std::function<void()> answer;
  try {
    answer = [this, file = readFile(path.toStdString())] { take(file.shown, file.origin); };
  } catch (const Error& error) {
    answer = [this, diagnostic = error.diagnostic()] { messages_.say(diagnostic); };
  }
  QMetaObject::invokeMethod(
      this,
      [this, request, answer = std::move(answer)] {
        if (asked_.is(request)) answer();
      },
      Qt::QueuedConnection);
}

// Closing the live session announces that everything changed.
void SavedDocuments::take(std::shared_ptr<const ShownCompilation> shown, const Diagnostic& origin) {
  shown_ = std::move(shown);
  request_ = Request::next();
  live_.close();
  messages_.say(origin);
  for (const Diagnostic& each : shown_->record->diagnostics) messages_.say(each);
}

}  // namespace ng::views
