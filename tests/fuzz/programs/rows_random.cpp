// SPDX-License-Identifier: Apache-2.0
// Rows of random samples, with separate and with shared random states.
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

void make_uniform(ProgramBuilder& builder, const OpDef&) {
  Draws& draws = builder.draws();
  const Op x = builder.operand();
  const Op state = random_state(static_cast<std::uint64_t>(draws.below(1 << 20)));
  builder.add(x + uniform(x, -0.5 - draws.unit(), draws.unit(), state));
  if (draws.chance(30)) builder.add(uniform(builder.operand(), 0, 1, state) * 0.5);
}

void make_normal(ProgramBuilder& builder, const OpDef&) {
  Draws& draws = builder.draws();
  const Op x = builder.operand();
  const Op state = random_state(static_cast<std::uint64_t>(draws.below(1 << 20)));
  const Op samples = normal(x, draws.unit(), draws.chance(10) ? 0 : draws.unit(), state);
  builder.add(draws.chance(50) ? samples : x * samples);
}

}  // namespace

std::vector<ProgramRow> random_rows() {
  return {{"uniform", make_uniform, true}, {"normal", make_normal, true}};
}

}  // namespace ng::fuzz
