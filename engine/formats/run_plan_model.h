// SPDX-License-Identifier: Apache-2.0
// A run plan as plain structs: what is fed to which placeholder, how often which computation runs,
// what is evaluated and plotted. What it does: engine/neon/plan/run_plan.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/formats/tensor_model.h"

namespace ng {

// Data made by a generator, once, when the plan is bound; its parts follow each other in one stream
// of random numbers.
struct PlanData {
  std::string name;
  std::string generator = "mixture_of_gaussians";
  std::uint32_t seed = 0;
  std::vector<double> probabilities;  // of the classes
  Shape shape;                        // of one sample
  std::int64_t batch = 0;             // samples of a batch
  struct Part {
    std::string name;
    std::int64_t batches = 0;
  };
  std::vector<Part> parts;
  int document_line = 0;
};

// What a placeholder is fed.
struct PlanBinding {
  enum class Source { value, schedule, file, data };
  std::string placeholder;
  Source source = Source::value;
  TensorModel value;     // the same at each call
  std::string schedule;  // an expression of epoch, iteration and batch, all from 0: "5/(1+epoch)"
  std::string file;      // of arrays, within the document's folder; batches along its first axis
  std::string array;     // which one, of an .npz
  std::string data;      // "mixture.train.xs": data, part, and xs or ys
  int document_line = 0;
};

// Runs after each epoch, and before the first when `at_start`.
struct PlanEvaluation {
  std::string name;         // of its series
  std::string computation;  // its first result, a scalar, is the value of a batch
  std::int64_t batches = 1;
  std::vector<PlanBinding> bindings;
  std::string reduction = "mean";  // an expression of sum, mean, min, max, last and count
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

struct RunPlan {
  std::string computation;
  std::int64_t epochs = 1;
  std::int64_t batches = 1;  // calls of an epoch
  std::vector<PlanData> data;
  std::vector<PlanBinding> bindings;
  std::vector<PlanEvaluation> evaluations;
  std::vector<PlanPlot> plots;
  int document_line = 0;
};

}  // namespace ng
