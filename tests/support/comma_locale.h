// SPDX-License-Identifier: Apache-2.0
// A locale with a decimal comma for the length of a scope: one of the system's, or one that
// localedef makes.
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <clocale>
#include <string>

namespace ng::testing {

class CommaLocale {
 public:
  CommaLocale() : before_(std::setlocale(LC_NUMERIC, nullptr)) {
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8"})
      if (std::setlocale(LC_NUMERIC, name)) return;
    QProcess::execute("localedef", {"-i", "de_DE", "-f", "UTF-8", folder_.filePath("de_DE.UTF-8")});
    qputenv("LOCPATH", folder_.path().toUtf8());
    std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
    qunsetenv("LOCPATH");
  }
  ~CommaLocale() { std::setlocale(LC_NUMERIC, before_.c_str()); }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

  bool is_set() const { return *std::localeconv()->decimal_point == ','; }

 private:
  std::string before_;
  QTemporaryDir folder_;
};

}  // namespace ng::testing
