// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/saver.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/documents/same_checkpoint.h"

namespace ng::neon {
namespace {

struct Bound {
  TransformerPtr transformer;
  std::vector<Computation> computations;
};

Bound bound_to_one(const std::vector<BoundComputation>& bound) {
  Bound all;
  for (const BoundComputation& one : bound) {
    if (all.transformer && all.transformer != one.transformer()) {
      refuse(ErrorKind::value, "all computations to save must belong to the same transformer");
    }
    all.transformer = one.transformer();
    all.computations.push_back(one.computation());
  }
  return all;
}

void require_distinct(const std::vector<Op>& sorted_by_name) {
  const auto twins =
      std::adjacent_find(sorted_by_name.begin(), sorted_by_name.end(),
                         [](const Op& a, const Op& b) { return a.name() == b.name(); });
  if (twins == sorted_by_name.end()) return;
  Diagnostic diagnostic;
  diagnostic.what = "two tensors of one name cannot be saved";
  diagnostic.found = quote(twins->name()) + " twice";
  diagnostic.action = "give one of them another name";
  diagnostic.ops = {twins->id(), (twins + 1)->id()};
  refuse(ErrorKind::value, std::move(diagnostic));
}

void require_set_up(const TransformerPtr& transformer, const char* call) {
  if (transformer) return;
  refuse(ErrorKind::value, std::string("the saver is not set up: call ") + call + " first");
}

}  // namespace

Saver::Part Saver::part_of(const TransformerPtr& transformer,
                           const std::vector<Computation>& computations) {
  if (!transformer || computations.empty()) {
    refuse(ErrorKind::value, "a saver needs a transformer and at least one computation");
  }
  Part part{transformer, state_of(computations)};
  require_distinct(part.state);
  return part;
}

void Saver::setup_save(const TransformerPtr& transformer,
                       const std::vector<Computation>& computations) {
  saved_ = part_of(transformer, computations);
}

void Saver::setup_save(const std::vector<BoundComputation>& computations) {
  const Bound all = bound_to_one(computations);
  setup_save(all.transformer, all.computations);
}

void Saver::save(const std::string& path) const {
  require_set_up(saved_.transformer, "setup_save");
  write_state(path, *saved_.transformer, saved_.state);
}

void Saver::setup_restore(const TransformerPtr& transformer,
                          const std::vector<Computation>& computations, const std::string& path) {
  Part part = part_of(transformer, computations);
  Checkpoint checkpoint = read_checkpoint(path);
  check_same_checkpoint(checkpoint, *part.transformer);
  checkpoint_ = std::move(checkpoint);
  restored_ = std::move(part);
}

void Saver::setup_restore(const std::vector<BoundComputation>& computations,
                          const std::string& path) {
  const Bound all = bound_to_one(computations);
  setup_restore(all.transformer, all.computations, path);
}

CheckpointFit Saver::restore(const RestoreOptions& options) const {
  require_set_up(restored_.transformer, "setup_restore");
  std::vector<Op> wanted = restored_.state;
  if (options.allow_missing) {
    std::erase_if(wanted, [&](const Op& op) {
      return std::none_of(checkpoint_.tensors.begin(), checkpoint_.tensors.end(),
                          [&](const CheckpointTensor& tensor) { return tensor.name == op.name(); });
    });
  }
  apply_checkpoint(checkpoint_, *restored_.transformer, wanted);
  return fit(checkpoint_, restored_.state);
}

}  // namespace ng::neon
