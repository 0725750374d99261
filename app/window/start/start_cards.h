// SPDX-License-Identifier: Apache-2.0
// Buttons of the start page: sample cards and two-line rows.
#pragma once

#include <QAbstractButton>
#include <QImage>

#include "engine/records/records.h"

namespace ng::views {

class SampleCard : public QAbstractButton {
  Q_OBJECT

 public:
  explicit SampleCard(const QString& path, QWidget* parent = nullptr);
  const QString& path() const { return path_; }
  void setDocument(const DocumentRecordPtr& document);  // provides title and description
  void setPicture(const QImage& picture);
  DocumentRecordPtr document() const { return document_; }
  QSize pictureSize() const;
  QSize sizeHint() const override { return {256, 196}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QString path_;
  DocumentRecordPtr document_;
  QImage picture_;
};

// Row with an icon, a first line, and a second line in grey; all grey if disabled.
class TwoLineRow : public QAbstractButton {
  Q_OBJECT

 public:
  TwoLineRow(const QString& icon, const QString& first, const QString& second);
  const QString& second() const { return second_; }
  QSize sizeHint() const override { return {320, 44}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QString icon_, second_;
};

}  // namespace ng::views
