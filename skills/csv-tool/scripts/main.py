#!/usr/bin/env python3
"""Looks into a CSV file of the workspace and prints one JSON envelope."""

import argparse
import csv
import io
import json
import os
import re
import sys
from decimal import Decimal, getcontext
from pathlib import Path

MOST_ROWS = 200
EXAMPLES = 3
CELL_CHARS = 500
CURRENCY = re.compile(r"[¥￥$€£\s]")
GROUPED = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
NUMBER = re.compile(r"[+-]?([0-9]{1,40}(\.[0-9]{0,40})?|\.[0-9]{1,40})([eE][+-]?[0-9]{1,2})?")
MOST_BYTES = 200_000_000
NAMES_CHARS = 1000
OPTION = re.compile(r"--([a-z]+)")


class Refusal(Exception):
    """What the caller can correct: a sentence, and the parameter it is about."""

    def __init__(self, message, parameter):
        super().__init__(message)
        self.parameter = parameter


class Parser(argparse.ArgumentParser):
    def error(self, message):
        named = OPTION.search(message)
        raise Refusal(message, named.group(1) if named else None)


def main():
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    csv.field_size_limit(10_000_000)
    # No number that is accepted loses a digit in a sum.
    getcontext().prec = 300
    try:
        arguments = parser().parse_args()
        envelope = {"columns": columns, "head": head, "sum": add_up}[arguments.action](arguments)
    except Refusal as refusal:
        envelope = {"success": False, "error": str(refusal), "error_type": "recoverable"}
        if refusal.parameter:
            envelope["need_param"] = refusal.parameter
    print(json.dumps(envelope, ensure_ascii=False))
    return 0 if envelope["success"] else 1


def parser():
    top = Parser(prog="csv-tool")
    actions = top.add_subparsers(dest="action", required=True, parser_class=Parser)
    for name in ("columns", "head", "sum"):
        action = actions.add_parser(name)
        action.add_argument("--file", required=True)
        action.add_argument("--delimiter")
        action.add_argument("--rows", type=int, default=10)
        action.add_argument("--column")
        action.add_argument("--by")
    return top


def columns(arguments):
    header, rows = read_table(arguments)
    filled = [0] * len(header)
    total = 0
    for row in rows:
        total += 1
        for place, cell in enumerate(row):
            filled[place] += cell.strip() != ""
    listed = [{"name": name, "filled": count} for name, count in zip(header, filled)]
    return {"success": True, "data": {"columns": listed, "rows": total}}


def head(arguments):
    if not 1 <= arguments.rows <= MOST_ROWS:
        raise Refusal(f"rows must be from 1 to {MOST_ROWS}, not {arguments.rows}", "rows")
    header, rows = read_table(arguments)
    shown = []
    total = 0
    for row in rows:
        total += 1
        if len(shown) < arguments.rows:
            shown.append({name: cell[:CELL_CHARS] for name, cell in zip(header, row)})
    return {"success": True, "data": {"rows": shown, "shown": len(shown), "total_rows": total}}


def add_up(arguments):
    header, rows = read_table(arguments)
    place = place_of(header, arguments.column, "column")
    group_place = None if arguments.by is None else place_of(header, arguments.by, "by")
    total, summed, blank = Decimal(0), 0, 0
    groups, refused = {}, []
    for line, row in enumerate(rows, start=2):
        cell = row[place].strip()
        number = None if cell == "" else number_of(cell)
        if cell == "":
            blank += 1
        elif number is None:
            refused.append({"row": line, "value": cell[:80]})
        else:
            summed += 1
            total += number
            if group_place is not None:
                group = row[group_place]
                groups[group] = groups.get(group, Decimal(0)) + number
    data = {
        "column": header[place],
        "sum": format(total, "f"),
        "summed": summed,
        "blank": blank,
        "not_numeric": len(refused),
        "total_rows": summed + blank + len(refused),
    }
    if group_place is not None:
        listed = sorted(groups.items(), key=lambda pair: -pair[1])
        data["groups"] = [{"value": name, "sum": format(part, "f")} for name, part in listed]
    envelope = {"success": True, "data": data}
    if refused:
        examples = ", ".join(f"row {one['row']}: {one['value']}" for one in refused[:EXAMPLES])
        envelope["warning"] = f"{len(refused)} cells are not numbers and were left out ({examples})"
    return envelope


def number_of(text):
    is_negative = text.startswith("(") and text.endswith(")")
    plain = CURRENCY.sub("", text[1:-1] if is_negative else text)
    if GROUPED.fullmatch(plain):
        plain = plain.replace(",", "")
    if not NUMBER.fullmatch(plain):
        return None
    return -Decimal(plain) if is_negative else Decimal(plain)


def place_of(header, name, parameter):
    names = ", ".join(header)[:NAMES_CHARS]
    if not name:
        raise Refusal(f"{parameter} is missing; the columns are: {names}", parameter)
    wanted = name.strip()
    exact = [place for place, title in enumerate(header) if title == wanted]
    loose = [place for place, title in enumerate(header) if title.lower() == wanted.lower()]
    found = exact or loose
    if not found:
        raise Refusal(f"there is no column {wanted!r}; the columns are: {names}", parameter)
    return found[0]


def read_table(arguments):
    """The header with distinct names, and an iterator of rows that are as long as it."""
    text = decoded(path_in_workspace(arguments.file).read_bytes())
    delimiter = delimiter_of(text, arguments.delimiter)
    rows = rows_of(text, delimiter, arguments.file)
    titles = next(rows, None)
    if titles is None:
        raise Refusal(f"{arguments.file} is empty: it has no header line", "file")
    header = distinct([title.strip() for title in titles])
    width = len(header)
    return header, ([*row[:width], *[""] * (width - len(row))] for row in rows)


def rows_of(text, delimiter, name):
    try:
        # Without newline translation a cell keeps its line breaks; blank lines are no rows.
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        yield from (row for row in reader if row)
    except csv.Error as error:
        raise Refusal(f"{name} is no readable CSV file: {error}", "file") from error


def path_in_workspace(name):
    workspace = Path(os.environ.get("SKILL_WORKSPACE") or ".").resolve()
    path = (workspace / name).resolve()
    if not path.is_relative_to(workspace):
        raise Refusal(f"{name} lies outside the workspace; give a path inside it", "file")
    if not path.is_file():
        there = sorted(one.name for one in workspace.glob("*.csv"))[:20]
        listed = f"its CSV files are: {', '.join(there)}" if there else "it has no CSV file"
        raise Refusal(f"there is no file {name} in the workspace; {listed}", "file")
    if path.stat().st_size > MOST_BYTES:
        raise Refusal(f"{name} is larger than {MOST_BYTES} bytes; split it first", "file")
    return path


def decoded(content):
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Refusal("the file is neither UTF-8 nor GB18030; save it as UTF-8", "file")


def delimiter_of(text, given):
    if given is not None:
        delimiter = {"\\t": "\t", "tab": "\t"}.get(given, given)
        if len(delimiter) != 1 or delimiter in "\r\n\"":
            raise Refusal("delimiter must be one character, such as , or ; (or tab)", "delimiter")
        return delimiter
    first = text.split("\n", 1)[0]
    return max(",;\t|", key=first.count)


def distinct(titles):
    seen = {}
    names = []
    for place, title in enumerate(titles, start=1):
        name = title or f"column_{place}"
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return names


if __name__ == "__main__":
    sys.exit(main())
