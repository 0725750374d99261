// SPDX-License-Identifier: Apache-2.0
// A run plan as plain structs: data fed to placeholders, calls of computations, evaluations and
// plots. Executed by engine/neon/plan/run_plan.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/formats/documents/plan_random.h"
#include "engine/formats/documents/tensor_model.h"
#include "engine/records/given_kind.h"
#include "engine/records/plan_callback_record.h"

namespace ng {

// Data of the plan, generated or read when the plan is bound. The parts of a mixture of Gaussians
// are consecutive in one random stream; a data set has its own parts.
struct PlanData {
  std::string name;
  std::string generator = "mixture_of_gaussians";  // or a data set: "mnist", "ptb_words"
  std::uint32_t seed = 0;
  std::int64_t batch = 0;  // samples per batch; 0 (data set): length of the placeholder's axis
  int document_line = 0;

  // Mixture only.
  std::vector<double> probabilities = {};  // of the classes
  Shape shape = {};                        // of one sample
  struct Part {
    std::string name;
    std::int64_t batches = 0;
  };
  std::vector<Part> parts = {};

  // Data set only.
  std::optional<std::uint32_t> shuffle = {};  // seed of the order of the training part
  std::int64_t time_steps = 0;                // text window; 0: length of the placeholder's axis
  std::string folder = {};                    // of its files; empty: synthetic data from `seed`
  bool folder_by_user = false;                // from the command line: anywhere, never saved
  std::string vocabulary = {};                // of a text: axis with the length of its vocabulary

  bool is_mixture() const { return generator == "mixture_of_gaussians"; }
};

// The source of a placeholder's data.
struct PlanBinding {
  using Source = GivenKind;
  std::string placeholder;
  Source source = Source::value;
  TensorModel value;     // the same at each call
  std::string schedule;  // expression of epoch, iteration and batch, from 0: "5/(1+epoch)"
  std::string file;      // array file in the document's folder; batches along its first axis
  std::string array;     // array name in an .npz
  std::string data;      // data, part and array: "mixture.train.xs", "digits.test.image"
  PlanRandom random;     // resampled at each call
  bool assumed = false;  // not specified: fed with 0, never saved
  int document_line = 0;
};

// Runs after each epoch, and before the first if `at_start`.
struct PlanEvaluation {
  std::string name;  // of its series
  // The first result is a value per batch, or, with the batch axis and optionally the recurrent
  // axis, a value per sample; samples that pad the last batch are not counted.
  std::string computation;
  std::int64_t batches = 1;  // 0: one pass over all data
  std::vector<PlanBinding> bindings;
  std::string reduction = "mean";  // expression of sum mean min max last count
  bool at_start = true;
  int document_line = 0;
};

struct PlanPlot {
  std::string series;   // a scalar result of the computation, or an evaluation
  std::string title;    // empty: same as series
  std::string x_title;  // "iteration" or "epoch"
  std::string y_title;
  int document_line = 0;
};

// An action after every `every` epochs and after the last one.
struct PlanCallback : PlanCallbackRecord {
  using Kind = CallbackKind;
  int document_line = 0;
};

struct RunPlan {
  std::string computation;
  std::int64_t epochs = 1;
  std::int64_t batches = 1;  // calls per epoch; 0: one pass over all data
  std::vector<PlanData> data;
  std::vector<PlanBinding> bindings;
  std::vector<PlanEvaluation> evaluations;
  std::vector<PlanPlot> plots;
  std::vector<PlanCallback> callbacks = {};
  int document_line = 0;
};

}  // namespace ng
