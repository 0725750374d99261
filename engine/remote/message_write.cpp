// SPDX-License-Identifier: Apache-2.0
// Writes messages as frames: numbers in the header, arrays and files in the payload.
#include <nlohmann/json.hpp>

#include "engine/base/enum_names.h"
#include "engine/remote/message.h"

namespace ng::remote {
namespace {

using Json = nlohmann::json;

// Replaces bytes that are not UTF-8.
std::string text_of(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string bytes_of(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

struct Writer {
  std::string payload;

  Json operator()(const Hello& hello) {
    return {{"kind", "hello"},          {"protocol", hello.protocol},   {"pid", hello.pid},
            {"program", hello.program}, {"arguments", hello.arguments}, {"version", hello.version}};
  }
  Json operator()(const GraphFiles& graph) {
    Json files = Json::array();
    for (const auto& [name, content] : graph.files) {
      files.push_back({{"name", name}, {"bytes", content.size()}});
      payload += content;
    }
    return {{"kind", "graph"}, {"files", files}};
  }
  Json operator()(const Called& called) {
    Json values = Json::array(), points = Json::array();
    for (const OpValue& each : called.values) {
      values.push_back({{"op", each.op},
                        {"dtype", std::string(name(each.value.dtype))},
                        {"shape", each.value.shape}});
      payload.append(reinterpret_cast<const char*>(each.value.bytes.data()),
                     each.value.bytes.size());
    }
    for (const Points& each : called.points) {
      points.push_back({{"op", each.op}, {"count", each.x.size()}});
      payload += bytes_of(each.x) + bytes_of(each.y);
    }
    return {{"kind", "called"},
            {"computation", called.computation},
            {"name", called.name},
            {"transformer", called.transformer},
            {"without", called.without},
            {"count", called.count},
            {"microseconds", called.microseconds},
            {"values", values},
            {"points", points}};
  }
  Json operator()(const Stopped& message) {
    return {{"kind", "halted"}, {"halted", message.stopped}, {"op", message.op}};
  }
  Json operator()(const Measured& measured) {
    Json names = Json::array();
    for (const TimelineName& each : measured.names) {
      names.push_back({{"text", each.text}, {"category", each.category}, {"detail", each.detail}});
    }
    const auto add = [this](auto number) {
      payload.append(reinterpret_cast<const char*>(&number), sizeof(number));
    };
    for (const Measured::Event& each : measured.events) {
      add(each.lane);
      add(each.row);
      add(each.name);
      add(each.number);
      add(each.begin);
      add(each.end);
    }
    return {{"kind", "measured"}, {"names", names}, {"events", measured.events.size()}};
  }
  Json operator()(const End& end) { return {{"kind", "end"}, {"error", end.error}}; }
};

}  // namespace

Frame to_frame(const Message& message) {
  Writer writer;
  const Json header = std::visit(writer, message);
  return {text_of(header), std::move(writer.payload)};
}

Frame to_frame(const Command& command) {
  return {text_of({{"kind", name(command.kind)}, {"ops", command.ops}, {"reason", command.reason}}),
          {}};
}

}  // namespace ng::remote
