// SPDX-License-Identifier: Apache-2.0
// A temporary folder of scripts with a dummy package named ngraph: running scripts is tested
// without the real package.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "app/scripts/script_runner.h"

namespace ng::testing {

class ScriptFolder {
 public:
  ScriptFolder() {
    QDir(folder_.path()).mkpath("site/ngraph");
    write("site/ngraph/__init__.py", "def dot(x, y):\n    return 0\n");
    write("site/ngraph/_engine.pyi",
          "class Op:\n    def named(self, name): ...\ndef sigmoid(x): ...\ncpu: int\n");
    write("site/ngraph/_engine.py", "");
  }
  QString write(const QString& name, const QByteArray& text) const {
    QFile file(folder_.filePath(name));
    if (file.open(QIODevice::WriteOnly)) file.write(text);
    return file.fileName();
  }
  QString path(const QString& name) const { return folder_.filePath(name); }
  views::ScriptPlaces places() const { return {{folder_.filePath("site")}, {}}; }

 private:
  QTemporaryDir folder_;
};

}  // namespace ng::testing
