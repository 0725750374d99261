// SPDX-License-Identifier: Apache-2.0
// A backend whose programs run elsewhere: it gives the compiler the target's vectors and the
// runtime's scratch memory, and compiles nothing here.
#pragma once

#include "engine/backends/backend.h"
#include "engine/deploy/deploy_target.h"

namespace ng {

class DeployBackend : public Backend {
 public:
  explicit DeployBackend(const DeployTarget& target) : target_(target) {}
  std::string_view name() const override { return "deploy"; }
  Availability availability() const override { return {true, std::string(target_.summary), ""}; }
  // Throws a value Error that names a step which only this process can run: an op without kernels,
  // or a print.
  std::unique_ptr<Executable> compile(const Program& program,
                                      const Progress& progress) const override;
  DisplayTexts texts(const kernel::Kernel& kernel, bool everything) const override;
  std::int64_t scratch_bytes(const Step& step) const override;
  // Tiles of as many filters as the runtime's products have rows.
  std::optional<FilterOrder> filter_order(const Convolution& convolution) const override;
  Capabilities capabilities() const override;

 private:
  const DeployTarget& target_;
};

// The lookup that a step computes whose indices are not float32; the cpu transformer runs its
// reference implementation. None for other ops.
struct IndexedLookup {
  Lookup lookup;
  DType indices = DType::i32;
};
std::optional<IndexedLookup> lookup_of_integers(const EvaluateStep& step);

// Output rows (m, p) whose columns fit in the scratch memory of a convolution's gradient.
std::int64_t rows_of_columns(const Convolution& convolution);

}  // namespace ng
