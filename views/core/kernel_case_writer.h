// SPDX-License-Identifier: Apache-2.0
// Optional interface of a session whose engine is in this process: extracts one kernel of the
// program as a small standalone program. Other sessions do not derive from it.
#pragma once

#include <QString>
#include <string>

namespace ng::views {

class KernelCaseWriter {
 public:
  virtual ~KernelCaseWriter() = default;
  // Writes the kernel, its inputs and its outputs in the shown iteration as files into `folder`,
  // which is created. Runs as a background query (Session::inquiring); a message reports the folder
  // or the error.
  virtual void writeReproducer(const QString& kernel, const QString& folder) = 0;

  // Text of the success message, whose `where` is the folder.
  static std::string writtenText(const QString& kernel) {
    return "The reproducer of " + kernel.toStdString() + " is written.";
  }
};

}  // namespace ng::views
