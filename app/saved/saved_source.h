// SPDX-License-Identifier: Apache-2.0
// SavedSource: a source that also shows saved compilations, captures and comparisons of two files.
// While one is shown, the state is the file's, and commands that need the engine are refused with
// the reason; otherwise both are those of the live source, which is closed meanwhile.
#pragma once

#include <QThreadPool>
#include <functional>

#include "app/saved/shown_compilation.h"
#include "views/core/session/command.h"
#include "views/core/session/messages.h"
#include "views/core/session/source.h"

namespace ng::views {

class SavedSource : public Source {
 public:
  // Both outlive this object.
  SavedSource(Source& live, Messages& messages);
  ~SavedSource() override { pool_.waitForDone(); }

  void take(const Command& command) override;

  // Null while the live source is shown.
  const ShownCompilation* shown() const { return shown_.get(); }

 private:
  void follow(StateFacets facets);  // of the live source's state
  void leaveFile();
  void takeOver();                    // the file's state, or the live source's
  void send(const Command& command);  // to the live source
  void handle(const command::Open& command);
  void handle(const command::CompareDocuments& command);
  void handle(const command::Close&);
  void refuse(const Command& command);  // with the reason
  // Calls `work` on another thread and shows what it returns, unless another file was requested by
  // then. A file that cannot be read leaves what is open.
  void start(std::function<ReadFile()> work);
  void show(const ReadFile& file);
  WorkbenchState stateOf(const ShownCompilation& shown) const;

  Source& live_;
  Messages& messages_;
  std::shared_ptr<const ShownCompilation> shown_;
  WorkbenchState ofFile_;  // the state of shown_
  NewestRequest asked_;
  QThreadPool pool_;
};

}  // namespace ng::views
