// SPDX-License-Identifier: Apache-2.0
// Layers: objects that build ops when they are called on an op. The first call
// creates a layer's parameters; later calls share them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/metadata.h"
#include "engine/graph/names.h"
#include "engine/graph/user_line.h"
#include "engine/neon/layers/initialiser.h"
#include "engine/ngraph.h"

namespace ng::neon {

class Layer;

// A shared_ptr to a layer that can be called like a function.
template <class L>
class LayerOf : public std::shared_ptr<L> {
 public:
  using std::shared_ptr<L>::shared_ptr;
  LayerOf(std::shared_ptr<L> layer) : std::shared_ptr<L>(std::move(layer)) {}  // NOLINT
  template <class... Args>
  auto operator()(Args&&... args) const {
    return (**this)(std::forward<Args>(args)...);
  }
};
using LayerPtr = LayerOf<Layer>;
using Layers = std::vector<LayerPtr>;

// Not thread-safe: used by one thread.
class Layer {
 public:
  struct Parameter {
    std::string name;  // name within the layer: "W"
    Op op;
  };

  // `kind` is the class name ("Affine"). The layer's ops are in a scope `name` (default: the kind)
  // inside the scope of its first call; further layers of this name get the suffixes _0, _1 …
  // Parameter names therefore depend only on the position in the model, not on other parts of a
  // program.
  explicit Layer(std::string kind, std::string name = {});
  virtual ~Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  // Applies the layer to `in`. Errors name the layer and the axes.
  Op operator()(const Op& in);

  // Source line recorded for its ops: where the user created the layer. Default: the line of the
  // call.
  void set_line(const Operand::Where& line) { line_ = line; }

  const std::string& kind() const { return kind_; }
  const std::string& name() const { return name_; }
  // Renames the layer. Throws a value Error after the first call, since parameters are named by
  // then.
  void set_name(std::string name);
  // Path of its scope ("mlp/Affine_0"); before the first call, its name.
  std::string path() const;
  bool initialized() const { return scope_ != nullptr; }

  // The sublayers of a container, in order.
  virtual Layers layers() const { return {}; }
  // Variables and persistent tensors of the layer itself, in order of creation.
  const std::vector<Parameter>& own_parameters() const { return parameters_; }
  // Parameter by name. Throws a key Error that lists the others if there is none, or before the
  // first call.
  Op parameter(std::string_view name) const;
  // All trained variables, including those of sublayers.
  std::vector<Op> variables() const;

 protected:
  virtual Op build(const Op& in) = 0;

  // Applies a sublayer whose parameters are in this layer's own scope.
  Op build_part(Layer& part, const Op& in) {
    part.scope_ = scope_;
    return part.build(in);
  }

  // Runs `make` in the layer's scope; for layers with calls other than operator().
  template <class Make>
  auto in_scope(const Make& make) {
    const Entered entered(*this);
    return make();
  }

  // The parameter `name`, created at the first call. Throws if it exists with other axes: the layer
  // was called on a different input before. `label` ("weight", "bias") becomes metadata.
  Op parameter_of(const std::string& name, const Axes& axes, const Initialiser& initialiser,
                  const std::string& label);
  // State that is not trained.
  Op state_of(const std::string& name, const Axes& axes, double initial);

  // Throws a value Error whose message starts with the layer's path.
  [[noreturn]] void fail(std::string what, std::string found = {}, std::string expected = {},
                         std::string action = {}, ErrorKind kind = ErrorKind::value) const;

 private:
  class Entered {
   public:
    explicit Entered(Layer& layer);

   private:
    ScopedName name_;
    std::optional<ScopedUserLine> line_;
  };
  const Op* find(std::string_view name) const;
  void require_same(const Op& found, const Axes& axes) const;

  std::string kind_, name_;
  std::optional<Operand::Where> line_;
  OpScopePtr scope_;
  std::vector<Parameter> parameters_;
};

// Creates a layer and records its source line; used by the functions that create layers. A layer
// that another layer creates has the other's line.
template <class L, class... Args>
LayerOf<L> make_layer(const Operand::Where& line, Args&&... args) {
  const Operand::Where own = user_line(line);
  const ScopedUserLine scope(own);
  const auto layer = std::make_shared<L>(std::forward<Args>(args)...);
  layer->set_line(own);
  return layer;
}

// While an object exists, calls of layers on this thread build inference ops: batch normalization
// uses its running statistics, dropout scales.
class InferenceMode {
 public:
  explicit InferenceMode(bool on = true);
  ~InferenceMode();
  InferenceMode(const InferenceMode&) = delete;
  InferenceMode& operator=(const InferenceMode&) = delete;
  static bool on();

 private:
  bool before_;
  ScopedMetadata metadata_;
};

}  // namespace ng::neon
