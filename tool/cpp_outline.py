# SPDX-License-Identifier: Apache-2.0
"""The outline of a C++ file: which function, type or member a place in it belongs to.

Reads braces, not the language; good for sources laid out as ours are.
"""
import bisect
import re

BLANKED = re.compile(r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"'
                     r"|'(?:\\.|[^'\\\n])'", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
TEST = re.compile(r"\b(?:TEST|TEST_F|TEST_P|TYPED_TEST)\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)")
TYPE = re.compile(r"\b(?:struct|class|union|enum(?:\s+class)?)\s+(\w+)[^()=]*$")
FUNCTION = re.compile(r"((?:\w+::)*~?\w+|operator\s*[^\s(]+)\s*\(")
NOT_A_NAME = set("if for while switch catch return sizeof alignas decltype noexcept requires "
                 "static_assert __attribute__ defined do else".split())


def blank(text):
    """The text with comments, strings and directives turned to spaces, places kept."""
    def spaces(match):
        return re.sub(r"[^\n]", " ", match.group())
    return DIRECTIVE.sub(spaces, BLANKED.sub(spaces, text))


def name_of(head):
    """(kind, name) of what a declaration or the head of a block declares."""
    test = TEST.search(head)
    if test:
        return "function", f"{test[1]}.{test[2]}"
    if re.search(r"\bnamespace\b|\bextern\s*$", head):
        return "namespace", ""
    kind = TYPE.search(head)
    if kind:
        return "type", kind[1]
    called = next((match for match in FUNCTION.finditer(head) if match[1] not in NOT_A_NAME), None)
    equals = re.search(r"(?<!operator)(?<![=!<>])=(?!=)", head)
    if called and not (equals and equals.start() < called.start()):
        return "function", re.sub(r"\s+", " ", called[1])
    variable = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", head[:equals.start()] if equals else head)
    return "variable", variable[1] if variable else ""


class Outline:
    """The named blocks and declarations of one C++ file, and which of them holds a place."""

    def __init__(self, text):
        self.text = text
        self.code = blank(text)
        self.spans = []         # (begin, end, kind, qualified name), inner ones after outer ones
        self.walk()
        self.begins = [span[0] for span in self.spans]

    def walk(self):
        stack, begin, parens, last = [], 0, 0, ""
        for place, sign in enumerate(self.code):
            if sign in "()":
                parens += 1 if sign == "(" else -1
            elif sign == "{":
                head = self.code[begin:place]
                kind, name = name_of(head)
                inside = any(block[1] in ("function", "variable") for block in stack)
                if inside or parens > 0 or (kind == "variable" and not name):
                    kind = "plain"
                elif head.lstrip().startswith(","):     # the next member initialiser
                    name = last
                stack.append((begin + len(head) - len(head.lstrip()), kind, name, parens, begin))
                begin, parens = place + 1, 0
            elif sign == "}" and stack:
                start, kind, name, parens, head_begin = stack.pop()
                if kind in ("function", "type", "variable"):
                    owner = [block[2] for block in stack if block[1] == "type"]
                    self.spans.append((start, place, kind, "::".join(owner + [name])))
                    last = name
                begin = head_begin if kind == "plain" else place + 1
            elif sign == ";" and parens == 0:
                if all(block[1] in ("namespace", "type") for block in stack):
                    self.declare(begin, place, stack)
                begin = place + 1
        self.spans.sort(key=lambda span: (span[0], -span[1]))

    def declare(self, begin, end, stack):
        head = self.code[begin:end]
        kind, name = name_of(head)
        if head.strip() and name and not re.match(r"\s*(using|friend|typedef)\b", head):
            owner = [block[2] for block in stack if block[1] == "type"]
            start = begin + len(head) - len(head.lstrip())
            self.spans.append((start, end, "declaration", "::".join(owner + [name])))

    def line_bounds(self, place):
        begin = self.text.rfind("\n", 0, place) + 1
        end = self.text.find("\n", place)
        return begin, len(self.text) if end < 0 else end

    def owner(self, place):
        """The name of the function, type or member that a tag at this place speaks of; '' for the
        file as a whole."""
        begin, end = self.line_bounds(place)
        held = [span for span in self.spans if span[0] <= place <= span[1] and span[2] != "type"]
        if held:
            return held[-1][3]
        if self.code[begin:end].strip():               # the line's own declaration, or its type's
            inner = [span for span in self.spans
                     if begin <= span[1] < end or begin <= span[0] < end]
            if inner:
                return inner[-1][3]
        else:                                           # a comment above a declaration
            following = self.text[end:]
            skipped = re.match(r"(\s|//[^\n]*)*", following).end()
            target = end + skipped
            if following[skipped:skipped + 1] != "#":
                index = bisect.bisect_left(self.begins, target)
                if index < len(self.spans) and self.spans[index][0] == target:
                    return self.spans[index][3]
        types = [span for span in self.spans if span[2] == "type" and span[0] <= place <= span[1]]
        return types[-1][3] if types else ""
