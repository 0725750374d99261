// SPDX-License-Identifier: Apache-2.0
// The marked lines of a CodeView: highlighted, erroneous, under the pointer. Lines are 0-based.
#pragma once

#include <QColor>
#include <QObject>
#include <optional>
#include <vector>

namespace ng::views {

class CodeMarks : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  void setLit(std::vector<int> lines);  // ascending
  const std::vector<int>& lit() const { return lit_; }
  bool isLit(int line) const;
  void setError(std::optional<int> line);
  const std::optional<int>& error() const { return error_; }
  void setHover(std::optional<int> line);
  void clear();

  QColor colour(int line) const;  // background of the line; invalid: not marked

 signals:
  void changed();

 private:
  std::vector<int> lit_;
  std::optional<int> error_, hover_;
};

}  // namespace ng::views
