// SPDX-License-Identifier: Apache-2.0
// Writes 01_x_plus_one.ngraph: adds one to a number.
#include "engine/ngraph.h"
#include "sample_graphs/src/sample.h"

int main(int argc, char** argv) {
  const ng::Op x = ng::placeholder({}).named("x");
  const ng::Op x_plus_one = (x + 1).named("x_plus_one");

  ng::Document document;
  document.title = "x + 1";
  document.description =
      "The smallest graph: a placeholder, a constant and a sum, called for 0 to 4.";
  document.computations = {
      ng::computation({x_plus_one}, {x}, ng::Returns::single).named("plus_one")};

  ng::PlanPlot plot;
  plot.series = "x_plus_one";
  plot.x_title = "iteration";

  ng::RunPlan plan;
  plan.computation = "plus_one";
  plan.batches = 5;
  plan.bindings = {sample::fed_by_schedule("x", "iteration")};
  plan.plots = {plot};
  document.plan = plan;
  return sample::write(document, argc, argv, __FILE__);
}
