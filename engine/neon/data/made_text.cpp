// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/made_text.h"

#include <iterator>
#include <vector>

#include "engine/neon/data/mt19937.h"

namespace ng::neon {
namespace {

// Three noun classes; verb endings and pronouns agree with the class of the subject.
const char* const nouns[3][8] = {{"boru", "tamo", "kelo", "miru", "soto", "varo", "nuro", "delu"},
                                 {"sila", "mena", "tira", "vola", "pana", "kira", "luna", "sema"},
                                 {"fep", "gim", "tok", "ruk", "nid", "pol", "ket", "sab"}};
const char* const adjectives[] = {"grom", "tilis", "vek", "sorm", "palin", "dus", "kevar", "mol"};
const char* const verbs[] = {"kant", "mov", "sper", "dorm", "pli", "ven", "trag", "sult"};
const char* const endings[3] = {"os", "ai", "et"};
const char* const pronouns[3] = {"lo", "la", "ti"};
const char* const joins[] = {"e", "pero", "dum", "sed"};
const char* const places[] = {"sub", "trans", "apud", "super"};

class Speaker {
 public:
  explicit Speaker(std::uint32_t seed) : random_(seed) {}

  std::string sentence() {
    const int subject = pick(3);
    std::string text = " " + phrase(subject) + " " + verb(subject);
    if (pick(3) > 0) text += " " + phrase(pick(3));
    if (pick(3) == 0) text += std::string(" ") + one(places) + " " + phrase(pick(3));
    if (pick(2) == 0) {
      text += std::string(" ") + one(joins) + " " + pronouns[subject] + " " + verb(subject);
      if (pick(2) == 0) text += " " + phrase(pick(3));
    }
    return text + " \n";
  }

 private:
  int pick(int below) { return static_cast<int>(random_.uniform() * below); }

  // Picks a word; earlier words of the list are more frequent, as in natural languages.
  template <std::size_t n>
  const char* one(const char* const (&words)[n]) {
    const double u = random_.uniform();
    return words[static_cast<std::size_t>(u * u * n)];
  }

  std::string phrase(int kind) {
    const std::string noun = one(nouns[kind]);
    return pick(3) == 0 ? std::string(one(adjectives)) + " " + noun : noun;
  }

  std::string verb(int subject) { return std::string(one(verbs)) + endings[subject]; }

  RandomState random_;
};

}  // namespace

std::string speak(std::int64_t bytes, std::uint32_t seed) {
  Speaker speaker(seed);
  std::string text;
  while (std::ssize(text) < bytes) text += speaker.sentence();
  return text;
}

}  // namespace ng::neon
