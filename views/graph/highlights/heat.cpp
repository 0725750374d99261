// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/heat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/records/compilation_record.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

class Numbers {
 public:
  Numbers(const HeatInput& in, ColourBy by) : in_(in), by_(by) {
    if (by == ColourBy::range && in.timeline && in.compilation && in.range)
      times_ = kernelTimes(*in.timeline, *in.compilation, *in.range);
  }

  std::vector<double> all() {
    std::vector<double> numbers;
    for (const Card& card : in_.scene->cards) numbers.push_back(of(card));
    if (by_ == ColourBy::time || by_ == ColourBy::range) addTimes(numbers);
    if (by_ == ColourBy::value) addValues(numbers);
    if (by_ == ColourBy::error && in_.comparison)
      addDifferences(numbers, in_.comparison->ops, &OpDifference::relative);
    if (by_ == ColourBy::change && in_.what_if)
      addDifferences(numbers, in_.what_if->ops, &OpDifference::apart);
    return numbers;
  }

  QString text(double number) const {
    switch (by_) {
      case ColourBy::flops: return flopText(std::llround(number));
      case ColourBy::bytes: return byteText(std::llround(number));
      case ColourBy::time:
      case ColourBy::range: return microsecondText(number);
      default: return QString::number(number, 'g', 3);
    }
  }

 private:
  double of(const Card& card) const {
    const auto flops = static_cast<double>(card.flops), bytes = static_cast<double>(card.bytes);
    if (by_ == ColourBy::flops) return flops;
    if (by_ == ColourBy::bytes) return bytes;
    if (by_ == ColourBy::intensity) return bytes > 0 ? flops / bytes : 0;
    return 0;
  }

  double timeOf(const KernelRecord& kernel) const {
    if (by_ == ColourBy::time) return kernel.microseconds.value_or(0);
    const auto known = times_.find(kernel.name);
    return known == times_.end() ? 0 : known->second;
  }

  // A kernel counts once per card, even if several of its ops are on the card.
  void addTimes(std::vector<double>& numbers) const {
    if (!in_.compilation) return;
    std::set<std::pair<int, const KernelRecord*>> counted;
    for (const OpRecord& op : in_.graph->ops) {
      const int card = in_.scene->find(in_.grouping->item(op.id));
      const KernelRecord* kernel = card >= 0 ? in_.compilation->kernel_of(op.id) : nullptr;
      if (kernel && counted.emplace(card, kernel).second)
        numbers[static_cast<std::size_t>(card)] += timeOf(*kernel);
    }
  }

  void addValues(std::vector<double>& numbers) const {
    for (const OpRecord& op : in_.graph->ops) {
      const int card = in_.scene->find(in_.grouping->item(op.id));
      if (card < 0) continue;
      double& number = numbers[static_cast<std::size_t>(card)];
      if (in_.largest) number = std::max(number, in_.largest(op.id));
    }
  }

  void addDifferences(std::vector<double>& numbers, const std::vector<OpDifference>& ops,
                      auto how) const {
    for (const OpDifference& each : ops) {
      const int card = in_.scene->find(in_.grouping->item(each.op));
      if (card < 0) continue;
      double& number = numbers[static_cast<std::size_t>(card)];
      number = std::max(number, std::min<double>(each.*how, std::numeric_limits<double>::max()));
    }
  }

  const HeatInput& in_;
  ColourBy by_;
  std::unordered_map<std::string, double> times_;
};

// A card of several ops has the number with the largest magnitude.
Heat overlayHeat(const HeatInput& in) {
  std::vector<std::optional<double>> numbers(in.scene->cards.size());
  for (const auto& [op, value] : *in.overlay) {
    const int card = in.scene->find(in.grouping->item(op));
    if (card < 0) continue;
    auto& number = numbers[static_cast<std::size_t>(card)];
    if (!number || std::pair(std::abs(value), value) > std::pair(std::abs(*number), *number))
      number = value;
  }
  double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
  for (const auto& number : numbers)
    if (number) low = std::min(low, *number), high = std::max(high, *number);
  Heat heat;
  for (const auto& number : numbers) {
    const double part = !number || high <= low ? 1 : *number / 2 - low / 2;  // cannot overflow
    const double whole = high <= low ? 1 : high / 2 - low / 2;
    heat.cards.push_back(number ? std::optional(static_cast<float>(part / whole)) : std::nullopt);
  }
  if (low <= high)
    heat.least = QString::number(low, 'g', 4), heat.most = QString::number(high, 'g', 4);
  return heat;
}

}  // namespace

std::unordered_map<std::string, double> kernelTimes(const Timeline& timeline,
                                                    const CompilationRecord& compilation,
                                                    const TimeRange& range) {
  std::vector<char> isKernel;
  for (const TimelineName& name : timeline.names())
    isKernel.push_back(name.category != "compile" && compilation.kernel(name.text) != nullptr);
  const auto ofKernel = [&](std::size_t, const TimelineEvent& event) {
    return isKernel[event.name] != 0;
  };
  std::unordered_map<std::string, double> times;
  for (const EventStatistics& each :
       statistics(timeline, static_cast<std::int64_t>(range.from * 1e9),
                  static_cast<std::int64_t>(range.to * 1e9), ofKernel))
    times[timeline.names()[each.name].text] += static_cast<double>(each.total) * 1e-3;
  return times;
}

Heat heatOf(const HeatInput& input, ColourBy by) {
  Heat heat;
  if (by == ColourBy::family || by == ColourBy::placement || !input.graph) return heat;
  if (by == ColourBy::overlay) return input.overlay ? overlayHeat(input) : heat;
  Numbers source(input, by);
  const std::vector<double> numbers = source.all();
  double low = 1e300, high = 0;
  for (const double number : numbers)
    if (number > 0) low = std::min(low, number), high = std::max(high, number);
  for (const double number : numbers) {
    const double part = high <= low ? 1 : std::log(number / low) / std::log(high / low);
    heat.cards.push_back(number > 0 ? std::optional(static_cast<float>(part)) : std::nullopt);
  }
  if (high > 0) heat.least = source.text(low), heat.most = source.text(high);
  return heat;
}

}  // namespace ng::views
