// SPDX-License-Identifier: Apache-2.0
// Sections of the start page, and background loading of samples.
#include "app/window/start/start_page.h"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <utility>

#include "app/window/start/start_cards.h"
#include "engine/records/document_record.h"

namespace ng::views {

namespace {

constexpr int pageWidth = 4 * 256 + 3 * 16, cardGap = 16;
constexpr int firstNetwork = 10;  // number of the first network sample

QLabel* heading(const QString& text) {
  auto* label = new QLabel(text);
  label->setFont(Theme::current().titleFont());
  label->setContentsMargins(0, 12, 0, 4);
  return label;
}

void clear(QBoxLayout* rows) {
  while (QLayoutItem* item = rows->takeAt(0)) {
    delete item->widget();
    delete item;
  }
}

QLabel* greyLine(const QString& text) {
  auto* label = new QLabel(text);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

StartPage::StartPage(Workspace& workspace, StartSources sources, QWidget* parent)
    : QScrollArea(parent), workspace_(workspace), sources_(std::move(sources)) {
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* page = new QWidget;
  page->setObjectName("startPage");
  auto* across = new QHBoxLayout(page);
  auto* body = new QWidget;
  body->setMaximumWidth(pageWidth);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 24);
  column->setSpacing(8);
  column->addWidget(makeHeading());
  auto* pair = new QHBoxLayout;
  pair->setSpacing(32);
  auto* recent = new QVBoxLayout;
  auto* transformers = new QVBoxLayout;
  recentRows_ = new QVBoxLayout;
  transformerRows_ = new QVBoxLayout;
  for (QBoxLayout* rows : {recent, transformers}) rows->setSpacing(4);
  for (QBoxLayout* rows : {recentRows_, transformerRows_}) rows->setSpacing(0);
  recent->addWidget(heading("Recent files"));
  recent->addLayout(recentRows_);
  recent->addStretch(1);
  transformers->addWidget(heading("Transformers"));
  transformers->addLayout(transformerRows_);
  transformers->addStretch(1);
  pair->addLayout(recent, 3);
  pair->addLayout(transformers, 2);
  column->addLayout(pair);
  addSamples(column);
  column->addStretch(1);
  across->addStretch();
  across->addWidget(body, 100);
  across->addStretch();
  setWidget(page);
  setRecentFiles({});
  fillTransformers();
  connect(&Theme::current(), &Theme::changed, this, [this] {
    for (const Section& section : sections_)
      for (SampleCard* card : section.cards) draw(card);
  });
}

QWidget* StartPage::makeHeading() {
  auto* row = new QWidget;
  auto* across = new QHBoxLayout(row);
  across->setContentsMargins(0, 20, 0, 4);
  auto* icon = new QLabel;
  icon->setPixmap(QIcon(":/icons/app.svg").pixmap(QSize(44, 44), devicePixelRatioF()));
  auto* name = new QLabel("ngraph workbench");
  QFont font = Theme::current().titleFont();
  font.setPixelSize(22);
  name->setFont(font);
  auto* open = new QPushButton("Open…  Ctrl+O");
  open->setDefault(true);
  connect(open, &QPushButton::clicked, this, &StartPage::chooseRequested);
  auto* fresh = new QPushButton("New  Ctrl+N");
  fresh->setObjectName("newDocument");
  fresh->setVisible(workspace_.editor != nullptr);
  connect(fresh, &QPushButton::clicked, this, &StartPage::newRequested);
  across->addWidget(icon);
  across->addSpacing(8);
  across->addWidget(name);
  across->addStretch();
  across->addWidget(greyLine("or drop a file anywhere"));
  across->addSpacing(8);
  across->addWidget(fresh);
  across->addWidget(open);
  return row;
}

// Samples are numbered: 1 to 9 are walk-throughs, the others are networks with data. Models of
// other frameworks are in a folder of their own.
void StartPage::addSamples(QBoxLayout* column) {
  const QDir folder(sources_.samplesFolder), models(folder.filePath("models"));
  const QFileInfoList files = folder.entryInfoList({"*.ngraph"}, QDir::Files, QDir::Name);
  if (files.empty()) return column->addWidget(greyLine("No samples are installed."));
  QFileInfoList walkThroughs, networks;
  for (const QFileInfo& file : files)
    (file.fileName().section(u'_', 0, 0).toInt() < firstNetwork ? walkThroughs : networks) << file;
  addSection(column, tr("Walk-throughs"), {}, walkThroughs);
  addSection(column, tr("Models"),
             tr("Drop an ONNX, .pt2, TensorFlow, Keras or StableHLO model anywhere to open it; F5 "
                "runs it."),
             models.entryInfoList({"*.onnx"}, QDir::Files, QDir::Name));
  addSection(column, tr("Networks"), {}, networks);
}

void StartPage::addSection(QBoxLayout* column, const QString& title, const QString& line,
                           const QFileInfoList& files) {
  if (files.empty()) return;
  titles_ << title;
  column->addWidget(heading(title));
  if (!line.isEmpty()) column->addWidget(greyLine(line));
  auto* box = new QWidget;
  Section section{new QGridLayout(box), {}};
  section.grid->setContentsMargins(0, 0, 0, 0);
  section.grid->setSpacing(cardGap);
  for (const QFileInfo& file : files) {
    auto* card = new SampleCard(file.absoluteFilePath());
    connect(card, &QAbstractButton::clicked, this,
            [this, card] { emit openRequested(card->path()); });
    section.cards.push_back(card);
    load(card);
  }
  sections_.push_back(std::move(section));
  column->addWidget(box);
}

void StartPage::load(SampleCard* card) {
  if (!sources_.read) return;
  const auto read = [read = sources_.read, path = card->path(), card, this](JobContext&) {
    DocumentRecordPtr document = read(path);
    return [document, card, this] {
      card->setDocument(document);
      draw(card);
    };
  };
  workspace_.jobs.start("sample", read);
}

void StartPage::draw(SampleCard* card) {
  const DocumentRecordPtr document = card->document();
  if (!sources_.picture || !document || !document->graph) return;
  const auto paint = [picture = sources_.picture, document, size = card->pictureSize(),
                      ratio = std::max(2.0, devicePixelRatioF()), card](JobContext&) {
    const QImage image = picture(document->graph, size, ratio);
    return [image, card] { card->setPicture(image); };
  };
  workspace_.jobs.start("picture", paint);
}

void StartPage::placeCards() {
  const int cardWidth = sections_.empty() ? 256 : sections_.front().cards.front()->width();
  const int room = std::min(pageWidth, viewport()->width() - 40);
  const int columns = std::max(1, (room + cardGap) / (cardWidth + cardGap));
  if (columns == columns_) return;
  columns_ = columns;
  for (const Section& section : sections_) {
    for (std::size_t i = 0; i < section.cards.size(); ++i) {
      const int at = static_cast<int>(i);
      section.grid->addWidget(section.cards[i], at / columns, at % columns,
                              Qt::AlignLeft | Qt::AlignTop);
    }
    for (int i = 0; i < 8; ++i) section.grid->setColumnStretch(i, i == columns ? 1 : 0);
  }
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  placeCards();
}

void StartPage::setRecentFiles(const QStringList& paths) {
  recentPaths_ = paths;
  clear(recentRows_);
  const QDateTime now = QDateTime::currentDateTime();
  for (const QString& path : paths) {
    const QFileInfo file(path);
    auto* row = new TwoLineRow("file", file.fileName(),
                               file.absolutePath() + QString::fromUtf8("  ·  changed ") +
                                   ageText(file.lastModified(), now));
    row->setCursor(Qt::PointingHandCursor);
    connect(row, &QAbstractButton::clicked, this, [this, path] { emit openRequested(path); });
    recentRows_->addWidget(row);
  }
  if (paths.isEmpty()) recentRows_->addWidget(greyLine("Files that you open are listed here."));
}

void StartPage::fillTransformers() {
  clear(transformerRows_);
  for (const TransformerChoice& choice : workspace_.compilations.transformers()) {
    auto* row = new TwoLineRow("kernels", choice.name, choice.reason);
    row->setEnabled(choice.available);
    row->setFocusPolicy(Qt::NoFocus);
    row->setAttribute(Qt::WA_TransparentForMouseEvents);
    row->setToolTip(choice.reason);
    transformerRows_->addWidget(row);
  }
}

QStringList StartPage::samples() const {
  QStringList names;
  for (const Section& section : sections_)
    for (const SampleCard* card : section.cards) names << QFileInfo(card->path()).fileName();
  return names;
}

QStringList StartPage::samplePaths() const {
  QStringList paths;
  for (const Section& section : sections_)
    for (const SampleCard* card : section.cards) paths << card->path();
  return paths;
}

QStringList StartPage::sections() const {
  return titles_;
}

QString ageText(const QDateTime& then, const QDateTime& now) {
  const qint64 seconds = then.secsTo(now);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return QString("%1 min ago").arg(seconds / 60);
  const qint64 days = then.date().daysTo(now.date());
  if (days == 0) return QString("%1 h ago").arg(seconds / 3600);
  if (days == 1) return "yesterday";
  if (days < 31) return QString("%1 days ago").arg(days);
  return then.date().toString("d MMM yyyy");
}

}  // namespace ng::views
