// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/steps/check_errors.h"

#include "engine/base/error.h"

namespace ng {

CheckErrors::CheckErrors(std::shared_ptr<CudaDevice> device, const GpuDevice& memory)
    : device_(std::move(device)), memory_(sizeof(CheckError), "the errors of checks", memory) {
  clear();
}

std::uint64_t CheckErrors::add(const Step& step, std::size_t outer) {
  checks_.push_back({&step, outer});
  return checks_.size();
}

void CheckErrors::clear() {
  const CheckError none;
  device_->copy_in(memory_.data(), &none, sizeof none);
}

void CheckErrors::restart() {
  if (pending_) clear();
  pending_ = false;
  failed_.reset();
}

void CheckErrors::demand() {
  CheckError found;
  device_->copy_out(&found, memory_.data(), sizeof found);
  pending_ = false;
  if (found.check == 0) return;
  clear();
  check(found.check <= checks_.size(), "a check on the GPU has a known number");
  const Check& failed = checks_[found.check - 1];
  failed_ = failed.outer;
  if (const auto* classes = failed.step->as<ClassCheck>()) checked_class(*classes, found.value);
  refuse_index(std::get<Lookup>(*failed.step->as<WindowStep>()), found.value);
}

}  // namespace ng
