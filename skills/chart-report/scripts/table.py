"""Reads a CSV file: its rows, what kind each column is of, and numbers as people write them."""

import csv
import io
import re
from pathlib import Path

MOST_BYTES = 50_000_000
ENCODINGS = ("utf-8-sig", "gb18030")
DATE = re.compile(r"^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?")
NOT_THERE = {"", "-", "n/a", "na", "null", "none", "nan", "无", "空"}


class Problem(Exception):
    """What keeps the work from being done, as a sentence that says what to do."""


class Table:
    def __init__(self, columns, rows):
        self.columns = columns
        self.rows = rows

    def values(self, column):
        """One column by its name; raises `Problem` with the names there are."""
        if column not in self.columns:
            raise Problem(f"There is no column {column!r}. There are: {', '.join(self.columns)}.")
        at = self.columns.index(column)
        return [row[at].strip() if at < len(row) else "" for row in self.rows]

    def kind(self, column):
        """`number`, `date` or `text`, by nine in ten of the values that are there."""
        there = [value for value in self.values(column) if value.lower() not in NOT_THERE]
        if not there:
            return "text"
        for kind, reads in (("date", date), ("number", number)):
            if sum(reads(value) is not None for value in there) >= 0.9 * len(there):
                return kind
        return "text"


def read_table(path):
    """The first line names the columns; empty lines are left out."""
    file = Path(path)
    if not file.is_file():
        there = sorted(found.name for found in Path(".").glob("*.csv"))
        raise Problem(f"There is no file {path!r}. CSV files here: {', '.join(there) or 'none'}.")
    if file.stat().st_size > MOST_BYTES:
        raise Problem(f"{path!r} is larger than {MOST_BYTES // 1_000_000} MB. Use a part of it.")
    text = decoded(file.read_bytes(), path)
    lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text)))
    rows = [line for line in lines if any(cell.strip() for cell in line)]
    if len(rows) < 2:
        raise Problem(f"{path!r} has no rows below its heading. Use a file with data.")
    columns = [name.strip() or f"column {at}" for at, name in enumerate(rows[0], 1)]
    return Table(columns, rows[1:])


def decoded(content, path):
    for encoding in ENCODINGS:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Problem(f"{path!r} is no text in UTF-8 or GB18030. Save it as CSV in UTF-8.")


def delimiter_of(text):
    head = text.split("\n", 1)[0]
    return max(",;\t|", key=head.count)


def number(text):
    """`1,234.50`, `¥80`, `(3)`, `12%`; None where it is none."""
    bare = re.sub(r"[\s,，¥￥$€£]", "", text)
    is_negative = bare.startswith("(") and bare.endswith(")")
    bare = bare.strip("()")
    is_share = bare.endswith("%")
    if not re.fullmatch(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", bare.rstrip("%")):
        return None
    value = float(bare.rstrip("%")) / (100 if is_share else 1)
    return -value if is_negative else value


def date(text):
    """As `2026-05-01`, or `2026-05` where there is no day; None where it is none."""
    found = DATE.match(text)
    if found is None:
        return None
    year, month, day = found.groups()
    if not 1 <= int(month) <= 12 or (day is not None and not 1 <= int(day) <= 31):
        return None
    return f"{year}-{int(month):02}" + ("" if day is None else f"-{int(day):02}")
