// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/pytorch/torch_tensors.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/quote.h"

namespace ng {
namespace {

using Id = PickleData::Id;

constexpr const char* again = "the file is damaged; save it again with torch.save";
constexpr std::size_t most_depth = 100;
constexpr std::size_t most_path_bytes = 4096;
constexpr std::size_t most_name_bytes = 1 << 24;  // of all tensors, besides twice the file
constexpr std::size_t most_notes = 20;
constexpr std::size_t most_scalars = 1000;
constexpr std::size_t most_scalar_bytes = 200;

class Walk {
 public:
  Walk(const Reader& reader, const PickleData& pickle, const FindStorage& find,
       TensorDirectory& directory, Notes& notes)
      : reader_(reader), pickle_(pickle), find_(find), directory_(directory), notes_(notes) {}

  void start() {
    const PickleKind kind = pickle_.kind(pickle_.root());
    const bool alone = kind == PickleKind::object && tensor_call(pickle_.root());
    visit(pickle_.root(), alone ? "tensor" : "", 0);
  }

 private:
  [[noreturn]] void fail(Id at, std::string what, std::string found, std::string expected) const {
    reader_.fail_at(pickle_.offset(at),
                    {std::move(what), std::move(found), std::move(expected), again});
  }

  void note(std::string what, Id at) {
    if (++noted_ <= most_notes)
      add_note(notes_, std::move(what), reader_.where(pickle_.offset(at)));
  }

  std::string callable_name(Id object) const {
    Id callable = pickle_.callable(object);
    if (pickle_.kind(callable) == PickleKind::persistent) {
      callable = module_class_of(pickle_, callable);
      if (callable == PickleData::nothing) return {};
    }
    if (pickle_.kind(callable) != PickleKind::global) return {};
    return std::string(pickle_.text(callable));
  }

  // Is the object a tensor that this reader knows, or a parameter of one?
  bool tensor_call(Id object) const {
    const std::string name = callable_name(object);
    return name.starts_with("torch.") && name.find("._rebuild_") != std::string::npos;
  }

  void visit(Id id, const std::string& path, std::size_t depth) {
    // Shared parts are visited once per name; nesting them can ask for any number of names.
    if (++visits_ > 2 * pickle_.links() + 10'000)
      fail(id, "shared parts of the pickle unfold to too many values",
           std::to_string(visits_) + " values", "each part under few names");
    switch (pickle_.kind(id)) {
      case PickleKind::dict:
      case PickleKind::list:
      case PickleKind::tuple:
        if (!path_.insert(id).second)
          fail(id, "a container of the pickle contains itself", quote(path), "a tree");
        if (depth == most_depth)
          fail(id, "the pickle is nested too deeply", quote(path),
               "at most " + std::to_string(most_depth) + " levels");
        visit_items(id, path, depth);
        path_.erase(id);
        break;
      case PickleKind::object: visit_object(id, path, depth); break;
      case PickleKind::persistent:
        note("the storage at " + quote(path) + " belongs to no tensor and is not listed", id);
        break;
      default: add_scalar(id, path);
    }
  }

  void visit_items(Id id, const std::string& path, std::size_t depth) {
    const std::vector<Id> items = pickle_.items(id);
    if (pickle_.kind(id) == PickleKind::dict) {
      for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        visit(items[i + 1], joined(path, key_text(items[i], i / 2)), depth + 1);
    } else {
      for (std::size_t i = 0; i < items.size(); ++i)
        visit(items[i], joined(path, std::to_string(i)), depth + 1);
    }
  }

  std::string joined(const std::string& path, const std::string& key) const {
    reader_.check_limit("the length of a name", path.size() + key.size(), most_path_bytes);
    return path.empty() ? key : path + "/" + key;
  }

  std::string key_text(Id key, std::size_t index) const {
    if (pickle_.kind(key) == PickleKind::text) {
      reader_.check_limit("the length of a key", pickle_.text(key).size(), most_path_bytes);
      return std::string(pickle_.text(key));
    }
    if (const auto number = pickle_.integer(key)) return std::to_string(*number);
    return "key" + std::to_string(index);
  }

  void visit_object(Id id, const std::string& path, std::size_t depth) {
    if (depth >= most_depth)
      fail(id, "the pickle is nested too deeply", quote(path),
           "at most " + std::to_string(most_depth) + " levels");
    if (tensor_call(id)) return visit_tensor(id, path, depth);
    // An object may refer to itself, as modules to their parents.
    if (!path_.insert(id).second) return;
    const std::string name = callable_name(id);
    if (classes_.insert(name).second && !name.empty())
      note("objects of " + quote(name) + " were not created; only tensors in them are listed", id);
    const std::vector<Id> arguments = pickle_.items(pickle_.arguments(id));
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (may_hold_tensors(arguments[i]))
        visit(arguments[i], joined(path, std::to_string(i)), depth + 1);
    const Id appended = pickle_.appended(id), entries = pickle_.entries(id),
             state = pickle_.state(id);
    if (appended != PickleData::nothing) visit(appended, path, depth + 1);
    if (entries != PickleData::nothing) visit(entries, path, depth + 1);
    if (state != PickleData::nothing) visit_state(state, path, depth + 1);
    path_.erase(id);
  }

  // Modules keep their tensors in dicts that a state dict does not name: the path of a module's
  // weight is that of its state dict.
  void visit_state(Id state, const std::string& path, std::size_t depth) {
    if (pickle_.kind(state) != PickleKind::dict) return visit(state, path, depth);
    const std::vector<Id> items = pickle_.items(state);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
      const std::string key = key_text(items[i], i / 2);
      const bool module = pickle_.kind(items[i + 1]) == PickleKind::dict &&
                          (key == "_parameters" || key == "_buffers" || key == "_modules");
      const bool holds = may_hold_tensors(items[i + 1]);
      if (holds) visit(items[i + 1], module ? path : joined(path, key), depth);
    }
  }

