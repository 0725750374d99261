// SPDX-License-Identifier: Apache-2.0
// NCCL's entry points, between the emulated devices of one process. A transfer waits in its stream
// until those of all ranks have begun, and differing calls never end, as on GPUs; here the
// communicators say so. Sums are in the reverse order of the ranks: programs must not rely on it.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <set>
#include <utility>

#include "tests/emulator/context.h"
#include "tests/emulator/device_memory.h"
#include "tests/emulator/faults.h"
#include "tests/emulator/stream.h"

using namespace ng::emulator;

namespace {

enum NcclResult : int {
  system_error = 2,
  invalid_argument = 4,
  invalid_usage = 5,
  remote_error = 6,
  in_progress = 7
};
enum class Kind { all_reduce, reduce_scatter, all_gather, broadcast };
constexpr std::array<std::size_t, 10> type_bytes = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};

struct Request {
  Kind kind;
  std::size_t count;
  int type, reduction, root;
  bool operator==(const Request&) const = default;
};

struct Comm;

// What a rank brings to a collective call.
struct Part {
  const std::byte* from;
  std::byte* to;
};
struct Collective {
  std::map<int, Request> calls;  // by rank
  std::map<int, Part> parts;
  bool done = false, differs = false;
  std::set<int> left;
};

// A send that its receiver has not taken.
struct Sent {
  const std::byte* from;
  std::size_t bytes;
  std::shared_ptr<bool> taken;
};

struct Clique {
  int size = 0;
  std::map<int, Comm*> comms;
  std::map<std::uint64_t, Collective> collectives;
  std::map<std::pair<int, int>, std::deque<Sent>> sent;  // by sender and receiver
};

struct Comm {
  std::shared_ptr<Clique> clique;
  int rank = 0, device = 0;
  int error = 0;
  bool finalized = false;
  std::uint64_t calls = 0;
};

struct UniqueId {
  std::array<char, 128> bytes;
};

struct Config {
  std::size_t size;
  unsigned magic, version;
  int blocking;
};

// Closed communicators are not in it; work that is left of them does nothing.
std::set<Comm*>& open_comms() {
  static auto* all = new std::set<Comm*>;
  return *all;
}

std::map<std::string, std::shared_ptr<Clique>>& cliques() {
  static auto* all = new std::map<std::string, std::shared_ptr<Clique>>;
  return *all;
}

struct Planted {
  int rank = -1, error = 0;
};
Planted planted;  // the error of this rank's next transfer

struct Transfer {  // of a group of sends and receives
  bool sends = false;
  std::byte* memory = nullptr;
  std::size_t bytes = 0;
  int peer = 0;
  std::shared_ptr<bool> done = std::make_shared<bool>(false);
};
struct Group {
  int depth = 0;
  std::map<std::pair<Comm*, Stream*>, std::vector<Transfer>> transfers;
};
thread_local Group group;

bool holds(const Comm& comm, const void* memory, std::size_t bytes) {
  if (bytes == 0 ||
      DeviceMemory::all().holds(comm.device, reinterpret_cast<Address>(memory), bytes))
    return true;
  complain("NCCL: " + std::to_string(bytes) + " bytes are not memory of the rank's device");
  return false;
}

// `Wrapping` for sums and products.
template <class T, class Wrapping = T>
void reduce(const std::vector<const std::byte*>& from, std::size_t count, int reduction,
            std::byte* to) {
  for (std::size_t i = 0; i < count; ++i) {
    T all{};
    for (std::size_t rank = from.size(); rank-- > 0;) {
      T next;
      std::memcpy(&next, from[rank] + i * sizeof(T), sizeof next);
      if (rank + 1 == from.size()) {
        all = next;
      } else if (reduction == 0) {
        all = static_cast<T>(static_cast<Wrapping>(all) + static_cast<Wrapping>(next));
      } else if (reduction == 1) {
        all = static_cast<T>(static_cast<Wrapping>(all) * static_cast<Wrapping>(next));
      } else {
        all = (reduction == 2) == (next > all) ? next : all;
      }
    }
    std::memcpy(to + i * sizeof(T), &all, sizeof all);
  }
}

