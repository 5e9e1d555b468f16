"""What is known of one column, in memory that does not grow with the rows."""

import re
from datetime import date, datetime
from hashlib import blake2b
from random import Random

MISSING = frozenset(("", "na", "n/a", "nan", "null", "none", "nil", "#n/a", "-", "--", "—", "无", "空"))
BOOLEANS = frozenset(("true", "false", "yes", "no", "是", "否"))
NUMBER = re.compile(r"[+-]?(\d{1,300}(\.\d{0,300})?|\.\d{1,300})([eE][+-]?\d{1,3})?")
GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?")
CURRENCY = re.compile(r"^[¥￥$€£]\s?|\s?[%％元]$")
DATE = re.compile(r"(\d{4})([-/.年])(\d{1,2})([-/.月])(\d{1,2})日?(?:[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:Z|[+-]\d{2}:?\d{2})?)?")
TYPES = ("integer", "number", "date", "datetime", "boolean", "text")
SHOWN = 80
LONGEST_KEPT = 128
TOP = 5


class LongText(str):
    """The beginning of a long text, told apart from others by its digest."""

    length = 0

    @classmethod
    def of(cls, text):
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        kept = cls(f"{text[:SHOWN]}…{digest}")
        kept.length = len(text)
        return kept


class Column:
    def __init__(self, name, most_values, most_samples):
        self.name = name
        self.filled = 0
        self._values = {}
        self._most_values = most_values
        self._is_open = True
        self._types = dict.fromkeys(TYPES, 0)
        self._range = {}
        self._sum = 0.0
        self._lost = 0.0
        self._most_samples = most_samples
        self._samples = []
        self._seen = 0
        self._random = Random(0)
        self._examples = []
        self._lengths = (None, None)

    def add(self, cell):
        """While every value fits, each is looked at once, at the end; after that, every cell is."""
        value = cell if len(cell) <= LONGEST_KEPT else LongText.of(cell)
        if not self._is_open:
            self._look(value, 1)
            return
        count = self._values.get(value)
        if count is not None:
            self._values[value] = count + 1
        elif len(self._values) < self._most_values:
            self._values[value] = 1
        else:
            self._is_open = False
            for known, times in self._values.items():
                self._look(known, times)
            self._look(value, 1)

    def finish(self):
        if self._is_open:
            for value, times in self._values.items():
                self._look(value, times)
        return self

    def _look(self, cell, count):
        text = cell.strip()
        if text.lower() in MISSING:
            return
        self.filled += count
        if len(self._examples) < 3:
            self._examples.append(cut(text))
        shortest, longest = self._lengths
        length = cell.length if isinstance(cell, LongText) else len(text)
        self._lengths = (
            length if shortest is None else min(shortest, length),
            length if longest is None else max(longest, length),
        )
        kind, key = kind_of(text)
        self._types[kind] += count
        if key is None:
            return
        group = "number" if kind in ("integer", "number") else "date"
        low, high = self._range.get(group, ((key, text), (key, text)))
        self._range[group] = (min(low, (key, text)), max(high, (key, text)))
        if group == "number":
            self._add_number(key, count)

    def _add_number(self, number, count):
        # Kahan's sum: many small numbers lose nothing to a large one.
        part = number * count - self._lost
        total = self._sum + part
        self._lost = (total - self._sum) - part
        self._sum = total
        for _ in range(min(count, self._most_samples)):
            self._seen += 1
            if len(self._samples) < self._most_samples:
                self._samples.append(number)
            else:
                place = self._random.randrange(self._seen)
                if place < self._most_samples:
                    self._samples[place] = number

    def type(self):
        """The one type of all its values, else `mixed` where most have another than text."""
        present = [kind for kind in TYPES if self._types[kind]]
        if not present:
            return "empty"
        if len(present) == 1:
            return present[0]
        if set(present) == {"integer", "number"}:
            return "number"
        if set(present) == {"date", "datetime"}:
            return "datetime"
        return "text" if self._types["text"] * 2 > self.filled else "mixed"

    def numbers(self):
        """A sample, for a chart; empty where it is no column of numbers."""
        return self._samples if self.type() in ("integer", "number") else []

    def bounds(self):
        """The least and the greatest number of all, not only of the sample."""
        low, high = self._range["number"]
        return low[0], high[0]

    def top(self):
        if not self._is_open:
            return []
        most = sorted(self._values.items(), key=lambda pair: (-pair[1], pair[0]))
        return [(value, count) for value, count in most if value.strip().lower() not in MISSING][:TOP]

    def describe(self, rows):
        kind = self.type()
        told = {
            "name": self.name,
            "type": kind,
            "filled": self.filled,
            "missing": rows - self.filled,
            "missing_percent": round(100 * (rows - self.filled) / rows, 2) if rows else 0,
            "distinct": sum(1 for value in self._values if value.strip().lower() not in MISSING),
            "distinct_is_exact": self._is_open,
            "examples": self._examples,
        }
        if kind == "mixed":
            told["types"] = {name: count for name, count in self._types.items() if count}
        group = "number" if kind in ("integer", "number") else "date" if kind in ("date", "datetime") else None
        if group in self._range:
            low, high = self._range[group]
            told["min"], told["max"] = cut(low[1]), cut(high[1])
        elif self._lengths[0] is not None:
            told["shortest"], told["longest"] = self._lengths
        if group == "number":
            told["mean"] = float(f"{self._sum / self.filled:.12g}")
        repeated = [{"value": cut(value), "count": count} for value, count in self.top() if count > 1]
        if repeated:
            told["top"] = repeated
        return told


def kind_of(text):
    """The type of one value, and what it is compared by."""
    number = number_of(text)
    if number is not None:
        return ("integer" if is_whole(text) else "number"), number
    found = DATE.fullmatch(text)
    if found is not None:
        year, _, month, _, day, clock = found.groups()
        try:
            moment = date(int(year), int(month), int(day))
            time = datetime.strptime(clock.split(".")[0][:8].ljust(5), "%H:%M:%S" if clock.count(":") == 2 else "%H:%M") if clock else None
        except ValueError:
            return "text", None
        key = f"{moment.isoformat()} {time.time().isoformat() if time else ''}"
        return ("datetime" if clock else "date"), key
    return ("boolean", None) if text.lower() in BOOLEANS else ("text", None)


def number_of(text):
    plain = CURRENCY.sub("", text) if text[:1] in "¥￥$€£" or text[-1:] in "%％元" else text
    if "," in plain and GROUPED.fullmatch(plain):
        plain = plain.replace(",", "")
    if not NUMBER.fullmatch(plain) or is_code(plain):
        return None
    number = float(plain)
    return number if abs(number) != float("inf") else None


def is_code(plain):
    """What has a zero before other digits, as telephone numbers may, is a name and no amount."""
    digits = plain.lstrip("+-")
    return len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()


def is_whole(text):
    return not any(mark in text for mark in ".eE%％")


def cut(text):
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
