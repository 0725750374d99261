// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options/feeds.h"

#include <algorithm>
#include <filesystem>
#include <regex>

#include "app/cli/json.h"
#include "engine/base/number.h"
#include "engine/base/quote.h"
#include "engine/documents/models/read_words.h"
#include "engine/formats/documents/expression.h"
#include "engine/formats/format_table.h"
#include "engine/graph/op_def.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/neon/plan/plan_texts.h"
#include "engine/neon/plan/read_image.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/ops/sequencing.h"
#include "engine/records/values/token_text.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostNested = 32;

[[noreturn]] void refuseFeed(const std::string& text, const std::string& why) {
  throw UsageError("--feed " + text + ": " + why);
}

// Shape of a nested list, taken from the first element of each level.
Shape shapeOf(const Json& list) {
  Shape shape;
  for (const Json* at = &list; at->is_array() && shape.size() < mostNested; at = &at->front()) {
    shape.push_back(static_cast<std::int64_t>(at->size()));
    if (at->empty()) break;
  }
  return shape;
}

Number numberOf(const Json& number) {
  if (number.is_number_unsigned()) return number.get<std::uint64_t>();
  if (number.is_number_integer()) return number.get<std::int64_t>();
  return number.get<double>();
}

// Words, such as -inf, in quotes: JSON has only finite numbers.
std::string withQuotedWords(const std::string& list) {
  static const std::regex word("(^|[^A-Za-z0-9.])(-?[A-Za-z]+)");
  return list.find('"') == list.npos ? std::regex_replace(list, word, "$1\"$2\"") : list;
}

std::optional<Number> elementOf(const Json& element) {
  if (element.is_number()) return numberOf(element);
  return element.is_string() ? number_from(element.get<std::string>()) : std::nullopt;
}

void flatten(const Json& list, const Shape& shape, std::size_t depth, const std::string& text,
             std::vector<Number>& values) {
  if (depth == shape.size()) {
    const std::optional<Number> number = elementOf(list);
    if (!number) refuseFeed(text, "the list contains an element that is not a number");
    values.push_back(*number);
    return;
  }
  if (!list.is_array() || static_cast<std::int64_t>(list.size()) != shape[depth]) {
    refuseFeed(text, "the rows of the list have different lengths");
  }
  for (const Json& item : list) flatten(item, shape, depth + 1, text, values);
}

Tensor listTensor(const std::string& source, const std::string& text) {
  const Json list = Json::parse(withQuotedWords(source), nullptr, false);
  if (list.is_discarded())
    refuseFeed(text, "the list is malformed; expected numbers in brackets, as in [[1, 2], [3, 4]]");
  const Shape shape = shapeOf(list);
  std::vector<Number> values;
  flatten(list, shape, 0, text, values);
  return array_of(shape, values);
}

struct ArrayPlace {
  std::string path, array;
};

// "data.npz:xs" at the colon after an existing file: paths and names of arrays may have some, too.
ArrayPlace placeOf(const std::string& source) {
  const auto isFile = [](const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
  };
  if (isFile(source)) return {source, {}};
  for (std::size_t i = source.size(); i-- > 0;) {
    if (source[i] == ':' && isFile(source.substr(0, i)))
      return {source.substr(0, i), source.substr(i + 1)};
  }
  const auto last = source.rfind(':');
  return {source.substr(0, last), {}};  // which cannot be opened
}

// Reads "data.npz:xs"; the name of the array is optional if the file holds a single one.
Tensor fileTensor(const std::string& source, const std::string& text) {
  const auto [path, array] = placeOf(source);
  Reader reader(path);
  Notes notes;
  const FileModel model = recognise(reader).read(reader, notes);
  const TensorFile& file = tensors_of(model);
  if (array.empty() && file.tensors.size() == 1) return file.tensors[0].tensor;
  if (const Tensor* found = file.find(array)) return *found;
  std::string known;
  for (const NamedTensor& tensor : file.tensors) known += " " + quote(tensor.name);
  refuseFeed(text, "append the name of one of its arrays after a colon:" + known);
}

bool namesFile(const std::string& source) {
  for (const char* suffix : {".idx", "-ubyte", ".npy", ".npz", ".safetensors"}) {
    if (source.ends_with(suffix) || source.find(std::string(suffix) + ":") != source.npos) {
      return true;
    }
  }
  return false;
}

// An image file, also with a range of pixel values after a colon.
std::optional<PlanBinding> imageFile(const std::string& source) {
  const std::size_t colon = source.rfind(':');
  const bool ranged = !names_image(source) && colon != source.npos;
  const std::string file = source.substr(0, ranged ? colon : source.npos);
  if (!names_image(file)) return std::nullopt;
  PlanBinding made;
  made.source = PlanBinding::Source::file;
  made.file = std::filesystem::absolute(file).string();
  if (ranged) made.array = source.substr(colon + 1);
  return made;
}

