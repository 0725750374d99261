// SPDX-License-Identifier: Apache-2.0
// Tool tips of cards and edges. Values that are not kept are recomputed for the card under the
// cursor if that is cheap.
#pragma once

#include "views/graph/graph_shown.h"
#include "views/widgets/value_watch.h"

namespace ng::views {

class GraphTips {
 public:
  explicit GraphTips(GraphShown& shown);
  void renew();  // shows a value that arrived for the shown tip

 private:
  QString of(const Card& card) const;
  QString of(const EdgeShape& edge) const;
  void watch(const Card& card);

  GraphShown& shown_;
  ValueWatch watched_;  // the op whose card was hovered last
  bool lacksValue_ = false;
};

}  // namespace ng::views
