// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/serve.h"

#include <signal.h>
#include <sys/prctl.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "tests/bench/arrays.h"
#include "tests/bench/measure.h"
#include "tests/bench/onnx_runtime.h"

namespace ng::bench {
namespace {

constexpr int kSampled = 8;

struct Case {
  std::function<void()> call;  // empty: unknown
  std::function<std::vector<double>()> values;
};
using MakeCase = std::function<Case(const std::string& name)>;

std::string line_of(const std::vector<double>& values) {
  std::ostringstream line;
  line.precision(9);
  for (const double value : values) line << value << " ";
  return line.str();
}

void say(const std::string& line) {
  std::cout << line << std::endl;
}

void answer_questions(const MakeCase& make) {
  std::string current;
  Case made;
  for (std::string line; std::getline(std::cin, line);) {
    std::string name, request;
    std::istringstream(line) >> name >> request;
    if (name != current) made = {};  // frees the previous case first, because cases are large
    if (name != current) made = make(name);
    current = name;
    if (!made.call) {
      say("unknown");
    } else if (request == "values") {
      say(line_of(made.values()));
    } else {
      say(line_of({timed(std::stoll(request), made.call)}));
    }
  }
}

void serve_onnx_runtime(const std::string& folder) {
  const std::string library = onnx_runtime_library(folder);
  if (library.empty()) throw std::runtime_error("no library in " + folder);
  const char* const threads = std::getenv("OMP_NUM_THREADS");
  const auto models = onnx_models();
  say("ONNX Runtime " + OnnxRuntimeApi(library).version);
  answer_questions([&](const std::string& name) -> Case {
    const auto model = models.find(name);
    if (model == models.end()) return {};
    const auto session =
        std::make_shared<OnnxRuntime>(library, model->second(), threads ? std::atoi(threads) : 1);
    return {[session] { session->run(); }, [session] { return session->sampled(kSampled); }};
  });
}

void serve_one_dnn() {
  if (!OneDnnMatmul::available()) throw std::runtime_error("not built in");
  say("oneDNN sgemm");
  answer_questions([](const std::string& name) -> Case {
    for (const MatmulShape& shape : matmul_shapes()) {
      if (name != "matmul_" + to_string(shape)) continue;
      const auto made = std::make_shared<OneDnnMatmul>(shape);
      return {[made] { made->call(); },
              [made] {
                made->call();
                return sampled(made->result(), kSampled);
              }};
    }
    return {};
  });
}

}  // namespace

void serve(const std::string& who, const std::string& folder) {
  // The bench stops this process between requests; if the bench dies meanwhile, this process ends
  // too.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    who == kServeOnnxRuntime ? serve_onnx_runtime(folder) : serve_one_dnn();
  } catch (const std::runtime_error& reason) {
    say(std::string("absent: ") + reason.what());
  }
}

}  // namespace ng::bench
