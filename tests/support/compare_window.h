// SPDX-License-Identifier: Apache-2.0
// The workbench's window for tests of comparisons, and two documents and two captures to compare.
#pragma once

#include "app/drafts/draft_editor.h"
#include "app/saved/saved_session.h"
#include "app/window/commands/compare_files.h"
#include "app/window/main_window.h"
#include "engine/analysis/document_difference.h"
#include "engine/formats/documents/capture_file.h"
#include "engine/records/document_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/graph/graph_view.h"

namespace ng::testing {

struct CompareWindow {
  views::EngineSession engine;
  views::SavedSession session{engine};
  views::DraftEditor editor{engine, session.documents, QString()};
  views::MainWindow window{session, {}, nullptr, &editor};

  CompareWindow() {
    window.resize(1600, 1000);
    window.show();
  }
  views::CompareFiles& files() { return views::CompareFiles::of(window); }
  views::GraphView& graph() {
    return *qobject_cast<views::GraphView*>(window.docks().view("graph"));
  }
  bool open(const QString& path) {
    window.open(path);
    return QTest::qWaitFor(
        [&] {
          const DocumentRecordPtr shown = session.documents.document();
          return shown && shown->path == path.toStdString() && session.compilations.compilation() &&
                 !session.compilations.compileProgress().busy;
        },
        patience);
  }
  // Waits for a comparison that is drawn.
  bool compared(const QString& second) {
    return QTest::qWaitFor(
        [&] {
          const DocumentDifferencePtr shown = session.documents.difference();
          return shown && shown->second == second.toStdString() && window.workspace().jobs.idle() &&
                 !graph().busy();
        },
        patience);
  }
  // In pane B, else in pane A.
  views::Mark markOf(OpId op) {
    const views::Mark mark = markIn(graph().canvas().scene(), op);
    const bool both = graph().comparison().active();
    return mark == views::Mark::none && both ? markIn(graph().comparison().other().scene(), op)
                                             : mark;
  }
  static views::Mark markIn(const views::GraphScene& scene, OpId op) {
    const int at = scene.find(op);
    if (at < 0) return views::Mark::none;
    const views::Card& card = scene.cards[static_cast<std::size_t>(at)];
    for (const views::Chip& chip : card.chips)  // a variable with one reader is shown on its reader
      if (chip.op == op) return chip.mark;
    return card.mark;
  }
  // A capture of the shown compilation with kernels of 8 µs times `factor`, its first buffer
  // `factor` times as large, and the pass `disabled` disabled.
  void saveCapture(const QString& to, int factor, const std::string& disabled = {}) {
    CompilationRecord changed = *session.compilations.compilation();
    for (PassRecord& pass : changed.passes)
      if (pass.name == disabled) pass.enabled = false;
    for (KernelRecord& kernel : changed.kernels) kernel.microseconds = 8 * factor;
    changed.buffers[0].bytes *= factor;
    const DocumentRecordPtr document = session.documents.document();
    Capture capture;
    capture.compilation = std::make_shared<SavedCompilation>(
        SavedCompilation{document,
                         std::vector<CallCostRecord>(document->computations.size()),
                         std::make_shared<CompilationRecord>(changed),
                         {}});
    save_capture(capture, to.toStdString());
  }
};

// The second document has another initial value, one op more and one op less. Returns the step that
// failed; empty: none.
inline QString writeDocumentsToCompare(const QString& first, const QString& second) {
  if (!QFile::copy(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"), first)) return "copy";
  views::EngineSession engine;
  views::DraftEditor editor(engine, QString());
  engine.documents.open(first);
  if (!QTest::qWaitFor([&] { return engine.compilations.compilation() != nullptr; }, patience))
    return "compile";
  for (const char* line : {"w = variable(axes=(C: 4), initial_value=0)", "gone = w * 2"})
    if (!editor.apply(line, {}).good) return line;
  if (!editor.save(first).good) return "save the first";
  for (const char* line : {"remove(gone)", "added = w + 3", "set(w, initial_value=1)"})
    if (!editor.apply(line, {}).good) return line;
  return editor.save(second).good ? "" : "save the second";
}

}  // namespace ng::testing
