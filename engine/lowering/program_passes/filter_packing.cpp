// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/filter_packing.h"

#include <map>
#include <tuple>

#include "engine/lowering/program_passes/packed_copy.h"
#include "engine/runtime/memory_left.h"

namespace ng {
namespace {

class FilterPackings {
 public:
  FilterPackings(Program& program, const FilterOrders& orders)
      : program_(program), orders_(orders), names_(program) {}

  void add() {
    std::vector<Step> steps;
    for (Step& step : program_.steps) {
      auto* window = step.as<WindowStep>();
      auto* convolution = window ? std::get_if<Convolution>(window) : nullptr;
      const auto order = convolution ? orders_(*convolution) : std::nullopt;
      if (order) {
        step.reads[1] = packed(step.reads[1], *order, *convolution, steps);
        convolution->packed = true;
      }
      steps.push_back(std::move(step));
    }
    program_.steps = std::move(steps);
  }

 private:
  int packed(int filters, const FilterOrder& order, const Convolution& convolution,
             std::vector<Step>& steps) {
    const auto [known, is_new] =
        packed_.try_emplace({filters, order.number, convolution.groups}, 0);
    if (is_new) known->second = pack(filters, {convolution, order.floats}, steps);
    return known->second;
  }

  int pack(int filters, const FilterPacking& packing, std::vector<Step>& steps) {
    require_memory(4 * packing.floats,
                   "packed filters of " + program_.buffers[static_cast<std::size_t>(filters)].name);
    return add_packed_copy(program_, names_, filters, packing, packing.floats, steps);
  }

  Program& program_;
  const FilterOrders& orders_;
  BufferNames names_;
  std::map<std::tuple<int, int, std::int64_t>, int> packed_;  // by filters, order and groups
};

}  // namespace

void add_filter_packing(Program& program, const FilterOrders& orders) {
  for_each_program(program, [&orders](Program& each) { FilterPackings(each, orders).add(); });
}

}  // namespace ng
