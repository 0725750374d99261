// SPDX-License-Identifier: Apache-2.0
// Parses frames to messages and validates all fields.
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/remote/message.h"

namespace ng::remote {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_entries = 65536;  // per list
constexpr std::size_t most_axes = 32;
constexpr int most_lanes = 1024, most_rows = 8;  // of recorded events

[[noreturn]] void refuse_message(const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.what = "invalid message on the link: " + what;
  diagnostic.action = "use the same version of program and window";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

Json parse(const Frame& frame) {
  Json json = Json::parse(frame.header, nullptr, false);
  if (!json.is_object()) refuse_message("the header is not a JSON object");
  return json;
}

const Json& field(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) refuse_message(std::string("missing field ") + quote(key));
  return *found;
}

std::string text(const Json& json, const char* key) {
  const Json& value = field(json, key);
  if (!value.is_string()) refuse_message(quote(key) + " is not a text");
  return value.get<std::string>();
}

std::int64_t whole(const Json& json, const char* key) {
  const Json& value = field(json, key);
  if (!value.is_number_integer()) refuse_message(quote(key) + " is not an integer");
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{1} << 62) {
    refuse_message(quote(key) + " is too large");
  }
  return value.get<std::int64_t>();
}

std::size_t count(const Json& json, const char* key) {
  const std::int64_t value = whole(json, key);
  if (value < 0) refuse_message(quote(key) + " is negative");
  return static_cast<std::size_t>(value);
}

const Json& list(const Json& json, const char* key) {
  const Json& value = field(json, key);
  if (!value.is_array() || value.size() > most_entries) {
    refuse_message(quote(key) + " is not a list, or is too long");
  }
  for (const Json& each : value) {
    if (each.is_array()) refuse_message(quote(key) + " is a list of lists");
  }
  return value;
}

// Consumes the payload piece by piece.
class Payload {
 public:
  explicit Payload(std::string_view bytes) : left_(bytes) {}
  std::string_view take(std::size_t bytes) {
    if (bytes > left_.size()) refuse_message("the payload is too short");
    const std::string_view taken = left_.substr(0, bytes);
    left_.remove_prefix(bytes);
    return taken;
  }
  std::vector<double> numbers(std::size_t count) {
    if (count > left_.size() / sizeof(double)) refuse_message("the payload is too short");
    const std::string_view bytes = take(count * sizeof(double));
    std::vector<double> values(count);
    if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  void end() const {
    if (!left_.empty()) refuse_message("the payload is too long");
  }

 private:
  std::string_view left_;
};

Hello read_hello(const Json& json) {
  Hello hello;
  const std::int64_t protocol = whole(json, "protocol");
  if (protocol != protocol_version) {
    refuse_message("the program uses protocol version " + std::to_string(protocol) +
                   ", the window " + std::to_string(protocol_version));
  }
  hello.pid = whole(json, "pid");
  hello.program = text(json, "program");
  hello.version = text(json, "version");
  for (const Json& each : list(json, "arguments")) {
    if (!each.is_string()) refuse_message("an argument is not a text");
    hello.arguments.push_back(each.get<std::string>());
  }
  return hello;
}

// Accepts only plain file names: no path separators, no hidden files.
bool is_file_name(const std::string& name) {
  if (name.empty() || name.size() > 200 || name[0] == '.') return false;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && c != '.' && c != '_' && c != '-') return false;
  }
  return true;
}

GraphFiles read_graph(const Json& json, Payload& payload) {
  GraphFiles graph;
  for (const Json& each : list(json, "files")) {
    std::string name = text(each, "name");
    if (!is_file_name(name)) refuse_message("invalid file name " + quote(name));
    graph.files.emplace_back(std::move(name), payload.take(count(each, "bytes")));
  }
  if (graph.files.empty()) refuse_message("a graph without a document");
  return graph;
}