void reduce_as(int type, const std::vector<const std::byte*>& from, std::size_t count,
               int reduction, std::byte* to) {
  switch (type) {
    case 0: return reduce<std::int8_t>(from, count, reduction, to);
    case 1: return reduce<std::uint8_t>(from, count, reduction, to);
    case 2: return reduce<std::int32_t, std::uint32_t>(from, count, reduction, to);
    case 3: return reduce<std::uint32_t>(from, count, reduction, to);
    case 4: return reduce<std::int64_t, std::uint64_t>(from, count, reduction, to);
    case 5: return reduce<std::uint64_t>(from, count, reduction, to);
    case 7: return reduce<float>(from, count, reduction, to);
    default: return reduce<double>(from, count, reduction, to);
  }
}

void carry_out(Collective& all) {
  const Request& call = all.calls.begin()->second;
  const std::size_t bytes = call.count * type_bytes[static_cast<std::size_t>(call.type)];
  std::vector<std::vector<std::byte>> results;
  for (const auto& [rank, part] : all.parts) {
    std::vector<const std::byte*> from;
    const std::size_t offset =
        call.kind == Kind::reduce_scatter ? static_cast<std::size_t>(rank) * bytes : 0;
    for (const auto& [other, given] : all.parts) from.push_back(given.from + offset);
    std::vector<std::byte>& result = results.emplace_back();
    if (call.kind == Kind::all_gather) {
      for (const std::byte* each : from) result.insert(result.end(), each, each + bytes);
    } else if (call.kind == Kind::broadcast) {
      const std::byte* root = from[static_cast<std::size_t>(call.root)];
      result.assign(root, root + bytes);
    } else {
      result.resize(bytes);
      reduce_as(call.type, from, call.count, call.reduction, result.data());
    }
  }
  std::size_t i = 0;
  for (const auto& [rank, part] : all.parts) {
    std::memcpy(part.to, results[i].data(), results[i].size());
    ++i;
  }
}

// Can the work of this communicator go on? Plants an error.
bool may_continue(Comm& comm) {
  if (planted.rank == comm.rank) comm.error = std::exchange(planted, {}).error;
  return comm.error == 0;
}

int run_collective(Comm* comm, std::uint64_t number, const Request& call, const Part& part) {
  if (open_comms().count(comm) == 0) return success;
  if (!may_continue(*comm)) return blocked;
  Clique& clique = *comm->clique;
  Collective& all = clique.collectives[number];
  all.calls.emplace(comm->rank, call);
  all.parts.emplace(comm->rank, part);
  if (static_cast<int>(all.calls.size()) < clique.size || all.differs) return blocked;
  if (!all.done) {
    const auto same = [&](const auto& each) { return each.second == call; };
    if (!std::all_of(all.calls.begin(), all.calls.end(), same)) {
      complain("NCCL: the calls of the ranks differ");
      all.differs = true;
      for (const auto& [rank, each] : clique.comms) each->error = invalid_usage;
      return blocked;
    }
    carry_out(all);
    all.done = true;
  }
  all.left.insert(comm->rank);
  if (static_cast<int>(all.left.size()) == clique.size) clique.collectives.erase(number);
  return success;
}

int run_transfers(Comm* comm, const std::shared_ptr<std::vector<Transfer>>& transfers,
                  const std::shared_ptr<bool>& begun) {
  if (open_comms().count(comm) == 0) return success;
  if (!may_continue(*comm)) return blocked;
  Clique& clique = *comm->clique;
  bool complete = true;
  for (Transfer& each : *transfers) {
    if (each.sends) {
      if (!*begun)
        clique.sent[{comm->rank, each.peer}].push_back({each.memory, each.bytes, each.done});
    } else if (!*each.done) {
      auto& queue = clique.sent[{each.peer, comm->rank}];
      if (!queue.empty()) {
        if (queue.front().bytes != each.bytes) {
          complain("NCCL: a send and its receive have other sizes");
          for (const auto& [rank, other] : clique.comms) other->error = invalid_usage;
          return blocked;
        }
        std::memcpy(each.memory, queue.front().from, each.bytes);
        *queue.front().taken = true;
        *each.done = true;
        queue.pop_front();
      }
    }
    complete = complete && *each.done;
  }
  *begun = true;
  return complete ? int{success} : blocked;
}

int add_transfers() {
  for (auto& [where, all] : group.transfers) {
    const auto& [comm, stream] = where;
    auto kept = std::make_shared<std::vector<Transfer>>(std::move(all));
    auto begun = std::make_shared<bool>(false);
    const int result =
        Streams::all().add(stream, [=, comm = comm] { return run_transfers(comm, kept, begun); });
    if (result) return result;
  }
  group.transfers.clear();
  return 0;
}

