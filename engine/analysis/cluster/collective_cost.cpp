// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/cluster/collective_cost.h"

#include <algorithm>
#include <bit>
#include <initializer_list>

namespace ng {
namespace {

using Kind = CollectiveKind;

// Messages one after the other, and bytes that pass a link one after the other.
struct Messages {
  double count = 0, bytes = 0;
  std::string_view algorithm;
};

ExchangeCost cost_on(const Link& link, const Messages& messages) {
  return {messages.count * link.latency_us, messages.bytes / link.gigabytes_per_second / 1e3,
          messages.algorithm};
}

ExchangeCost cheapest(std::initializer_list<ExchangeCost> costs) {
  return *std::min_element(costs.begin(), costs.end(), [](const auto& a, const auto& b) {
    return a.total_us() < b.total_us();
  });
}

ExchangeCost sum_of(std::initializer_list<ExchangeCost> costs) {
  ExchangeCost sum{0, 0, "two levels"};
  for (const ExchangeCost& cost : costs) {
    sum.latency_us += cost.latency_us;
    sum.transfer_us += cost.transfer_us;
  }
  return sum;
}

// Rounds of doubling among `ranks`; of other numbers than powers of two, the ranks above the next
// lower power first send what they have to another rank, and get the result at the end.
struct Doubling {
  explicit Doubling(int ranks)
      : rounds_down(std::bit_width(static_cast<unsigned>(ranks)) - 1),
        rounds_up(std::bit_width(static_cast<unsigned>(ranks) - 1)),
        power(1 << rounds_down),
        is_power(power == ranks) {}
  int rounds_down, rounds_up, power;
  bool is_power;
};

Messages ring(Kind kind, int ranks, double bytes) {
  const double n = ranks;
  switch (kind) {
    case Kind::all_reduce: return {2 * (n - 1), 2 * bytes * (n - 1) / n, "ring"};
    case Kind::all_gather:
    case Kind::reduce_scatter: return {n - 1, bytes * (n - 1), "ring"};
    case Kind::broadcast:
      return {Doubling(ranks).rounds_up + n - 1, 2 * bytes * (n - 1) / n, "scatter and ring"};
    case Kind::send: return {1, bytes, "message"};
    case Kind::receive:
    case Kind::shard: return {};
  }
  return {};
}

// All messages on one link.
ExchangeCost flat_cost(const Link& link, Kind kind, int ranks, double bytes) {
  if (ranks <= 1 || kind == Kind::shard) return {};
  const Doubling steps(ranks);
  const double n = ranks, p = steps.power, extra = steps.is_power ? 0 : 1;
  const ExchangeCost by_ring = cost_on(link, ring(kind, ranks, bytes));
  switch (kind) {
    case Kind::all_reduce:
      return cheapest(
          {by_ring,
           cost_on(link, {steps.rounds_down + 2 * extra, bytes * (steps.rounds_down + 2 * extra),
                          "recursive doubling"}),
           cost_on(link, {2 * (steps.rounds_down + extra), 2 * bytes * ((p - 1) / p + extra),
                          "recursive halving"})});
    case Kind::all_gather:
      return cheapest({by_ring, cost_on(link, {static_cast<double>(steps.rounds_up),
                                               bytes * (n - 1), "recursive doubling"})});
    case Kind::reduce_scatter:
      return cheapest(
          {by_ring, cost_on(link, {steps.rounds_down + 2 * extra,
                                   bytes * n * (extra ? 2 : (n - 1) / n), "recursive halving"})});
    case Kind::broadcast: {
      const double rounds = steps.rounds_up;
      return cheapest(
          {by_ring, cost_on(link, {rounds, bytes * rounds, "binomial tree"}),
           cost_on(link, {2 * rounds, 2 * bytes * (n - 1) / n, "scatter and recursive doubling"})});
    }
    case Kind::send: return by_ring;
    case Kind::receive:
    case Kind::shard: break;
  }
  return {};
}

// Within nodes and between them; the ranks of a node send at the same time.
ExchangeCost two_level_cost(const Link& within, const Link& one, const Link& all, Kind kind,
                            const GroupLayout& group, double bytes) {
  const int k = group.per_node, nodes = group.nodes;
  switch (kind) {
    case Kind::all_reduce:
      return sum_of({flat_cost(within, Kind::reduce_scatter, k, bytes / k),
                     flat_cost(all, Kind::all_reduce, nodes, bytes / k),
                     flat_cost(within, Kind::all_gather, k, bytes / k)});
    case Kind::all_gather:
    case Kind::reduce_scatter:
      return sum_of(
          {flat_cost(all, kind, nodes, bytes), flat_cost(within, kind, k, bytes * nodes)});
    case Kind::broadcast:
      return sum_of({flat_cost(one, kind, nodes, bytes), flat_cost(within, kind, k, bytes)});
    case Kind::send: return flat_cost(one, kind, k * nodes, bytes);
    case Kind::receive:
    case Kind::shard: break;
  }
  return {};
}

Link shared_by(Link link, int users) {
  link.gigabytes_per_second /= users;
  return link;
}

}  // namespace

GroupLayout group_layout(const Cluster& cluster, int ranks, int stride) {
  GroupLayout group;
  group.ranks = ranks;
  group.per_node = std::clamp(cluster.ranks_per_node / stride, 1, std::max(1, ranks));
  group.nodes = (ranks + group.per_node - 1) / group.per_node;
  group.sharing = std::min(stride, cluster.ranks_per_node);
  return group;
}

ExchangeCost exchange_cost(const Cluster& cluster, const GroupLayout& group, Kind kind,
                           std::int64_t part_bytes) {
  const auto bytes = static_cast<double>(part_bytes);
  if (group.ranks <= 1 || kind == Kind::shard) return {};
  if (group.nodes == 1) return flat_cost(cluster.within, kind, group.ranks, bytes);
  const Link one = shared_by(cluster.between, group.sharing);
  if (group.per_node == 1) return flat_cost(one, kind, group.ranks, bytes);
  // A ring in the order of the ranks enters and leaves each node once; each round takes as long as
  // its slowest message.
  const Link slowest = {std::max(cluster.within.latency_us, one.latency_us),
                        std::min(cluster.within.gigabytes_per_second, one.gigabytes_per_second)};
  const Link all = shared_by(one, group.per_node);
  return cheapest({cost_on(slowest, ring(kind, group.ranks, bytes)),
                   two_level_cost(cluster.within, one, all, kind, group, bytes)});
}

}  // namespace ng
