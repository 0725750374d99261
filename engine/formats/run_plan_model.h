// SPDX-License-Identifier: Apache-2.0
// A run plan as plain structs: what is fed to which placeholder, how often which computation runs,
// what is evaluated and plotted. What it does: engine/neon/plan/run_plan.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/formats/plan_random.h"
#include "engine/formats/tensor_model.h"

namespace ng {

// Data that the plan feeds, made or read once, when the plan is bound. Of a mixture of Gaussians
// the parts follow each other in one stream of random numbers; of a data set they are the set's
// own.
struct PlanData {
  std::string name;
  std::string generator = "mixture_of_gaussians";  // or a data set: "mnist", "ptb_words"
  std::uint32_t seed = 0;
  std::int64_t batch = 0;  // samples of a batch; of a data set 0: as long as the placeholder's axis
  int document_line = 0;

  // Of a mixture.
  std::vector<double> probabilities = {};  // of the classes
  Shape shape = {};                        // of one sample
  struct Part {
    std::string name;
    std::int64_t batches = 0;
  };
  std::vector<Part> parts = {};

  // Of a data set.
  std::optional<std::uint32_t> shuffle = {};  // seed of the order of the training part
  std::int64_t time_steps = 0;                // of a window of text; 0: as the placeholder's axis
  std::string folder = {};                    // of its files; empty: a look-alike, made from `seed`
  bool folder_by_user = false;                // given with the run: anywhere, and never saved
  std::string vocabulary = {};  // of a text: the axis that is as long as its vocabulary

  bool is_mixture() const { return generator == "mixture_of_gaussians"; }
};

// What a placeholder is fed.
struct PlanBinding {
  enum class Source { value, schedule, file, data, random };
  std::string placeholder;
  Source source = Source::value;
  TensorModel value;     // the same at each call
  std::string schedule;  // an expression of epoch, iteration and batch, all from 0: "5/(1+epoch)"
  std::string file;      // of arrays, within the document's folder; batches along its first axis
  std::string array;     // which one, of an .npz
  std::string data;      // "mixture.train.xs", "digits.test.image": data, part and array
  PlanRandom random;    // drawn anew at each call
  bool assumed = false;  // nobody gave it: 0 stands in, and it is never saved
  int document_line = 0;
};

// Runs after each epoch, and before the first when `at_start`.
struct PlanEvaluation {
  std::string name;  // of its series
  // Its first result is the value of a batch; or over the batch axis, and the recurrent one if it
  // likes, a value of each sample: those that only fill up the last batch do not count.
  std::string computation;
  std::int64_t batches = 1;  // 0: all of its data once
  std::vector<PlanBinding> bindings;
  std::string reduction = "mean";  // of all values: of sum, mean, min, max, last and count
  bool at_start = true;
  int document_line = 0;
};

struct PlanPlot {
  std::string series;   // a scalar result of the computation, or an evaluation
  std::string title;    // empty: the same
  std::string x_title;  // "iteration" or "epoch"
  std::string y_title;
  int document_line = 0;
};

// What is done besides, after every `every` epochs and after the last.
struct PlanCallback {
  enum class Kind {
    checkpoint,          // saves the run to `file`, a .safetensors; replaced whole
    stop_at_non_finite,  // the run fails at the first result that is NaN or infinite
    log,                 // adds a line of JSON to `file`, a .jsonl: epoch, results, evaluations
  };
  Kind kind = Kind::checkpoint;
  std::int64_t every = 1;
  std::string file;  // at or below the document's folder
  int document_line = 0;
};

struct RunPlan {
  std::string computation;
  std::int64_t epochs = 1;
  std::int64_t batches = 1;  // calls of an epoch; 0: all of its data once
  std::vector<PlanData> data;
  std::vector<PlanBinding> bindings;
  std::vector<PlanEvaluation> evaluations;
  std::vector<PlanPlot> plots;
  std::vector<PlanCallback> callbacks = {};
  int document_line = 0;
};

}  // namespace ng
