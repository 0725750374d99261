// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/nccl/nccl_library.h"

#include <cstdlib>
#include <string_view>

#include "engine/backends/gpu/shared_functions.h"

namespace ng {
namespace {

constexpr int oldest_version = 21'400;  // since then calls need not wait, and can be given up

std::string name_of(int version) {
  return "NCCL " + std::to_string(version / 10'000) + "." + std::to_string(version / 100 % 100) +
         "." + std::to_string(version % 100);
}

void take_functions(SharedFunctions& library, nccl::Functions& nccl) {
  library.take(nccl.get_version, "ncclGetVersion");
  library.take(nccl.get_error_string, "ncclGetErrorString");
  library.take(nccl.get_last_error, "ncclGetLastError");
  library.take(nccl.get_unique_id, "ncclGetUniqueId");
  library.take(nccl.comm_init_rank, "ncclCommInitRankConfig");
  library.take(nccl.comm_get_async_error, "ncclCommGetAsyncError");
  library.take(nccl.comm_finalize, "ncclCommFinalize");
  library.take(nccl.comm_destroy, "ncclCommDestroy");
  library.take(nccl.comm_abort, "ncclCommAbort");
  library.take(nccl.all_reduce, "ncclAllReduce");
  library.take(nccl.reduce_scatter, "ncclReduceScatter");
  library.take(nccl.all_gather, "ncclAllGather");
  library.take(nccl.broadcast, "ncclBroadcast");
  library.take(nccl.send, "ncclSend");
  library.take(nccl.receive, "ncclRecv");
  library.take(nccl.group_start, "ncclGroupStart");
  library.take(nccl.group_end, "ncclGroupEnd");
}

struct Opened {
  CudaLibrary<nccl::Functions> library;
  std::string name;
};

Opened open_nccl() {
  Opened opened;
  auto& [functions, problem] = opened.library;
  const char* given = std::getenv("NGRAPH_NCCL");
  if (given && std::string_view(given) == "off") {
    problem = "NGRAPH_NCCL=off";
    return opened;
  }
  SharedFunctions library(cuda_library_names({"libnccl.so.2"}));
  take_functions(library, functions);
  int version = 0;
  if (!library.problem().empty()) {
    problem = "no NCCL: " + library.problem();
  } else if (functions.get_version(&version) != 0 || version < oldest_version) {
    problem = name_of(version) + " is too old, 2.14 is needed";
  } else {
    opened.name = name_of(version);
  }
  return opened;
}

// Never destroyed: connections may be closed when the program ends.
const Opened& opened_nccl() {
  static const auto* opened = new Opened(open_nccl());
  return *opened;
}

}  // namespace

const CudaLibrary<nccl::Functions>& nccl_library() {
  return opened_nccl().library;
}

const std::string& nccl_name() {
  return opened_nccl().name;
}

}  // namespace ng