int fault_of(Comm* comm, const void* memory, std::size_t bytes, int type, Stream* stream) {
  if (!comm || open_comms().count(comm) == 0 || type < 0 || type >= int(type_bytes.size()))
    return invalid_argument;
  if (!stream || !Streams::all().exists(stream) || stream->device != comm->device)
    return invalid_argument;
  if (static_cast<int>(comm->clique->comms.size()) < comm->clique->size) return invalid_usage;
  return holds(*comm, memory, bytes) ? 0 : invalid_argument;
}

int add_collective(Comm* comm, const Request& call, const void* from, std::size_t given, void* to,
                   std::size_t taken, Stream* stream) {
  const std::size_t unit = type_bytes[static_cast<std::size_t>(call.type)];
  for (const auto& [memory, count] :
       {std::pair{from, given}, std::pair<const void*, std::size_t>{to, taken}}) {
    if (const int fault = fault_of(comm, memory, count * unit, call.type, stream)) return fault;
  }
  const Part part{static_cast<const std::byte*>(from), static_cast<std::byte*>(to)};
  return Streams::all().add(
      stream, [=, number = comm->calls++] { return run_collective(comm, number, call, part); });
}

bool reduces(int type, int reduction) {
  return type != 6 && type != 9 && reduction >= 0 && reduction <= 3;
}

std::string process() {
  return "process " + std::to_string(getpid()) + ", ";
}

// Others that wait for this rank keep waiting.
int close(Comm* comm) {
  if (!comm || open_comms().erase(comm) == 0) return invalid_argument;
  for (auto& [number, all] : comm->clique->collectives) {
    if (all.done) continue;
    all.calls.erase(comm->rank);
    all.parts.erase(comm->rank);
  }
  for (auto& [pair, queue] : comm->clique->sent) {
    if (pair.first == comm->rank) queue.clear();
  }
  delete comm;
  --Faults::all().live["NCCL communicator"];
  return 0;
}

int add_transfer(Comm* comm, const Transfer& transfer, int type, Stream* stream) {
  if (const int fault = fault_of(comm, transfer.memory, transfer.bytes, type, stream)) return fault;
  if (transfer.peer < 0 || transfer.peer >= comm->clique->size) return invalid_argument;
  group.transfers[{comm, stream}].push_back(transfer);
  return group.depth ? 0 : add_transfers();
}

}  // namespace

NG_EXPORTED int ncclGetVersion(int* version) {
  NG_EMULATED("ncclGetVersion");
  *version = 22'703;
  return 0;
}
NG_EXPORTED const char* ncclGetErrorString(int result) {
  return result == invalid_usage      ? "invalid usage"
         : result == invalid_argument ? "invalid argument"
         : result == remote_error     ? "remote process exited or there was a network error"
                                      : "unhandled error";
}
NG_EXPORTED const char* ncclGetLastError(Comm*) {
  return "";
}
NG_EXPORTED int ncclGetUniqueId(UniqueId* id) {
  NG_EMULATED("ncclGetUniqueId");
  static int count = 0;
  *id = {};
  const std::string text = process() + std::to_string(++count);
  std::copy(text.begin(), text.end(), id->bytes.begin());
  return 0;
}
// Does not wait: the state of the communicators is in_progress until all ranks have come.
NG_EXPORTED int ncclCommInitRankConfig(Comm** comm, int size, UniqueId id, int rank,
                                       const Config* config) {
  NG_EMULATED("ncclCommInitRankConfig");
  if (config->magic != 0xcafebeef || config->blocking != 0) return invalid_argument;
  // Processes have devices of their own.
  if (!std::string(id.bytes.data()).starts_with(process())) return system_error;
  if (size < 1 || rank < 0 || rank >= size || current_device() < 0) return invalid_argument;
  std::shared_ptr<Clique>& clique = cliques()[std::string(id.bytes.data())];
  if (!clique) clique = std::make_shared<Clique>();
  clique->size = size;
  if (clique->comms.count(rank) != 0) return invalid_usage;
  *comm = new Comm{clique, rank, current_device()};
  for (const auto& [other, each] : clique->comms) {
    if (each->device == (*comm)->device) each->error = (*comm)->error = invalid_usage;
  }
  clique->comms[rank] = *comm;
  open_comms().insert(*comm);
  ++Faults::all().live["NCCL communicator"];
  return in_progress;
}
NG_EXPORTED int ncclCommGetAsyncError(Comm* comm, int* error) {
  NG_EMULATED("ncclCommGetAsyncError");
  if (!comm || open_comms().count(comm) == 0) return invalid_argument;
  const bool connected = static_cast<int>(comm->clique->comms.size()) == comm->clique->size;
  *error = comm->error ? comm->error : connected ? 0 : int{in_progress};
  return 0;
}
NG_EXPORTED int ncclCommAbort(Comm* comm) {
  NG_EMULATED_RELEASE("ncclCommAbort");
  NG_RELEASED(close(comm));
}
NG_EXPORTED int ncclCommFinalize(Comm* comm) {
  NG_EMULATED("ncclCommFinalize");
  if (!comm || open_comms().count(comm) == 0) return invalid_argument;
  comm->finalized = true;
  return in_progress;
}
NG_EXPORTED int ncclCommDestroy(Comm* comm) {
  NG_EMULATED_RELEASE("ncclCommDestroy");
  if (comm && open_comms().count(comm) != 0 && !comm->finalized) {
    complain("NCCL: a communicator is destroyed that was not finalized");
    return invalid_usage;
  }
  NG_RELEASED(close(comm));
}

