// SPDX-License-Identifier: Apache-2.0
// A row that links to another item: "› kernel   k0   61 %". An unresolved link is dim, cannot be
// clicked and says why. Tab focuses it, Enter follows it.
#pragma once

#include <QWidget>
#include <functional>

namespace ng::views {

class LinkRow : public QWidget {
  Q_OBJECT

 public:
  explicit LinkRow(QWidget* parent = nullptr);
  // `label`: at the left, dim; `text`: the target; `detail`: right-aligned.
  LinkRow(const QString& label, const QString& text, const QString& detail = {},
          QWidget* parent = nullptr);

  void setTexts(const QString& label, const QString& text, const QString& detail = {});
  // Not clickable; shows `why` instead of the target, in two lines if necessary.
  void setUnresolved(const QString& label, const QString& why);
  bool resolved() const { return resolved_; }
  QString label() const { return label_; }
  QString text() const { return text_; }

  // The target's name is elided in what it has in common with these, never where it differs.
  void setListedWith(const QStringList& others) { others_ = others; }
  void setLabelWidth(int pixels) { labelWidth_ = pixels; }
  // Paints a lead before the label, for an op's stripe and glyph; `width` pixels wide.
  void setLead(int width, std::function<void(QPainter&, const QRect&)> paint);
  // Paints a tail, such as a mini histogram, at the right end instead of the detail text.
  void setTail(int width, std::function<void(QPainter&, const QRect&)> paint);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 signals:
  void followed();
  void hovered(bool inside);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Places {
    QRect lead, label, text, detail, tail;
  };
  Places placesFor(int width) const;
  int linesFor(int width) const;

  QString label_, text_, detail_;
  QStringList others_;
  bool resolved_ = true, inside_ = false;
  int labelWidth_ = 80, leadWidth_ = 0, tailWidth_ = 0;
  std::function<void(QPainter&, const QRect&)> lead_, tail_;
};

}  // namespace ng::views
