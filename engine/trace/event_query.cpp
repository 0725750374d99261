// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/event_query.h"

#include <array>
#include <cmath>

#include "engine/base/characters.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/search/search_syntax.h"
#include "engine/records/search/text_test.h"

namespace ng {
namespace {

using Texts = std::vector<std::string>;

// What the tests of one timeline refer to.
struct Subject {
  const Timeline& timeline;
  const CompilationRecord* compilation;
};

const KernelRecord* kernel_of(const TimelineName& name, const Subject& subject) {
  return subject.compilation ? subject.compilation->kernel(name.text) : nullptr;
}

// Names and kinds of the ops that an event computes: those inside its kernel and those that the
// user wrote for them, or the op that it is named after.
Texts ops_of(const TimelineName& name, const Subject& subject) {
  const KernelRecord* kernel = kernel_of(name, subject);
  if (!kernel) return name.category == "step" ? Texts{name.text} : Texts{};
  Texts texts;
  const auto add = [&texts](const OpRecord* op) {
    if (op) texts.insert(texts.end(), {op->name, op->op});
  };
  const GraphRecordPtr last = subject.compilation->final_graph();
  const GraphRecordPtr written = subject.compilation->as_written();
  for (const OpId id : kernel->ops) {
    const OpRecord* op = last ? last->find(id) : nullptr;
    add(op);
    if (op && written)
      for (const OpId origin : op->origins) add(written->find(origin));
  }
  return texts;
}

struct NameField {
  const char* name;
  Texts (*of)(const TimelineName& name, const Subject& subject);
};

constexpr std::array name_fields{
    NameField{"name", [](const TimelineName& name, const Subject&) { return Texts{name.text}; }},
    NameField{"kind",
              [](const TimelineName& name, const Subject&) { return Texts{name.category}; }},
    NameField{"detail",
              [](const TimelineName& name, const Subject&) { return Texts{name.detail}; }},
    NameField{"kernel",
              [](const TimelineName& name, const Subject& subject) {
                const bool step = !subject.compilation && name.category == "step";
                return step || kernel_of(name, subject) ? Texts{name.text} : Texts{};
              }},
    NameField{"op", ops_of},
    NameField{"pass",
              [](const TimelineName& name, const Subject&) {
                return name.category == "pass" ? Texts{name.text} : Texts{};
              }},
};

struct NumberField {
  const char* name;
  Amount amount;
  double (*of)(const TimelineEvent& event, std::int64_t begin);  // `begin`: of the timeline
};

double length(const TimelineEvent& event, std::int64_t) {
  return static_cast<double>(event.end - event.begin) / 1e3;
}

constexpr std::array number_fields{
    NumberField{"us", Amount::time, length},
    NumberField{"time", Amount::time, length},
    NumberField{"start", Amount::time,
                [](const TimelineEvent& event, std::int64_t begin) {
                  return static_cast<double>(event.begin - begin) / 1e3;
                }},
    NumberField{"iteration", Amount::count,
                [](const TimelineEvent& event, std::int64_t) {
                  return event.number < 0 ? std::nan("") : static_cast<double>(event.number);
                }},
};

// The number of an epoch is no iteration.
EventTest without_epochs(EventTest test, const NumberField& field, const Subject& subject) {
  if (field.of != number_fields.back().of) return test;
  std::vector<char> epochs;
  for (const TimelineName& name : subject.timeline.names())
    epochs.push_back(name.category == "epoch");
  return [test = std::move(test), epochs = std::move(epochs)](std::size_t lane,
                                                              const TimelineEvent& event) {
    return !(event.name < epochs.size() && epochs[event.name]) && test(lane, event);
  };
}

template <class Fields>
auto field_named(const Fields& fields, const std::string& name) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const auto& field) { return name == field.name; });
  return found == fields.end() ? nullptr : &*found;
}

// "5..9" or "5".
EventTest range_test(const NumberField& field, const std::string& text, std::size_t column,
                     std::int64_t begin) {
  const std::size_t dots = text.find("..");
  const double from = read_amount(text.substr(0, dots), field.amount, column);
  const double to = dots == std::string::npos
                        ? from
                        : read_amount(text.substr(dots + 2), field.amount,
                                      column + characters_in(text.substr(0, dots)) + 2);
  return [of = field.of, from, to, begin](std::size_t, const TimelineEvent& event) {
    const double value = of(event, begin);
    return value >= from && value <= to;
  };
}

