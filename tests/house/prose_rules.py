# SPDX-License-Identifier: Apache-2.0
"""Rules for prose and identifiers: no idioms, and the field's word where it has one. Each function
takes the tree and returns a list of violations."""

import re

# Idioms that readers must decode; the field has a plain word for each.
IDIOMS = ("told", "tells of", "anew", "goes on", "to be had", "wish(?:es|ed)?", "deeds?",
          "yardsticks?", "look-?alikes?", "weightiest", "holds to", "comes to no end", "yet to")
# Words that are no part of an identifier: idioms, and words for which the field has another one.
UNPLAIN_PARTS = {"told", "anew", "wish", "wishes", "wished", "deed", "deeds", "yardstick", "mood",
                 "lasting", "weightiest", "odd", "halt", "halts", "halted", "inquiry", "inquiries",
                 "inquire", "inquiring", "inquirer", "go on", "goes on"}
# Identifiers that have them: a message of a protocol; numbers that are not even.
EXEMPT_IDENTIFIERS = {"go_on", "odd", "rounded_to_odd"}
# Folder or file, phrase that is allowed there (None: any), reason.
ALLOWED_IDIOMS = (
    ("tests/house/", None, "lists the idioms"),
)


def blank(text, mark):
    return re.sub(r"\S", mark, text)


def prose_of(name, text):
    """The text with the same length and lines, in which code, also in backticks, is replaced by
    '|', and comment marks and quotes by spaces, so that a phrase may span lines."""
    if name.endswith(".md"):
        text = re.sub(r"^\s*```.*?^\s*```", lambda m: blank(m[0], "|"), text,
                      flags=re.MULTILINE | re.DOTALL)
        return re.sub(r"`[^`\n]*`", lambda m: blank(m[0], "|"), text)
    if name.endswith(".py"):
        pieces = (r"#[^\n]*|\"{3}.*?\"{3}|'{3}.*?'{3}"
                  r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'")
    else:
        pieces = (r"//[^\n]*|/\*.*?\*/|R\"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)\""
                  r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'")
    prose, end = [], 0
    for piece in re.finditer(pieces, text, re.DOTALL):
        words = re.sub(r"`[^`\n]*`", lambda m: blank(m[0], "|"), piece[0])
        words = re.sub(r"\\n|^(?://+|/\*|#+)|\"", lambda m: " " * len(m[0]), words)
        prose += [blank(text[end:piece.start()], "|"), words]
        end = piece.end()
    return "".join(prose) + blank(text[end:], "|")


def no_idioms(tree):
    idiom = re.compile(r"(?<![\w-])(?:" + "|".join(IDIOMS).replace(" ", r"\s+") + r")(?![\w-])",
                       re.IGNORECASE)
    complaints = []
    for name, text in {**tree.texts, **tree.documents}.items():
        allowed = [phrase for place, phrase, _ in ALLOWED_IDIOMS if name.startswith(place)]
        if None in allowed:
            continue
        prose = prose_of(name, text)
        for phrase in allowed:
            prose = re.sub(phrase.replace(" ", r"\s+"), lambda m: blank(m[0], "|"), prose)
        complaints += [f"{name}:{prose.count(chr(10), 0, found.start()) + 1}: an idiom; say it "
                       f"plainly: {' '.join(found[0].split())}" for found in idiom.finditer(prose)]
    return complaints


def identifiers_are_plain(tree):
    skipped = re.compile(r"//[^\n]*|/\*.*?\*/|R\"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)\""
                         r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'|#include[^\n]*", re.DOTALL)
    complaints = []
    for name, text in tree.texts.items():
        if name.endswith(".py"):
            continue
        code = skipped.sub(lambda m: blank(m[0], " "), text)
        for found in re.finditer(r"[A-Za-z_]\w*", code):
            parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", found[0])
            words = {part.lower() for part in parts}
            words |= {a.lower() + " " + b.lower() for a, b in zip(parts, parts[1:])}
            if found[0] not in EXEMPT_IDENTIFIERS and UNPLAIN_PARTS & words:
                complaints.append(f"{name}:{code.count(chr(10), 0, found.start()) + 1}: not the "
                                  f"field's word: {found[0]}")
    return complaints
