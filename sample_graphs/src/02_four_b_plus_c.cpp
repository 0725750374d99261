// SPDX-License-Identifier: Apache-2.0
// Writes 02_four_b_plus_c.ngraph: two computations over one graph, one of them with two results.
#include "engine/ngraph.h"
#include "sample_graphs/src/sample.h"

int main(int argc, char** argv) {
  const ng::Op a = ng::constant(4).named("a");
  const ng::Op b = ng::placeholder({}).named("b");
  const ng::Op c = ng::placeholder({}).named("c");
  const ng::Op d = ng::multiply(a, b).named("d");
  const ng::Op e = ng::add(d, c).named("e");

  ng::Document document;
  document.title = "4b + c";
  document.description =
      "One graph, two computations: 'e_alone' returns 4b + c, 'd_and_e' the product as well. Fed "
      "with b = 2 and c = 7 they give 15, and 8 with 15.";
  document.computations = {ng::computation({e}, {b, c}, ng::Returns::single).named("e_alone"),
                           ng::computation({d, e}, {b, c}).named("d_and_e")};

  ng::RunPlan plan;
  plan.computation = "d_and_e";
  plan.bindings = {sample::fed_by_value("b", 2), sample::fed_by_value("c", 7)};
  document.plan = plan;
  return sample::write(document, argc, argv, __FILE__);
}