  bool may_hold_tensors(Id id) const {
    const PickleKind kind = pickle_.kind(id);
    return kind == PickleKind::dict || kind == PickleKind::list || kind == PickleKind::tuple ||
           kind == PickleKind::object;
  }

  void visit_tensor(Id id, const std::string& path, std::size_t depth) {
    const std::string call = callable_name(id);
    const auto arguments = pickle_.items(pickle_.arguments(id), 8);
    const std::string function = call.substr(call.rfind('.') + 1);
    if (function == "_rebuild_parameter" || function == "_rebuild_parameter_with_state") {
      if (arguments.empty()) fail(id, "a parameter has no tensor", "no arguments", "a tensor");
      return visit(arguments[0], path, depth + 1);
    }
    if (function == "_rebuild_from_type_v2") return visit_subclass(id, arguments, path);
    if (function == "_rebuild_tensor" || function == "_rebuild_tensor_v2" ||
        function == "_rebuild_tensor_v3")
      return add_tensor(id, arguments, path, function == "_rebuild_tensor_v3");
    note("the tensor " + quote(path) + " is not listed: " + quote(call) + " is not supported", id);
  }

  // _rebuild_from_type_v2(function, type, arguments, state)
  void visit_subclass(Id id, const std::vector<Id>& outer, const std::string& path) {
    const bool known = outer.size() >= 3 && pickle_.kind(outer[0]) == PickleKind::global &&
                       pickle_.kind(outer[2]) == PickleKind::tuple;
    const std::string function = known ? std::string(pickle_.text(outer[0])) : "";
    if (function == "torch._utils._rebuild_tensor_v2" ||
        function == "torch._utils._rebuild_tensor_v3")
      return add_tensor(id, pickle_.items(outer[2], 8), path, function.ends_with("v3"));
    note("the tensor " + quote(path) + " is not listed: it is of a class of its own", id);
  }

  void add_tensor(Id id, std::vector<Id> arguments, const std::string& path, bool version3) {
    TorchTensor tensor =
        read_torch_tensor(reader_, pickle_, {id, std::move(arguments), path, version3}, find_);
    if (tensor.stored) return add_named(id, std::move(*tensor.stored));
    note("the tensor " + quote(path) + " is not listed: the engine lacks elements of " +
             quote(tensor.type),
         id);
  }

  void add_named(Id id, StoredTensor tensor) {
    reader_.check_limit("the number of tensors", directory_.tensors.size() + 1,
                        reader_.limits().tensors);
    const std::string taken = tensor.name;
    if (int& uses = names_[taken]; uses++ > 0) {
      tensor.name = taken + "#" + std::to_string(uses);
      while (!names_.emplace(tensor.name, 1).second)
        tensor.name = taken + "#" + std::to_string(++uses);
      note("two tensors have the name " + quote(taken) + "; one is listed as " + quote(tensor.name),
           id);
    }
    name_bytes_ += tensor.name.size();
    reader_.check_limit("the names of tensors", name_bytes_, most_name_bytes + 2 * reader_.size());
    directory_.tensors.push_back(std::move(tensor));
  }

  // Keeps numbers and short texts: the epoch, the learning rate.
  void add_scalar(Id id, const std::string& path) {
    if (directory_.metadata.size() >= most_scalars || path.empty() ||
        path.size() > most_scalar_bytes || path.starts_with("ngraph."))
      return;
    std::string text;
    char digits[32];
    switch (pickle_.kind(id)) {
      case PickleKind::boolean: text = pickle_.boolean(id) ? "true" : "false"; break;
      case PickleKind::integer: text = std::to_string(*pickle_.integer(id)); break;
      case PickleKind::number:
        text.assign(digits, std::to_chars(digits, std::end(digits), pickle_.number(id)).ptr);
        break;
      case PickleKind::text: text = pickle_.text(id); break;
      default: return;
    }
    // Other formats keep metadata as printable UTF-8.
    const auto plain = [](const std::string& part) { return quote(part) == "'" + part + "'"; };
    if (text.size() <= most_scalar_bytes && plain(path) && plain(text))
      directory_.metadata.emplace(path, std::move(text));
  }

  const Reader& reader_;
  const PickleData& pickle_;
  const FindStorage& find_;
  TensorDirectory& directory_;
  Notes& notes_;
  std::uint64_t visits_ = 0, name_bytes_ = 0;
  std::size_t noted_ = 0;
  std::unordered_set<Id> path_;                 // containers and objects on the way
  std::unordered_map<std::string, int> names_;  // of tensors; how often each was given
  std::set<std::string> classes_;               // that were noted
};

}  // namespace

void find_torch_tensors(const Reader& reader, const PickleData& pickle, const FindStorage& find,
                        TensorDirectory& directory, Notes& notes) {
  Walk(reader, pickle, find, directory, notes).start();
}

}  // namespace ng
