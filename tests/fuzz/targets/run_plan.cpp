// SPDX-License-Identifier: Apache-2.0
// Target: a run plan within a document; its schedules are evaluated.
#include "engine/base/error.h"
#include "engine/formats/documents/expression.h"
#include "engine/formats/documents/run_plan_json.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_run_plan(Bytes bytes) {
  Reader reader(bytes, "input.json");
  Notes notes;
  const JsonTree tree = parse_json(reader);
  const RunPlan plan = read_run_plan_json(JsonField(tree, reader), notes);
  const std::string text = run_plan_text(plan);
  Reader again(std::as_bytes(std::span(text)), "again.json");
  const JsonTree tree_again = parse_json(again);
  check(run_plan_text(read_run_plan_json(JsonField(tree_again, again), notes)) == text,
        "a plan changes when it is saved");
}

}  // namespace ng::fuzz
