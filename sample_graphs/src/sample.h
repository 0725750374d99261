// SPDX-License-Identifier: Apache-2.0
// Common parts of the programs that write sample documents: run plans, initial weights, writing.
#pragma once

#include <cstdint>
#include <string>

#include "engine/documents/document.h"

namespace sample {

// A plan of 10 epochs of 10 batches of 128 samples of the mixture of two Gaussians, seed 0. The
// step alpha is 5/(1+epoch); the loss L is plotted.
ng::RunPlan train_on_mixture(const std::string& computation, const ng::Shape& sample_shape);

// Adds the evaluation "avg loss", the sum of the losses of 4 further batches divided by 128, before
// the first and after each epoch.
void evaluate_after_epochs(ng::RunPlan& plan, const std::string& computation);

ng::PlanBinding fed_by_value(const std::string& placeholder, double value);
ng::PlanBinding fed_by_schedule(const std::string& placeholder, const std::string& schedule);
ng::PlanBinding fed_by_data(const std::string& placeholder, const std::string& data);
ng::PlanBinding fed_by_file(const std::string& placeholder, const std::string& file);

// Deterministic initial weights of magnitude `size`: size * sin(1 + i * i % period).
ng::Tensor uneven(const ng::Axes& axes, double size, std::int64_t period = 173);

// The folder that `write` saves to, for files next to the document.
std::string folder_of(int argc, char** argv);
// Prints why no sample was written and returns main's exit status.
int failed(const ng::Error& error);

// Saves the document to the program's argument, by default under the name of its source in
// sample_graphs, and returns main's exit status.
int write(ng::Document& document, int argc, char** argv, const std::string& source);

}  // namespace sample
