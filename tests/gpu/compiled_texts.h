// SPDX-License-Identifier: Apache-2.0
// The kernel texts that NVRTC has compiled, remembered by their hashes: a text that did not change
// is compiled once, not in every run of the tests.
#pragma once

#include <QSet>
#include <QString>
#include <string>

namespace ng::testing {

class CompiledTexts {
 public:
  // `folder` is made if needed. `compiler` is what else the result depends on: its version and
  // options, the text before every kernel.
  CompiledTexts(const QString& folder, const std::string& compiler);

  // 40 hexadecimal digits.
  std::string hash_of(const std::string& text) const;
  // False if a text with this hash was added before, or compiled by an earlier run.
  bool add(const std::string& hash);
  // Remembers all texts that were added for later runs: they have been compiled.
  void keep();
  // Texts that were added, whether new or not.
  int count() const { return static_cast<int>(seen_.size()); }

 private:
  QString folder_;
  QByteArray compiler_;
  QSet<QString> known_, seen_, waiting_;
};

}  // namespace ng::testing
