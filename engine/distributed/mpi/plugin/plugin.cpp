// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <climits>
#include <string>
#include <vector>

#include "engine/distributed/mpi/plugin/abi.h"

struct NgraphMpiGroup {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0, size = 1;
};

struct NgraphMpiRequest {
  MPI_Request request = MPI_REQUEST_NULL;
  // Arrays that MPI reads until the transfer is done.
  std::vector<int> counts, starts;
};

namespace {

using Group = NgraphMpiGroup;
using Request = NgraphMpiRequest;

// `bytes` as a count of a type: MPI's counts are of type int.
class Bytes {
 public:
  explicit Bytes(int64_t bytes) {
    if (bytes <= INT_MAX) {
      count = static_cast<int>(bytes);
      return;
    }
    constexpr int64_t block = int64_t{1} << 30;
    const auto rest = static_cast<int>(bytes % block);
    MPI_Datatype one, blocks;
    MPI_Type_contiguous(static_cast<int>(block), MPI_BYTE, &one);
    MPI_Type_contiguous(static_cast<int>(bytes / block), one, &blocks);
    const int lengths[] = {1, rest};
    const MPI_Aint starts[] = {0, static_cast<MPI_Aint>(bytes - rest)};
    const MPI_Datatype types[] = {blocks, MPI_BYTE};
    MPI_Type_create_struct(2, lengths, starts, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&one);
    MPI_Type_free(&blocks);
    count = 1;
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  // Transfers that are under way keep the type.
  ~Bytes() {
    if (type != MPI_BYTE) MPI_Type_free(&type);
  }

  int count = 0;
  MPI_Datatype type = MPI_BYTE;
};

const char* library() {
  static const std::string name = [] {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
    int length = 0;
    MPI_Get_library_version(text, &length);
    const std::string all(text, static_cast<size_t>(length));
    return all.substr(0, all.find_first_of(",\n"));
  }();
  return name.c_str();
}

void error_text(int error, char* text, size_t size) {
  if (size == 0) return;
  char message[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(error, message, &length);
  const size_t used = std::string(message).copy(text, size - 1);
  text[used] = 0;
}

int open(MPI_Comm comm, Group** group) {
  auto* made = new Group;
  made->comm = comm;
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(comm, &made->rank);
  MPI_Comm_size(comm, &made->size);
  *group = made;
  return MPI_SUCCESS;
}

int start(Group** world, int* owner) {
  int initialized = 0, provided = MPI_THREAD_SINGLE;
  MPI_Initialized(&initialized);
  *owner = !initialized;
  const int error = initialized
                        ? MPI_Query_thread(&provided)
                        : MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (error != MPI_SUCCESS) return error;
  // Calls are made by several threads, one at a time.
  if (provided < MPI_THREAD_SERIALIZED) return MPI_ERR_UNSUPPORTED_OPERATION;
  if (*owner) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm comm = MPI_COMM_NULL;
  const int copied = MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return copied == MPI_SUCCESS ? open(comm, world) : copied;
}

int ended() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  return finalized;
}

int finish() {
  return ended() ? MPI_SUCCESS : MPI_Finalize();
}

void abort_all(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
}

int rank(const Group* group) {
  return group->rank;
}
int size(const Group* group) {
  return group->size;
}

int split(Group* group, int color, Group** part) {
  MPI_Comm comm = MPI_COMM_NULL;
  const int error = MPI_Comm_split(group->comm, color, group->rank, &comm);
  return error == MPI_SUCCESS ? open(comm, part) : error;
}

// Calls `start(request)`; the caller gets the request if it succeeds.
template <class Start>
int begin(Request** request, const Start& start) {
  auto* made = new Request;
  const int error = start(*made);
  if (error != MPI_SUCCESS) {
    delete made;
    return error;
  }
  *request = made;
  return MPI_SUCCESS;
}

int send(Group* group, const void* data, int64_t bytes, int to, int tag, Request** request) {
  const Bytes block(bytes);
  return begin(request, [&](Request& made) {
    return MPI_Isend(data, block.count, block.type, to, tag, group->comm, &made.request);
  });
}

int receive(Group* group, void* data, int64_t bytes, int from, int tag, Request** request) {
  const Bytes block(bytes);
  return begin(request, [&](Request& made) {
    return MPI_Irecv(data, block.count, block.type, from, tag, group->comm, &made.request);
  });
}

int broadcast(Group* group, void* data, int64_t bytes, int root, Request** request) {
  const Bytes block(bytes);
  return begin(request, [&](Request& made) {
    return MPI_Ibcast(data, block.count, block.type, root, group->comm, &made.request);
  });
}

int all_gather(Group* group, const void* part, int64_t bytes, void* all, Request** request) {
  const Bytes block(bytes);
  return begin(request, [&](Request& made) {
    return MPI_Iallgather(part, block.count, block.type, all, block.count, block.type, group->comm,
                          &made.request);
  });
}

int exchange_parts(Group* group, void* all, const int* part_bytes, const int* part_starts,
                   Request** request) {
  return begin(request, [&](Request& made) {
    made.counts.assign(part_bytes, part_bytes + group->size);
    made.starts.assign(part_starts, part_starts + group->size);
    return MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all, made.counts.data(), made.starts.data(),
                           MPI_BYTE, group->comm, &made.request);
  });
}

int all_reduce(Group* group, void* values, int count, int is_float64, int is_product,
               Request** request) {
  return begin(request, [&](Request& made) {
    return MPI_Iallreduce(MPI_IN_PLACE, values, count, is_float64 ? MPI_DOUBLE : MPI_FLOAT,
                          is_product ? MPI_PROD : MPI_SUM, group->comm, &made.request);
  });
}

int64_t bytes_of(const MPI_Status& status) {
  MPI_Count bytes = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  return bytes == MPI_UNDEFINED ? 0 : bytes;
}

int test(Request* request, int* done, int64_t* bytes) {
  MPI_Status status = {};
  const int error = MPI_Test(&request->request, done, &status);
  if (error == MPI_SUCCESS && !*done) return MPI_SUCCESS;
  if (error == MPI_SUCCESS) *bytes = bytes_of(status);
  delete request;
  return error;
}

int probe(Group* group, int from, int tag, int* found, int64_t* bytes) {
  MPI_Status status = {};
  const int error = MPI_Iprobe(from, tag, group->comm, found, &status);
  if (error == MPI_SUCCESS && *found) *bytes = bytes_of(status);
  return error;
}

constexpr NgraphMpiApi api = {.version = ngraph_mpi_abi_version,
                              .library = library,
                              .error_text = error_text,
                              .start = start,
                              .finish = finish,
                              .ended = ended,
                              .abort = abort_all,
                              .rank = rank,
                              .size = size,
                              .split = split,
                              .send = send,
                              .receive = receive,
                              .broadcast = broadcast,
                              .all_gather = all_gather,
                              .exchange_parts = exchange_parts,
                              .all_reduce = all_reduce,
                              .test = test,
                              .probe = probe};

}  // namespace

extern "C" const NgraphMpiApi* ngraph_mpi_api(uint32_t version) {
  return version == ngraph_mpi_abi_version ? &api : nullptr;
}
