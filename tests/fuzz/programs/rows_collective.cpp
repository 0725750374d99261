// SPDX-License-Identifier: Apache-2.0
// Exchanges, of a single rank.
#include "engine/kernels/combine.h"
#include "engine/ops/collective/collective.h"
#include "engine/ops/collective/transfer.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

// A product has no gradient.
void make_all_reduce(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  if (builder.draws().chance(20))
    return builder.add(x + stop_gradient(all_reduce(sign(x), kernel::Combine::multiply)));
  constexpr kernel::Combine others[] = {kernel::Combine::add, kernel::Combine::maximum,
                                        kernel::Combine::minimum};
  builder.add(all_reduce(x, builder.draws().one_of(others)));
}

void make_broadcast_from(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(x * broadcast_from(stop_gradient(x)));
}

// Alone, a rank receives zeros.
void make_send(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(after(x, {send(x, {})}));
}

void make_receive(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(x + receive({send(x, {})}, x.axes(), x.dtype(), {}));
}

void make_after(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(after(x, {builder.operand(), builder.operand()}));
}

template <Op (*make)(const Operand&, const Axis&, const RankGroup&)>
void make_along(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  if (x.axes().size() == 0) return;
  const auto at = static_cast<std::size_t>(builder.draws().below(std::ssize(x.axes().list())));
  builder.add(make(x, x.axes()[at], {}));
}

}  // namespace

std::vector<ProgramRow> collective_rows() {
  return {{"all_reduce", make_all_reduce},
          {"all_gather", make_along<all_gather>},
          {"reduce_scatter", make_along<reduce_scatter>},
          {"broadcast_from", make_broadcast_from},
          {"shard", make_along<shard>},
          {"send", make_send},
          {"receive", make_receive},
          {"after", make_after}};
}

}  // namespace ng::fuzz
