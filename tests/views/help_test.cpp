// SPDX-License-Identifier: Apache-2.0
// Tests the help pages: each exists and opens, names what the program accepts, and F1 explains the
// focused view.
#include <QDialog>
#include <QFile>
#include <QImage>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>

#include "app/window/commands/help_pages.h"
#include "engine/records/search/op_terms.h"
#include "tests/support/sample_window.h"
#include "tests/support/view_main.h"
#include "views/view_table.h"

using namespace ng;
using namespace ng::views;

namespace {

QString pageText(const QString& id) {
  QFile file(":/docs/" + id + ".md");
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QList<QUrl> linksOf(const QTextBrowser& page) {
  QList<QUrl> links;
  for (QTextBlock block = page.document()->begin(); block.isValid(); block = block.next())
    for (const QTextLayout::FormatRange& range : block.textFormats())
      if (range.format.isAnchor()) links << QUrl(range.format.anchorHref());
  return links;
}

}  // namespace

class HelpTest : public QObject {
  Q_OBJECT

 private slots:
  void everyPageExists() {
    QSet<QString> ids;
    for (const HelpPage& page : helpPages()) {
      QVERIFY2(pageText(page.id).startsWith("# "), qPrintable(page.id));
      ids << page.id;
    }
    for (const View& row : viewTable()) QVERIFY(ids.contains(QString("views/") + row.id));
    for (const HelpPage& page : helpPages()) {  // links between pages lead to pages
      QRegularExpressionMatchIterator links =
          QRegularExpression(R"(\]\(([\w/.]+)\.md)").globalMatch(pageText(page.id));
      while (links.hasNext()) {
        const QUrl from("qrc:/docs/" + page.id + ".md");
        const QString to = from.resolved(QUrl(links.next().captured(1))).path();
        if (to.startsWith("/docs/")) QVERIFY2(ids.contains(to.mid(6)), qPrintable(to));
      }
    }
  }

  // To a page, to one of its headings, or to a site; a click on another would do nothing.
  void everyLinkLeadsSomewhere() {
    testing::SampleWindow w;
    int headings = 0;
    for (const HelpPage& page : helpPages()) {
      showHelp(w.window, page.id);
      auto* help = w.window.findChild<QDialog*>("help");
      auto* text = help->findChild<QTextBrowser*>();
      const QUrl from = text->source();
      for (const QUrl& link : linksOf(*text)) {
        if (link.scheme().startsWith("http")) continue;
        const QString target = from.resolved(link).path();
        QVERIFY2(!helpTitle(target.mid(6).chopped(3)).isEmpty(), qPrintable(link.toString()));
        if (!link.hasFragment()) continue;
        showHelp(w.window, page.id);
        text->verticalScrollBar()->setValue(0);
        emit text->anchorClicked(link);
        QCOMPARE(text->source().path(), target);
        const QScrollBar& bar = *text->verticalScrollBar();
        QVERIFY2(bar.value() > 0, qPrintable(link.toString()));
        const QTextBlock top = text->cursorForPosition({0, 20}).block();
        QVERIFY2(bar.value() == bar.maximum() ||
                     top.text().toLower().replace(' ', '-') == link.fragment(),
                 qPrintable(link.toString() + " leads to " + top.text()));
        ++headings;
      }
    }
    QVERIFY(headings > 10);
  }

  // Also without the source tree, and not cut by the page.
  void everyPictureIsShown() {
    int pictures = 0;
    testing::SampleWindow w;
    for (const HelpPage& page : helpPages()) {
      showHelp(w.window, page.id);
      auto* text = w.window.findChild<QDialog*>("help")->findChild<QTextBrowser*>();
      QCOMPARE(text->source().path(), "/docs/" + page.id + ".md");
      QRegularExpressionMatchIterator links =
          QRegularExpression(R"(!\[[^\]]*\]\(([^)]+)\))").globalMatch(pageText(page.id));
      while (links.hasNext()) {
        const QUrl picture(links.next().captured(1));
        const QString path = text->source().resolved(picture).path();
        QVERIFY2(!QImage(":" + path).isNull(), qPrintable(page.id + " shows " + path));
        const auto shown =
            text->document()->resource(QTextDocument::ImageResource, picture).value<QImage>();
        QVERIFY2(!shown.isNull() && shown.width() <= text->viewport()->width(), qPrintable(path));
        ++pictures;
      }
    }
    QVERIFY(pictures >= static_cast<int>(viewTable().size()));
  }

  // The search finds matches: one word for one thing.
  void theSearchHasMatches() {
    const QRegularExpression other(R"(\bhits?\b)", QRegularExpression::CaseInsensitiveOption);
    for (const HelpPage& page : helpPages())
      QVERIFY2(!pageText(page.id).contains(other), qPrintable(page.id));
    testing::SampleWindow w;
    for (const QAction* action : w.window.commands())
      QVERIFY2(!(action->text() + action->toolTip()).contains(other), qPrintable(action->text()));
  }

  // Every field is explained, and every example can be parsed.
  void theQueryPageIsComplete() {
    const QString text = pageText("query");
    for (std::string field : query_fields()) {
      if (field.back() == '>') field.pop_back();
      QVERIFY2(text.contains("| `" + QString::fromStdString(field) + "` |"), field.c_str());
    }
    int examples = 0;
    const auto parse = [&](const QString& example) {
      ++examples;
      OpQuery(example.toStdString());
    };
    const QStringList blocks = text.split("```");
    for (int i = 1; i < blocks.size(); i += 2)
      for (const QString& line : blocks[i].split('\n', Qt::SkipEmptyParts))
        if (!line.startsWith("ngraph ")) parse(line);
    QRegularExpressionMatchIterator cells =
        QRegularExpression(R"(\| `([^`]+)` \|$)", QRegularExpression::MultilineOption)
            .globalMatch(text);
    while (cells.hasNext()) parse(cells.next().captured(1));
    QVERIFY(examples > 20);
  }

  void f1ExplainsTheFocusedView() {
    QSettings().clear();
    testing::SampleWindow w;
    w.window.showView("kernels");
    w.window.docks().view("kernels")->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    auto* help = w.window.findChild<QDialog*>("help");
    QVERIFY(help && help->isVisible());
    auto* page = help->findChild<QTextBrowser*>();
    QVERIFY(page->toPlainText().startsWith("Kernels"));
    w.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&w.window, testing::patience));
    w.window.actions()["help.glossary"]->trigger();
    QCOMPARE(w.window.findChildren<QDialog*>("help").size(), 1);  // the same dialog
    QVERIFY(page->toPlainText().startsWith("Glossary"));
    auto* list = help->findChild<QListWidget*>();
    QCOMPARE(list->count(), static_cast<int>(helpPages().size()));
    list->setCurrentRow(0);
    QVERIFY(page->toPlainText().contains("What if?"));
  }
};

NGRAPH_VIEW_TEST(HelpTest)
#include "help_test.moc"