NG_EXPORTED int ncclAllReduce(const void* from, void* to, std::size_t count, int type,
                              int reduction, Comm* comm, Stream* stream) {
  NG_EMULATED("ncclAllReduce");
  if (!reduces(type, reduction)) return invalid_argument;
  return add_collective(comm, {Kind::all_reduce, count, type, reduction, 0}, from, count, to, count,
                        stream);
}
NG_EXPORTED int ncclReduceScatter(const void* from, void* to, std::size_t count, int type,
                                  int reduction, Comm* comm, Stream* stream) {
  NG_EMULATED("ncclReduceScatter");
  if (!comm || !reduces(type, reduction)) return invalid_argument;
  const std::size_t all = count * static_cast<std::size_t>(comm->clique->size);
  return add_collective(comm, {Kind::reduce_scatter, count, type, reduction, 0}, from, all, to,
                        count, stream);
}
NG_EXPORTED int ncclAllGather(const void* from, void* to, std::size_t count, int type, Comm* comm,
                              Stream* stream) {
  NG_EMULATED("ncclAllGather");
  if (!comm) return invalid_argument;
  const std::size_t all = count * static_cast<std::size_t>(comm->clique->size);
  return add_collective(comm, {Kind::all_gather, count, type, 0, 0}, from, count, to, all, stream);
}
NG_EXPORTED int ncclBroadcast(const void* from, void* to, std::size_t count, int type, int root,
                              Comm* comm, Stream* stream) {
  NG_EMULATED("ncclBroadcast");
  if (!comm || root < 0 || root >= comm->clique->size) return invalid_argument;
  return add_collective(comm, {Kind::broadcast, count, type, 0, root}, from, count, to, count,
                        stream);
}
NG_EXPORTED int ncclSend(const void* from, std::size_t count, int type, int peer, Comm* comm,
                         Stream* stream) {
  NG_EMULATED("ncclSend");
  auto* memory = static_cast<std::byte*>(const_cast<void*>(from));
  return add_transfer(comm,
                      {true, memory, count * type_bytes.at(static_cast<std::size_t>(type)), peer},
                      type, stream);
}
NG_EXPORTED int ncclRecv(void* to, std::size_t count, int type, int peer, Comm* comm,
                         Stream* stream) {
  NG_EMULATED("ncclRecv");
  auto* memory = static_cast<std::byte*>(to);
  return add_transfer(comm,
                      {false, memory, count * type_bytes.at(static_cast<std::size_t>(type)), peer},
                      type, stream);
}
NG_EXPORTED int ncclGroupStart() {
  NG_EMULATED("ncclGroupStart");
  ++group.depth;
  return 0;
}
NG_EXPORTED int ncclGroupEnd() {
  NG_EMULATED_RELEASE("ncclGroupEnd");
  if (group.depth == 0) return invalid_usage;
  int result = 0;
  if (--group.depth == 0) result = add_transfers();
  NG_RELEASED(result == 0 ? int{in_progress} : result);
}

// The next transfer of this rank never ends: its communicator has this error.
NG_EXPORTED void ngraph_emulator_nccl_error(int rank, int error) {
  const Call call("ngraph_emulator_nccl_error");
  planted = {rank, error};
}