OpValue read_value(const Json& json, Payload& payload) {
  const std::string type = text(json, "dtype");
  const auto dtype = dtype_from_name(type);
  if (!dtype) refuse_message("unknown dtype " + quote(type));
  Shape shape;
  for (const Json& each : list(json, "shape")) {
    if (!each.is_number_integer()) refuse_message("a length is not an integer");
    shape.push_back(each.get<std::int64_t>());
    if (shape.back() < 0 || shape.size() > most_axes) refuse_message("invalid shape");
  }
  // Takes the bytes before allocating, so that a wrong shape cannot cause a large allocation.
  const std::int64_t elements = element_count(shape);
  const std::string_view bytes = payload.take(static_cast<std::size_t>(elements) * size_of(*dtype));
  OpValue value{count(json, "op"), Tensor(*dtype, shape)};
  if (!bytes.empty()) std::memcpy(value.value.bytes.data(), bytes.data(), bytes.size());
  return value;
}

Called read_called(const Json& json, Payload& payload) {
  Called called;
  called.computation = count(json, "computation");
  called.name = text(json, "name");
  called.transformer = text(json, "transformer");
  for (const Json& each : list(json, "without")) {
    if (!each.is_string()) refuse_message("a pass is not a text");
    called.without.push_back(each.get<std::string>());
  }
  called.count = whole(json, "count");
  const Json& time = field(json, "microseconds");
  if (!time.is_number()) refuse_message("a time is not a number");
  called.microseconds = time.get<double>();
  for (const Json& each : list(json, "values")) called.values.push_back(read_value(each, payload));
  for (const Json& each : list(json, "points")) {
    Points points;
    points.op = count(each, "op");
    const std::size_t length = count(each, "count");
    points.x = payload.numbers(length);
    points.y = payload.numbers(length);
    called.points.push_back(std::move(points));
  }
  return called;
}

Measured read_measured(const Json& json, Payload& payload) {
  constexpr std::size_t event_bytes = 28;
  Measured measured;
  for (const Json& each : list(json, "names")) {
    measured.names.push_back({text(each, "text"), text(each, "category"), text(each, "detail")});
  }
  std::string_view bytes;
  const auto take = [&bytes](auto& number) {
    std::memcpy(&number, bytes.data(), sizeof(number));
    bytes.remove_prefix(sizeof(number));
  };
  for (std::size_t left = count(json, "events"); left > 0; --left) {
    bytes = payload.take(event_bytes);
    Measured::Event event;
    take(event.lane);
    take(event.row);
    take(event.name);
    take(event.number);
    take(event.begin);
    take(event.end);
    const bool places = event.lane < most_lanes && event.row < most_rows;
    if (!places || event.begin < 0 || event.end < event.begin) {
      refuse_message("an event has an invalid position");
    }
    measured.events.push_back(event);
  }
  return measured;
}

Message read_any(const Json& json, Payload& payload) {
  const std::string kind = text(json, "kind");
  if (kind == "hello") return read_hello(json);
  if (kind == "graph") return read_graph(json, payload);
  if (kind == "called") return read_called(json, payload);
  if (kind == "measured") return read_measured(json, payload);
  if (kind == "end") return End{text(json, "error")};
  if (kind != "halted") refuse_message("unknown kind " + quote(kind));
  const Json& halted = field(json, "halted");
  if (!halted.is_boolean()) refuse_message("\"halted\" is not a boolean");
  return Halted{halted.get<bool>(), count(json, "op")};
}

}  // namespace

Message read_message(const Frame& frame) {
  const Json json = parse(frame);
  Payload payload(frame.payload);
  Message message = read_any(json, payload);
  payload.end();
  return message;
}

Command read_command(const Frame& frame) {
  const Json json = parse(frame);
  const std::string word = text(json, "kind");
  const auto kind = from_name<Command::Kind>(word);
  if (!kind)
    refuse_message("unknown kind " + quote(word) + ", not " + expected_names<Command::Kind>());
  Command command{*kind, {}, text(json, "reason")};
  for (const Json& each : list(json, "ops")) {
    if (!each.is_number_integer()) refuse_message("an op is not a number");
    command.ops.push_back(each.get<OpKey>());
  }
  return command;
}

}  // namespace ng::remote
