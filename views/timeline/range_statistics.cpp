// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/range_statistics.h"

#include <array>

#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

// Events summed on the GUI thread; larger traces use a background job.
constexpr std::size_t mostAtOnce = 2'000'000;
constexpr std::array<int, 6> columnWidths{176, 74, 48, 72, 74, 64};

}  // namespace

RangeStatistics::RangeStatistics(Jobs& jobs, QObject* parent)
    : QObject(parent),
      jobs_(jobs),
      model_(new StatisticsTable(this)),
      table_(new TableView(model_)) {
  for (std::size_t i = 0; i < columnWidths.size(); ++i)
    table_->setColumnWidth(static_cast<int>(i), columnWidths[i]);
}

void RangeStatistics::compute(TimelinePtr shown, TimelinePtr other, const Stretch& range,
                              bool growing, const Search& search) {
  if (job_) jobs_.cancel(job_);
  job_ = 0;
  searched_ = search.shown;
  if (!shown) return show(nullptr, other, range, {});
  const auto from = static_cast<std::int64_t>(range.from);
  const auto to = static_cast<std::int64_t>(range.to);
  const std::int64_t shift = other ? shown->run_begin() - other->run_begin() : 0;
  const auto sums = [=] {
    Result result;
    result.own = ng::statistics(*shown, from, to, search.shown);
    if (other) result.others = ng::statistics(*other, from - shift, to - shift, search.other);
    if (search.shown)
      result.matches = std::make_shared<const std::vector<EventPlace>>(
          find_events(*shown, search.shown, shown->begin(), shown->end()));
    return result;
  };
  if (shown->size() < mostAtOnce || growing) return show(shown, other, range, sums());
  const auto work = [=, this](JobContext&) -> Jobs::Done {
    const auto result = std::make_shared<const Result>(sums());
    return [=, this] { show(shown, other, range, *result); };
  };
  job_ = jobs_.start(tr("Computing statistics of the range"), work);
}

void RangeStatistics::show(const TimelinePtr& of, const TimelinePtr& other, const Stretch& range,
                           const Result& result) {
  const SumsRow* current = model_->row(table_->currentSourceRow());
  const std::optional<std::uint32_t> name = current ? std::optional(current->id) : std::nullopt;
  static const Timeline none;
  summed_ = of;
  const Timeline& timeline = of ? *of : none;
  std::vector<SumsRow> rows = joined_statistics(timeline, result.own, other.get(), result.others);
  add_slowest(rows, timeline);
  model_->set(std::move(rows), range.to - range.from, other != nullptr);
  if (name) table_->setCurrentSourceRow(model_->rowOf(*name));
  emit found(result.matches);
}

EventStatistics RangeStatistics::now(const SumsRow& row, const TimelinePtr& shown,
                                     const Stretch& range) const {
  if (summed_ == shown) return row.own;
  for (const EventStatistics& sum : ng::statistics(*shown, static_cast<std::int64_t>(range.from),
                                                   static_cast<std::int64_t>(range.to), searched_))
    if (sum.name == row.id) return sum;
  return {};
}

}  // namespace ng::views
