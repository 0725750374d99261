// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/rank_bytes.h"

#include <memory>

#include "engine/backends/backend.h"
#include "engine/base/error.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "engine/session/transformer_info.h"

namespace ng {
namespace {

StageBytes bytes_of(const Program& program) {
  StageBytes bytes{program.pool_bytes};
  for (const Buffer& buffer : program.buffers)
    if (buffer.kind != BufferKind::temporary) bytes.other += buffer.bytes;
  return bytes;
}

// Of a program that is only measured.
class NoCode final : public Executable {
 public:
  void run(std::byte* const*, std::size_t) override { check(false, "a program without code"); }
  void run_step(std::size_t, std::byte* const*) override { run(nullptr, 0); }
};

}  // namespace

std::vector<StageBytes> bytes_of_stages(const Program& program,
                                        std::span<const Program* const> stages) {
  if (stages.empty()) return {bytes_of(program)};
  std::vector<StageBytes> bytes;
  for (const Program* stage : stages) bytes.push_back(bytes_of(stage ? *stage : program));
  return bytes;
}

std::vector<RankBytes> bytes_of_ranks(const std::vector<StageBytes>& stages, int ranks) {
  std::vector<RankBytes> rows;
  for (int rank = 0; !stages.empty() && rank < ranks; ++rank) {
    const int stage = rank % static_cast<int>(stages.size());
    rows.push_back({rank, stage, stages[static_cast<std::size_t>(stage)]});
  }
  return rows;
}

std::vector<StageBytes> bytes_of_stages(const Op& computation, const std::string& transformer,
                                        CompileOptions options) {
  std::vector<StageBytes> bytes;
  options.keep_record = false;
  options.make_executable = [&bytes](const Backend&, const Program& program,
                                     std::span<const Program* const> stages,
                                     const Backend::Progress&, bool) {
    bytes = bytes_of_stages(program, stages);
    return std::make_unique<NoCode>();
  };
  allocate_transformer(transformer)->add_computation(computation, options);
  return bytes;
}

}  // namespace ng