// Whether each name and each lane matches is computed once, not for each event.
EventTest flag_test(std::vector<char> names, std::vector<char> lanes) {
  return [names = std::move(names), lanes = std::move(lanes)](std::size_t lane,
                                                              const TimelineEvent& event) {
    return (event.name < names.size() && names[event.name]) || (lane < lanes.size() && lanes[lane]);
  };
}

EventTest text_field(const std::vector<const NameField*>& fields, bool lanes, const TextTest& test,
                     const Subject& subject) {
  std::vector<char> of_name, of_lane;
  for (const TimelineName& name : subject.timeline.names()) {
    const bool matches = std::any_of(fields.begin(), fields.end(), [&](const NameField* field) {
      const Texts texts = field->of(name, subject);
      return std::any_of(texts.begin(), texts.end(), test);
    });
    of_name.push_back(matches);
  }
  if (lanes)
    for (const TimelineLane& lane : subject.timeline.lanes()) of_lane.push_back(test(lane.name));
  return flag_test(std::move(of_name), std::move(of_lane));
}

EventTest term(const std::string& word, std::size_t column, const Subject& subject) {
  const std::int64_t begin = subject.timeline.begin();
  if (const auto sign = comparison_sign(word)) {
    const NumberField* field = field_named(number_fields, lower_ascii(word.substr(0, *sign)));
    if (field) {
      const auto test =
          [of = field->of, begin, limit = read_comparison(word, *sign, field->amount, column)](
              std::size_t, const TimelineEvent& event) { return limit.holds(of(event, begin)); };
      return without_epochs(test, *field, subject);
    }
  }
  const std::size_t colon = word.find(':');
  const std::string name = colon == std::string::npos ? "" : lower_ascii(word.substr(0, colon));
  if (const NumberField* field = field_named(number_fields, name))
    return without_epochs(range_test(*field, word.substr(colon + 1), column + colon + 1, begin),
                          *field, subject);
  const NameField* field = field_named(name_fields, name);
  if (field || name == "lane") {
    const auto make_test = name == "kernel" ? word_test : text_test;
    const TextTest test = make_test(word.substr(colon + 1), column + colon + 1);
    return text_field(field ? std::vector{field} : std::vector<const NameField*>(), name == "lane",
                      test, subject);
  }
  return text_field({field_named(name_fields, "name"), field_named(name_fields, "kind")}, true,
                    text_test(word, column), subject);
}

}  // namespace

EventQuery::EventQuery(std::string_view text) : text_(is_blank(text) ? "" : text) {
  on({}, nullptr);  // finds syntax errors
}

EventTest EventQuery::on(const Timeline& timeline, const CompilationRecord* compilation) const {
  if (empty()) return {};
  const Subject subject{timeline, compilation};
  return search_test<EventTest>(
      parse_search(text_),
      [&](const std::string& word, std::size_t column) { return term(word, column, subject); });
}

std::vector<EventPlace> find_events(const Timeline& timeline, const EventTest& test,
                                    std::int64_t from, std::int64_t to) {
  std::vector<EventPlace> found;
  for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane) {
    const std::vector<EventRow>& rows = timeline.lanes()[lane].rows;
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t i = rows[r].first_ending_from(from);
           i < rows[r].size() && rows[r].begin(i) <= to; ++i)
        if (!test || test(lane, rows[r][i])) found.push_back({lane, r, i});
  }
  return found;
}

std::vector<std::string> event_query_fields() {
  std::vector<std::string> fields{"lane:"};
  for (const NameField& field : name_fields) fields.push_back(std::string(field.name) + ":");
  for (const NumberField& field : number_fields) {
    const std::string name = field.name;
    if (field.amount == Amount::count)
      fields.insert(fields.end(), {name + "=", name + ":"});
    else
      fields.push_back(name + ">");
  }
  return fields;
}

std::string unknown_event_field(std::string_view search) {
  std::string fields = "lane";
  for (const NameField& field : name_fields) fields += std::string(", ") + field.name;
  for (const NumberField& field : number_fields) fields += std::string(", ") + field.name;
  for (const std::string& name : searched_fields(search)) {
    const std::string lower = lower_ascii(name);
    if (lower == "lane" || field_named(name_fields, lower) || field_named(number_fields, lower))
      continue;
    return "'" + name + "' is not a field; fields are " + fields;
  }
  return {};
}

}  // namespace ng
