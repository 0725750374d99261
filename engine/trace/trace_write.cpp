// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "engine/base/atomic_file.h"
#include "engine/trace/perfetto_file.h"
#include "engine/trace/trace_file.h"

namespace ng {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') out += '\\';
    if (code < 0x20) {
      out += ' ';
    } else {
      out += c;
    }
  }
  return out + '"';
}

void add_number(std::string& out, std::int64_t number) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

// Nanoseconds as microseconds with three decimals.
void add_microseconds(std::string& out, std::int64_t time) {
  if (time < 0) out += '-', time = -time;
  add_number(out, time / 1000);
  const auto part = static_cast<int>(time % 1000);
  const char digits[4] = {'.', static_cast<char>('0' + part / 100),
                          static_cast<char>('0' + part / 10 % 10),
                          static_cast<char>('0' + part % 10)};
  out.append(digits, sizeof digits);
}

// The common JSON prefix of all events of each name.
std::vector<std::string> beginnings(const Timeline& timeline) {
  std::vector<std::string> texts;
  for (const TimelineName& name : timeline.names()) {
    texts.push_back(",\n{\"name\":" + quoted(name.text) + ",\"cat\":" + quoted(name.category) +
                    ",\"ph\":\"X\",\"pid\":1,\"args\":{" +
                    (name.detail.empty() ? "" : "\"detail\":" + quoted(name.detail)));
  }
  return texts;
}

void add_lane(std::string& out, const Timeline& timeline, std::size_t lane,
              const std::vector<std::string>& texts) {
  const std::string thread = "},\"tid\":" + std::to_string(lane + 1) + ",\"ts\":";
  for (const EventRow& row : timeline.lanes()[lane].rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const TimelineEvent event = row[i];
      out += texts[event.name];
      if (event.number >= 0) {
        out += texts[event.name].back() == '{' ? "\"call\":" : ",\"call\":";
        add_number(out, event.number);
      }
      out += thread;
      add_microseconds(out, event.begin);
      out += ",\"dur\":";
      add_microseconds(out, event.end - event.begin);
      out += '}';
    }
  }
}

}  // namespace

std::string trace_text(const Timeline& timeline) {
  std::string out = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
  out += "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"ngraph\"}}";
  const std::vector<std::string> texts = beginnings(timeline);
  for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane) {
    out +=
        ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":" + std::to_string(lane + 1) +
        ",\"args\":{\"name\":" + quoted(timeline.lanes()[lane].name) + "}}";
    add_lane(out, timeline, lane, texts);
  }
  return out + "\n]}\n";
}

void write_trace(const std::string& path, const Timeline& timeline) {
  const bool binary = path.ends_with(".pftrace") || path.ends_with(".perfetto-trace");
  write_file(path, binary ? perfetto_bytes(timeline) : trace_text(timeline));
}

}  // namespace ng