// Of `P="a text"`.
std::optional<std::string> fedText(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == text.npos || equals == 0 || text.size() < equals + 3) return std::nullopt;
  if (text[equals + 1] != '"' || text.back() != '"') return std::nullopt;
  return text.substr(equals + 2, text.size() - equals - 3);
}

std::optional<PlanRandom> randomNumbers(const std::string& source, const std::string& text) {
  try {
    return PlanRandom::read(source);
  } catch (const Error& error) {
    refuseFeed(text, error.diagnostic().found + "; write " + error.diagnostic().expected);
  }
}

// True for a source such as "mnist.train.image" if the plan has this data set. A known set that the
// plan lacks is added to it.
bool namesData(const std::string& source, RunPlan& plan) {
  const std::string name = source.substr(0, source.find('.'));
  if (name == source) return false;
  const auto there = [&name](const PlanData& data) { return data.name == name; };
  if (std::any_of(plan.data.begin(), plan.data.end(), there)) return true;
  if (!neon::data_set_named(name)) return false;
  PlanData data;
  data.name = data.generator = name;
  plan.data.push_back(std::move(data));
  return true;
}

// A text is read by withPlanFor(), which has the vocabulary.
PlanBinding binding(const std::string& text, RunPlan& plan) {
  const auto equals = text.find('=');
  if (equals == text.npos || equals == 0) refuseFeed(text, "write PLACEHOLDER=SOURCE");
  const std::string source = text.substr(equals + 1);
  PlanBinding made;
  made.placeholder = text.substr(0, equals);
  if (const auto image = imageFile(source)) {
    const std::string placeholder = made.placeholder;
    made = *image;
    made.placeholder = placeholder;
  } else if (const auto number = number_from(source)) {
    made.value.value = scalar_tensor(*number);
  } else if (source.starts_with("[")) {
    made.value.value = listTensor(source, text);
  } else if (namesFile(source)) {
    made.value.value = fileTensor(source, text);
  } else if (const auto random = randomNumbers(source, text)) {
    made.source = PlanBinding::Source::random;
    made.random = *random;
  } else if (namesData(source, plan)) {
    made.source = PlanBinding::Source::data;
    made.data = source;
  } else {
    try {
      made.schedule = Expression(source, {"epoch", "batch", "iteration"}).text();
    } catch (const Error& error) {
      refuseFeed(text,
                 "not a number, list, file, text in double quotes, data set, distribution or "
                 "expression of epoch and iteration (" +
                     error.diagnostic().what + ")");
    }
    made.source = PlanBinding::Source::schedule;
  }
  return made;
}

RunPlan planFor(const Document& document, const std::string& computation) {
  RunPlan plan;
  if (document.plan) {
    if (document.plan->computation == computation) return *document.plan;
    plan.data = document.plan->data;
    plan.document_line = document.plan->document_line;
    for (const PlanEvaluation& evaluation : document.plan->evaluations) {
      if (evaluation.computation != computation) continue;
      plan.bindings = evaluation.bindings;
      plan.batches = evaluation.batches;
      break;
    }
  }
  plan.computation = computation;
  return plan;
}

void bind(std::vector<PlanBinding>& bindings, PlanBinding with) {
  const auto old = std::find_if(bindings.begin(), bindings.end(), [&with](const PlanBinding& b) {
    return b.placeholder == with.placeholder;
  });
  if (old == bindings.end()) {
    bindings.push_back(std::move(with));
  } else {
    *old = std::move(with);
  }
}

bool contains(const std::vector<Op>& ops, const Op& op) {
  return std::any_of(ops.begin(), ops.end(),
                     [&op](const Op& each) { return each.value().node == op.value().node; });
}

void requireSources(const RunPlan& plan, const std::vector<NodePtr>& parameters) {
  Diagnostic diagnostic;
  for (const NodePtr& parameter : without_source(parameters, plan.bindings)) {
    diagnostic.found += (diagnostic.found.empty() ? "" : "; ") + describe(*parameter);
    diagnostic.action +=
        (diagnostic.action.empty() ? "give --feed " : " --feed ") + parameter->label->name + "=...";
    diagnostic.ops.push_back(parameter->id);
  }
  if (diagnostic.ops.empty()) return;
  diagnostic.what =
      "the computation " + quote(plan.computation) + " has parameters without a value";
  diagnostic.expected = "for each, a number, list, file, data set, expression or normal(0, 1)";
  refuse(ErrorKind::key, std::move(diagnostic));
}

}  // namespace

