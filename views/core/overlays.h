// SPDX-License-Identifier: Apache-2.0
// The overlay of the window: numbers per op from a file of the user. GUI thread only.
#pragma once

#include <QObject>
#include <memory>
#include <utility>
#include <vector>

#include "engine/records/records.h"

namespace ng {
struct Overlay;
struct OverlayMatch;
}  // namespace ng

namespace ng::views {

class Overlays : public QObject {
  Q_OBJECT

 public:
  explicit Overlays(QObject* parent = nullptr);
  ~Overlays() override;

  const std::shared_ptr<const Overlay>& shown() const { return shown_; }  // null: none
  void show(std::shared_ptr<const Overlay> overlay);
  // The ops of a graph that the overlay names; empty without an overlay or graph. Valid until the
  // second call for another graph.
  const OverlayMatch& match(const GraphRecordPtr& graph);

 signals:
  void changed();

 private:
  std::shared_ptr<const Overlay> shown_;
  std::vector<std::pair<GraphRecordPtr, std::unique_ptr<OverlayMatch>>> matches_;
};

}  // namespace ng::views
