// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/nccl/nccl_group.h"

#include <exception>
#include <utility>

#include "engine/backends/gpu/gpu_watch.h"
#include "engine/backends/gpu/nccl/nccl_library.h"
#include "engine/runtime/ranks/rank_error.h"

namespace ng {
namespace {

const nccl::Functions& functions() {
  return nccl_library().functions;
}

constexpr const char* connecting = "the connection by NCCL";

std::string text_of(nccl::Result result, nccl::Comm comm) {
  const char* const text = functions().get_error_string(result);
  const char* const last = functions().get_last_error(comm);
  std::string all = nccl_name() + ": " + (text ? text : "error " + std::to_string(result));
  if (last && *last) all += " (" + std::string(last) + ")";
  return all + "; NGRAPH_NCCL=off exchanges values through the host";
}

}  // namespace

NcclGroup::NcclGroup(std::shared_ptr<CudaDevice> device, Communicator& ranks)
    : device_(std::move(device)), ranks_(ranks) {
  nccl::UniqueId id;
  device_->make_current();
  if (rank() == 0) settle(connecting, functions().get_unique_id(&id));
  ranks_.broadcast(reinterpret_cast<std::byte*>(id.bytes.data()), id.bytes.size(), 0, connecting);
  nccl::Config config;
  try {
    settle(connecting, functions().comm_init_rank(&comm_, size(), id, rank(), &config));
  } catch (const std::exception& error) {
    abort(error.what());
    throw;
  }
}

// What this rank has sent may still be on its way to others.
NcclGroup::~NcclGroup() {
  if (!comm_) return;
  const auto release = finalize() ? functions().comm_destroy : functions().comm_abort;
  device_->give_back([comm = comm_, release] { release(comm); });
}

// False if it fails, or does not end in time: another rank may be lost.
bool NcclGroup::finalize() noexcept {
  constexpr double patience = 10;  // seconds
  try {
    device_->make_current();
    GpuWatch watch(patience);
    nccl::Result result = functions().comm_finalize(comm_);
    for (; result == nccl::in_progress; watch.pause()) {
      if (!ranks_.failure().empty() || watch.seconds() > patience) return false;
      result = state();
    }
    return result == 0;
  } catch (const std::exception&) {  // the device is lost
    return false;
  }
}

// Does not wait for the device, which may itself wait for a transfer.
void NcclGroup::abort(const std::string& reason) noexcept {
  if (comm_) functions().comm_abort(std::exchange(comm_, nullptr));
  ranks_.report_failure(reason);
}

nccl::Result NcclGroup::state() const {
  nccl::Result result = nccl::in_progress;
  const nccl::Result asked = functions().comm_get_async_error(comm_, &result);
  return asked ? asked : result;
}

void NcclGroup::settle(const std::string& what, nccl::Result result) {
  GpuWatch watch(GpuWatch::limit_from_environment());
  for (; result == nccl::in_progress; watch.pause()) {
    if (const std::string reason = ranks_.failure(); !reason.empty()) fail(what, reason);
    if (watch.verdict() != GpuWatch::Verdict::wait) fail(what, "NCCL did not answer in time");
    result = state();
  }
  if (result != 0) fail(what, text_of(result, comm_));
}

void NcclGroup::call(const std::string& what, const Calls& calls) {
  device_->make_current();
  if (!comm_) fail(what, "the connection by NCCL was closed after a failure");
  settle(what, functions().group_start());
  const nccl::Result result = calls(functions(), comm_);
  const nccl::Result ended = functions().group_end();
  settle(what, result == 0 || result == nccl::in_progress ? ended : result);
}

void NcclGroup::demand(const std::string& what) {
  if (!comm_) fail(what, "the connection by NCCL was closed after a failure");
  if (const std::string reason = ranks_.failure(); !reason.empty()) fail(what, reason);
  if (const nccl::Result result = state(); result != 0 && result != nccl::in_progress)
    fail(what, text_of(result, comm_));
}

void NcclGroup::fail(const std::string& what, const std::string& reason) {
  abort(what + ": " + reason);
  refuse_rank(rank(), size(), what, reason);
}

}  // namespace ng
