// SPDX-License-Identifier: Apache-2.0
// The sample session with a recorded timeline.
#pragma once

#include "tests/support/panel_sample.h"

namespace ng::testing {

// The sample's compilation, and two epochs of ten iterations of two kernels.
class TimelineSession : public PanelSession {
 public:
  void compile() {
    recorded_ = std::make_shared<Timeline>(compile_timeline(*compilations.compilation()));
    recorded_->title = "this run";
    state_.profile.timeline = recorded_;
    emit changed(views::StateFacet::timeline);
  }
  void record(std::int64_t slower = 0) {
    Timeline* timeline = recorded_.get();
    const std::int64_t from = timeline->end();
    const std::size_t lane = timeline->lane("engine"), pool = timeline->lane("pool 1");
    const auto epoch = timeline->name("epoch", "epoch"), call = timeline->name("iteration", "call"),
               k0 = timeline->name("k0", "step"), k1 = timeline->name("k1", "step");
    for (int i = 0; i < 20; ++i) {
      const std::int64_t at = from + i * 100'000;
      timeline->add(lane, 2, {at + 1'000, at + 40'000 + slower, k0, i + 1});
      timeline->add(lane, 2, {at + 50'000, at + 70'000, k1, i + 1});
      timeline->add(lane, 1, {at, at + 90'000, call, i + 1});
      timeline->add(pool, 0, {at + 1'500, at + 30'000, k0, i + 1});
      if (i % 10 == 9) timeline->add(lane, 0, {at - 900'000, at + 100'000, epoch, i / 10 + 1});
    }
    emit changed(views::StateFacet::timeline);
  }
  // Another rank's first iteration, which runs k0 while the engine's thread does.
  void record_rank() {
    Timeline* timeline = recorded_.get();
    const std::int64_t from = timeline->run_begin();
    timeline->add(timeline->lane("rank 1"), 0,
                  {from + 1'000, from + 40'000, timeline->name("k0", "step"), 1});
    emit changed(views::StateFacet::timeline);
  }
  void again() {
    compile();
    record(5'000);
  }

 private:
  std::shared_ptr<Timeline> recorded_;
};

}  // namespace ng::testing
