// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/help_pages.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QDesktopServices>
#include <QDialog>
#include <QFile>
#include <QHBoxLayout>
#include <QImage>
#include <QListWidget>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <algorithm>

#include "app/window/main_window.h"
#include "views/view_table.h"

namespace ng::views {
namespace {

constexpr int listWidth = 190, pageMargin = metrics::grid * 2;

QUrl urlOf(const QString& page) {
  return "qrc:/docs/" + page + ".md";
}

// The name of a heading in links: "#on-gpus" leads to "On GPUs".
QString fragmentOf(const QString& heading) {
  QString name;
  for (const QChar c : heading.toLower()) {
    if (c.isLetterOrNumber() || c == u'_' || c == u'-') name += c;
    if (c == u' ') name += u'-';
  }
  return name;
}

// Shows pictures no wider than the page.
class HelpText : public QTextBrowser {
 protected:
  QVariant loadResource(int type, const QUrl& name) override {
    if (type != QTextDocument::ImageResource) return QTextBrowser::loadResource(type, name);
    const QImage picture(":" + source().resolved(name).path());
    const int widest = viewport()->width() - 2 * pageMargin;
    return picture.width() > widest ? picture.scaledToWidth(widest, Qt::SmoothTransformation)
                                    : picture;
  }
};

class HelpDialog : public QDialog {
 public:
  explicit HelpDialog(MainWindow& window)
      : QDialog(&window), list_(new QListWidget), text_(new HelpText) {
    setObjectName("help");
    setWindowTitle("Help");
    resize(900, 640);
    for (const HelpPage& page : helpPages()) {
      auto* item = new QListWidgetItem(page.title, list_);
      item->setData(Qt::UserRole, page.id);
    }
    list_->setFixedWidth(listWidth);
    list_->setAccessibleName("Help pages");
    text_->setOpenLinks(false);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setAccessibleName("Help page");
    text_->document()->setDocumentMargin(pageMargin);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(list_);
    row->addWidget(text_, 1);
    connect(list_, &QListWidget::currentRowChanged, this, [this](int at) {
      if (const QListWidgetItem* item = list_->item(at))
        showPage(urlOf(item->data(Qt::UserRole).toString()));
    });
    connect(text_, &QTextBrowser::anchorClicked, this, &HelpDialog::follow);
  }

  bool open(const QString& page) {
    for (int i = 0; i < list_->count(); ++i)
      if (list_->item(i)->data(Qt::UserRole).toString() == page)
        return list_->setCurrentRow(i), true;
    return false;
  }

 private:
  void showPage(const QUrl& page) {
    text_->setSource(page, QTextDocument::MarkdownResource);
    for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next())
      dropDeadLinks(block);
  }

  // Links to files that are not in the program become plain text.
  void dropDeadLinks(const QTextBlock& block) {
    for (const QTextLayout::FormatRange& range : block.textFormats()) {
      const QUrl link(range.format.anchorHref());
      if (link.isEmpty() || isOnline(link) || !helpTitle(pageOf(link)).isEmpty()) continue;
      QTextCharFormat plain = range.format;
      for (const int property : {QTextFormat::IsAnchor, QTextFormat::AnchorHref,
                                 QTextFormat::ForegroundBrush, QTextFormat::TextUnderlineStyle})
        plain.clearProperty(property);
      QTextCursor cursor(block);
      cursor.setPosition(block.position() + range.start);
      cursor.setPosition(block.position() + range.start + range.length, QTextCursor::KeepAnchor);
      cursor.setCharFormat(plain);
    }
  }

  static bool isOnline(const QUrl& link) { return link.scheme().startsWith("http"); }

  // Pages refer to each other by relative paths, as on the project's site. Empty: no page.
  QString pageOf(const QUrl& link) const {
    const QString path = text_->source().resolved(link).path();
    return path.startsWith("/docs/") && path.endsWith(".md") ? path.mid(6).chopped(3) : QString();
  }

  void follow(const QUrl& link) {
    if (isOnline(link)) QDesktopServices::openUrl(link);
    if (open(pageOf(link)) && link.hasFragment()) scrollTo(link.fragment());
  }

  void scrollTo(const QString& heading) {
    for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
      if (block.blockFormat().headingLevel() == 0 || fragmentOf(block.text()) != heading) continue;
      const QRectF place = text_->document()->documentLayout()->blockBoundingRect(block);
      text_->verticalScrollBar()->setValue(qRound(place.top()));
      return;
    }
  }

  QListWidget* list_;
  QTextBrowser* text_;
};

}  // namespace

QList<HelpPage> helpPages() {
  QList<HelpPage> pages{{"tour", "A tour in three minutes"},
                        {"user_guide", "User guide"},
                        {"models", "Models from elsewhere"},
                        {"legend", "Legend"},
                        {"distributed", "Several ranks"},
                        {"devices", "Several devices"},
                        {"query", "Query language"},
                        {"glossary", "Glossary"},
                        {"python", "Python"},
                        {"deploy", "Programs built ahead of time"},
                        {"c_api", "C interface"},
                        {"recipes", "Recipes"},
                        {"engine_guide", "Engine guide"}};
  for (const View& row : viewTable())
    pages << HelpPage{QString("views/") + row.id, QString("View: ") + row.title};
  return pages;
}

QString helpTitle(const QString& page) {
  for (const HelpPage& each : helpPages())
    if (each.id == page) return each.title;
  return {};
}

void showHelp(MainWindow& window, const QString& page) {
  auto* dialog =
      static_cast<HelpDialog*>(window.findChild<QDialog*>("help", Qt::FindDirectChildrenOnly));
  if (dialog == nullptr) {
    dialog = new HelpDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
  }
  if (!dialog->open(page)) dialog->open(helpPages().front().id);
  dialog->show();
  dialog->raise();
}

}  // namespace ng::views
