// SPDX-License-Identifier: Apache-2.0
// Cases of collective ops: a single rank has the values of all ranks. Several ranks are in
// tests/distributed.
#include "engine/kernels/combine.h"
#include "engine/ops/collective/collective.h"
#include "engine/ops/collective/transfer.h"
#include "engine/ops/device_copy.h"
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

struct Rows {
  Axis a = make_axis(2, "A"), b = make_axis(3, "B");
  Op x = placeholder(Axes{a, b});
  Feeds fed = {{x, Tensor::from(DType::f64, {2, 3}, std::vector<double>{1, 2, 3, 4, 5, 6})}};
  std::vector<std::vector<double>> same = {{1, 2, 3, 4, 5, 6}};
};

OpCase reduced(const char* variant, kernel::Combine combine) {
  const Rows r;
  return {"all_reduce", variant, {all_reduce(r.x, combine)},
          r.fed,        r.same,  combine == kernel::Combine::add};
}

OpCase gathered() {
  const Rows r;
  return {"all_gather", "one part", {all_gather(r.x, r.b)}, r.fed, r.same};
}

OpCase scattered() {
  const Rows r;
  return {"reduce_scatter", "one part", {reduce_scatter(r.x, r.a)}, r.fed, r.same};
}

OpCase sent() {
  const Rows r;
  return {"broadcast_from", "from itself", {broadcast_from(r.x)}, r.fed, r.same, false};
}

OpCase divided() {
  const Rows r;
  return {"shard", "one part", {shard(r.x, r.b)}, r.fed, r.same};
}

// Nothing arrives on a rank that is alone.
OpCase handed_over() {
  const Rows r;
  return {"send", "to itself", {send(r.x, {})}, r.fed, {{0}}, false};
}

OpCase received() {
  const Rows r;
  return {
      "receive", "alone", {receive({r.x}, {r.a, r.b}, DType::f32, {})}, r.fed, {{0, 0, 0, 0, 0, 0}},
      false};
}

OpCase ordered() {
  const Rows r;
  return {"after", "one op", {after(r.x, {r.x + 1.0})}, r.fed, r.same};
}

OpCase on_another_device() {
  const Rows r;
  return {"device_copy", "of one memory", {device_copy(r.x, {"cpu", "cpu:1"})}, r.fed, r.same};
}

}  // namespace

std::vector<OpCase> collective_cases() {
  return {reduced("sum", kernel::Combine::add),
          reduced("maximum", kernel::Combine::maximum),
          gathered(),
          scattered(),
          sent(),
          divided(),
          handed_over(),
          received(),
          ordered(),
          on_another_device()};
}

}  // namespace ng
