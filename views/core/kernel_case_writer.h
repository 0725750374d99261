// SPDX-License-Identifier: Apache-2.0
// What a session can besides, where its engine is in this process: take one kernel out of the
// program as a small program of its own. A session that cannot does not derive from it.
#pragma once

#include <QString>
#include <string>

namespace ng::views {

class KernelCaseWriter {
 public:
  virtual ~KernelCaseWriter() = default;
  // The kernel, what it reads and what it writes in the iteration that is shown, as files in
  // `folder`, which is made. An inquiry (Session::inquiring); a message tells where they are, or
  // why not.
  virtual void writeReproducer(const QString& kernel, const QString& folder) = 0;

  // What the message says, whose `where` is the folder.
  static std::string writtenText(const QString& kernel) {
    return "The reproducer of " + kernel.toStdString() + " is written.";
  }
};

}  // namespace ng::views
