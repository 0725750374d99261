// SPDX-License-Identifier: Apache-2.0
// Start page, shown before a document is open: samples with a picture of their graph, recent files
// with their age, and available transformers.
#pragma once

#include <QDateTime>
#include <QFileInfoList>
#include <QImage>
#include <QScrollArea>
#include <functional>

#include "views/core/workspace.h"

class QBoxLayout;
class QGridLayout;

namespace ng::views {

class SampleCard;

// Callbacks of the page. Both are called on worker threads.
struct StartSources {
  QString samplesFolder;
  std::function<DocumentRecordPtr(const QString& path)>
      read;  // may throw ng::Error; null: no titles and pictures
  // Picture of `size` times `ratio` pixels, in theme colours; null: no pictures.
  std::function<QImage(const GraphRecordPtr& graph, QSize size, double ratio)> picture;
};

class StartPage : public QScrollArea {
  Q_OBJECT

 public:
  StartPage(Workspace& workspace, StartSources sources, QWidget* parent = nullptr);

  void setRecentFiles(const QStringList& paths);
  QStringList samples() const;  // file names, sorted in each section
  QStringList samplePaths() const;
  QStringList sections() const;  // titles, from top to bottom
  QStringList recent() const { return recentPaths_; }

 signals:
  void openRequested(const QString& path);
  void chooseRequested();  // open the file dialog
  void newRequested();     // create an empty document

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeHeading();
  void addSamples(QBoxLayout* column);
  // `line`: shown in grey below the title; may be empty.
  void addSection(QBoxLayout* column, const QString& title, const QString& line,
                  const QFileInfoList& files);
  void load(SampleCard* card);
  void draw(SampleCard* card);
  void placeCards();
  void fillTransformers();

  Workspace& workspace_;
  StartSources sources_;
  QStringList recentPaths_;
  struct Section {
    QGridLayout* grid = nullptr;
    std::vector<SampleCard*> cards;
  };
  std::vector<Section> sections_;
  QBoxLayout* recentRows_;
  QBoxLayout* transformerRows_;
  QStringList titles_;
  int columns_ = 0;
};

// E.g. "just now", "5 min ago", "3 h ago", "yesterday", "12 days ago", otherwise the date.
QString ageText(const QDateTime& then, const QDateTime& now);

}  // namespace ng::views
