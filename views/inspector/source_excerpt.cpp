// SPDX-License-Identifier: Apache-2.0
// Source excerpt: a few lines of the user's file.
#include "views/inspector/source_excerpt.h"

#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "views/core/theme/theme.h"
#include "views/widgets/code/code_view.h"

namespace ng::views {
namespace {

constexpr qint64 largestFile = 4 << 20;
constexpr int mostLevels = 6;
constexpr OpId marker = 1;  // key of the line that created the op

Language languageOf(const QString& file) {
  const QString suffix = QFileInfo(file).suffix();
  const bool cpp = suffix == u"cpp" || suffix == u"h" || suffix == u"cc" || suffix == u"hpp";
  if (suffix == u"py") return Language::python;
  return cpp ? Language::cpp : suffix == u"ngraph" ? Language::program : Language::plain;
}

QWidget* sentence(const QString& text) {
  auto* label = new QLabel(text);
  label->setWordWrap(true);
  label->setFont(Theme::current().tableFont());
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

QString locateSource(const QString& file, const QString& documentPath) {
  if (QFileInfo(file).isFile()) return file;
  // Documents store paths relative to the project root: search the document's folder, then its
  // parents.
  QDir folder = QFileInfo(documentPath).absoluteDir();
  for (int level = 0; level < mostLevels; ++level) {
    if (QFileInfo(folder.filePath(file)).isFile()) return folder.filePath(file);
    if (!folder.cdUp()) break;
  }
  return {};
}

QWidget* makeSourceExcerpt(const QString& file, int line, const QString& documentPath) {
  const QString path = locateSource(file, documentPath);
  if (path.isEmpty()) return sentence(QObject::tr("File %1 not found").arg(file));
  QFile source(path);
  if (source.size() > largestFile || !source.open(QFile::ReadOnly)) {
    return sentence(QObject::tr("Cannot read %1: %2").arg(path, source.errorString()));
  }
  auto* excerpt = new QWidget;
  auto* column = new QVBoxLayout(excerpt);
  column->setContentsMargins(0, 0, 0, 0);
  auto* pane = new CodeView;
  pane->setCode(
      CodeText(QString::fromUtf8(source.readAll()), languageOf(path), {{line, {marker}}}));
  pane->setFixedHeight(7 * 18 + 10);
  pane->setLit({marker});
  column->addWidget(pane);
  auto* open = new QPushButton(QObject::tr("Open %1").arg(QFileInfo(path).fileName()));
  open->setFlat(true);
  QObject::connect(open, &QPushButton::clicked, open, [path] {
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absoluteFilePath()));
  });
  column->addWidget(open, 0, Qt::AlignRight);
  return excerpt;
}

}  // namespace ng::views