std::vector<OptionSpec> withCallOptions(std::vector<OptionSpec> own) {
  own.push_back({"--feed", "P=SRC",
                 "value of placeholder P: a number, a list, x.npy, d.npz:name, cat.png:imagenet, "
                 "'\"a text\"', 5/(1+epoch), normal(0, 1, seed=7), uniform(0, 10), "
                 "mnist.train.image",
                 true});
  own.push_back({"--vocabulary", "FILE",
                 "tokens of texts, one a line, or a tokenizer.json (default: next to the model)"});
  own.push_back({"--labels", "FILE", "names of classes, one a line (default: next to the model)"});
  return withCompileOptions(std::move(own));
}

std::vector<OptionSpec> withShapeOptions(std::vector<OptionSpec> own) {
  own.push_back({"--feed", "P=ARRAY",
                 "array, a list, x.npy or d.npz:name, whose shape gives the open dimensions of "
                 "input P of a model their lengths",
                 true});
  return withLengthOptions(std::move(own));
}

std::map<std::string, Shape> fedShapes(const Arguments& arguments) {
  std::map<std::string, Shape> shapes;
  for (const std::string& text : arguments.values("--feed")) {
    const auto equals = text.find('=');
    if (equals == text.npos || fedText(text)) continue;
    const std::string source = text.substr(equals + 1);
    if (source.starts_with("["))
      shapes[text.substr(0, equals)] = listTensor(source, text).shape;
    else if (namesFile(source))
      shapes[text.substr(0, equals)] = fileTensor(source, text).shape;
  }
  return shapes;
}

std::map<std::string, Shape> textShapes(const Arguments& arguments, const Document& document) {
  std::map<std::string, Shape> shapes;
  for (const std::string& fed : arguments.values("--feed")) {
    const std::optional<std::string> text = fedText(fed);
    if (!text || document.words->vocabulary.empty()) continue;
    const std::string name = fed.substr(0, fed.find('='));
    Shape shape = document.find(name).axes().lengths();
    if (shape.empty()) continue;
    shape.back() = std::ssize(tokens_of_text(document.words->vocabulary, *text));
    shapes[name] = shape;
  }
  return shapes;
}

Document worded(const Arguments& arguments, Document document) {
  document.words = chosen_words(*document.words, arguments.value("--labels").value_or(""),
                                arguments.value("--vocabulary").value_or(""));
  return document;
}

void checkFedShapes(const Arguments& arguments, const Document& document) {
  const std::map<std::string, Shape> shapes = fedShapes(arguments);
  for (const std::string& text : arguments.values("--feed"))
    if (shapes.count(text.substr(0, text.find('='))) == 0)
      refuseFeed(text, "expected an array as P=x.npy or P=[[1, 2]]: only its shape is used");
  for (const auto& [name, shape] : shapes) {
    const Op input = document.find(name);
    if (input.node().def->traits.kind != OpKind::placeholder)
      refuse(ErrorKind::key, "--feed " + name + ": " + quote(name) + " is not a placeholder");
    if (input.axes().lengths() == shape) continue;
    Diagnostic diagnostic;
    diagnostic.what = "--feed " + name + ": the array does not fit the placeholder " + quote(name);
    diagnostic.found = to_string(shape);
    diagnostic.expected = to_string(input.axes().lengths());
    diagnostic.action = "set lengths with --length AXIS=N or --batch N";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

Document withPlanFor(const Arguments& arguments, const Document& document, const Op& computation) {
  const ComputationParts parts = parts_of(computation.node());
  RunPlan plan = planFor(document, parts.name);
  for (const std::string& text : arguments.values("--feed")) {
    const std::string placeholder = text.substr(0, text.find('='));
    const auto parameter =
        std::find_if(parts.parameters.begin(), parts.parameters.end(),
                     [&](const NodePtr& p) { return p->label->name == placeholder; });
    if (parameter == parts.parameters.end()) {
      Diagnostic diagnostic;
      diagnostic.what = "--feed names an unknown parameter of " + quote(parts.name);
      diagnostic.found = quote(placeholder);
      for (const NodePtr& p : parts.parameters) {
        diagnostic.expected += (diagnostic.expected.empty() ? "one of: " : ", ") + p->label->name;
      }
      refuse(ErrorKind::key, std::move(diagnostic));
    }
    const std::optional<std::string> words = fedText(text);
    PlanBinding fed = words ? PlanBinding() : binding(text, plan);
    if (words) {
      fed.placeholder = placeholder;
      fed.value.value = token_ids(*words, document.words->vocabulary, Op(*parameter));
    }
    bind(plan.bindings, std::move(fed));
  }
  requireSources(plan, parts.parameters);
  Document planned = document;
  planned.plan = std::move(plan);
  if (!contains(planned.computations, computation))  // the plan finds it by its name
    planned.computations.insert(planned.computations.begin(), computation);
  return planned;
}

}  // namespace ng::cli
