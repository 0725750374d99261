// SPDX-License-Identifier: Apache-2.0
// Parses frames to messages and validates all fields.
#include <cstring>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/parsing/json_field.h"
#include "engine/remote/message.h"

namespace ng::remote {
namespace {

constexpr std::size_t most_entries = 65536;  // per list
constexpr std::size_t most_axes = 32;
constexpr int most_lanes = 1024, most_rows = 8;  // of recorded events
constexpr const char* same_version = "use the same version of program and window";

[[noreturn]] void refuse_message(const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.what = "invalid message on the link: " + what;
  diagnostic.action = same_version;
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

// Calls `read` with the header's fields.
template <class Read>
auto with_header(const Frame& frame, const Read& read) {
  Reader reader(std::as_bytes(std::span(frame.header)), "message on the link");
  try {
    const JsonTree tree = parse_json(reader);
    return read(JsonField(tree, reader));
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.action = same_version;
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
}

std::int64_t integer(const JsonField& json, const char* key) {
  return json.at(key).integer(INT64_MIN, INT64_MAX);
}

std::size_t count(const JsonField& json, const char* key) {
  return static_cast<std::size_t>(json.at(key).integer(0, INT64_MAX));
}

OpId id_of(const JsonField& json) {
  const auto* large = std::get_if<std::uint64_t>(&json.value().data);
  return large ? *large : static_cast<OpId>(json.integer(0, INT64_MAX));
}

std::vector<JsonField> list(const JsonField& json, const char* key) {
  auto items = json.at(key).items();
  json.reader().check_limit("the number of entries", items.size(), most_entries);
  return items;
}

std::vector<std::string> texts(const JsonField& json, const char* key) {
  std::vector<std::string> all;
  for (const JsonField& each : list(json, key)) all.push_back(each.text());
  return all;
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

Hello read_hello(const JsonField& json) {
  Hello hello;
  const std::int64_t protocol = integer(json, "protocol");
  if (protocol != protocol_version) {
    refuse_message("the program uses protocol version " + std::to_string(protocol) +
                   ", the window " + std::to_string(protocol_version));
  }
  hello.pid = integer(json, "pid");
  hello.program = json.at("program").text();
  hello.version = json.at("version").text();
  hello.arguments = texts(json, "arguments");
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

GraphFiles read_graph(const JsonField& json, Payload& payload) {
  GraphFiles graph;
  for (const JsonField& each : list(json, "files")) {
    std::string name = each.at("name").text();
    if (!is_file_name(name)) refuse_message("invalid file name " + quote(name));
    graph.files.emplace_back(std::move(name), payload.take(count(each, "bytes")));
  }
  if (graph.files.empty()) refuse_message("a graph without a document");
  return graph;
}

OpValue read_value(const JsonField& json, Payload& payload) {
  const std::string type = json.at("dtype").text();
  const auto dtype = dtype_from_name(type);
  if (!dtype) refuse_message("unknown dtype " + quote(type));
  Shape shape;
  for (const JsonField& each : list(json, "shape")) {
    shape.push_back(each.integer(0, INT64_MAX));
    if (shape.size() > most_axes) refuse_message("invalid shape");
  }
  // Takes the bytes before allocating, so that a wrong shape cannot cause a large allocation.
  const std::int64_t elements = element_count(shape);
  const std::string_view bytes = payload.take(static_cast<std::size_t>(elements) * size_of(*dtype));
  OpValue value{id_of(json.at("op")), Tensor(*dtype, shape)};
  if (!bytes.empty()) std::memcpy(value.value.bytes.data(), bytes.data(), bytes.size());
  return value;
}

Called read_called(const JsonField& json, Payload& payload) {
  Called called;
  called.computation = id_of(json.at("computation"));
  called.name = json.at("name").text();
  called.transformer = json.at("transformer").text();
  called.without = texts(json, "without");
  called.count = integer(json, "count");
  called.microseconds = json.at("microseconds").number();
  for (const JsonField& each : list(json, "values"))
    called.values.push_back(read_value(each, payload));
  for (const JsonField& each : list(json, "points")) {
    Points points;
    points.op = id_of(each.at("op"));
    const std::size_t length = count(each, "count");
    points.x = payload.numbers(length);
    points.y = payload.numbers(length);
    called.points.push_back(std::move(points));
  }
  return called;
}

Measured read_measured(const JsonField& json, Payload& payload) {
  constexpr std::size_t event_bytes = 28;
  Measured measured;
  for (const JsonField& each : list(json, "names")) {
    measured.names.push_back(
        {each.at("text").text(), each.at("category").text(), each.at("detail").text()});
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

Message read_any(const JsonField& json, Payload& payload) {
  const std::string kind = json.at("kind").text();
  if (kind == "hello") return read_hello(json);
  if (kind == "graph") return read_graph(json, payload);
  if (kind == "called") return read_called(json, payload);
  if (kind == "measured") return read_measured(json, payload);
  if (kind == "end") return End{json.at("error").text()};
  if (kind != "halted") refuse_message("unknown kind " + quote(kind));
  return Stopped{json.at("halted").boolean(), id_of(json.at("op"))};
}

}  // namespace

Message read_message(const Frame& frame) {
  Payload payload(frame.payload);
  return with_header(frame, [&](const JsonField& json) {
    Message message = read_any(json, payload);
    payload.end();
    return message;
  });
}

Command read_command(const Frame& frame) {
  return with_header(frame, [&](const JsonField& json) {
    const std::string word = json.at("kind").text();
    const auto kind = from_name<Command::Kind>(word);
    if (!kind)
      refuse_message("unknown kind " + quote(word) + ", not " + expected_names<Command::Kind>());
    Command command{*kind, {}, json.at("reason").text()};
    for (const JsonField& each : list(json, "ops")) command.ops.push_back(id_of(each));
    return command;
  });
}

}  // namespace ng::remote
