"""`columns` says what a CSV file holds, `draw` makes a chart of it. One JSON object on standard output either way."""

import argparse
import json
import sys
from pathlib import Path

from draw import draw
from table import NOT_THERE, Problem, date, number, read_table

MOST_SLICES = 6


def main(words):
    asked = parse(words)
    try:
        answer = columns(asked) if asked.what == "columns" else chart(asked)
    except Problem as problem:
        answer = {"ok": False, "error": str(problem)}
    print(json.dumps(answer, ensure_ascii=False))
    return 0 if answer["ok"] else 2


def parse(words):
    parser = argparse.ArgumentParser(prog="chart.py")
    whats = parser.add_subparsers(dest="what", required=True)
    whats.add_parser("columns").add_argument("--file", required=True)
    one = whats.add_parser("draw")
    one.add_argument("--file", required=True)
    one.add_argument("--label", required=True)
    one.add_argument("--value")
    one.add_argument("--kind", choices=("bar", "line", "pie"), default="bar")
    one.add_argument("--agg", choices=("sum", "mean", "count"), default="sum")
    one.add_argument("--by", choices=("day", "month"), default="day")
    one.add_argument("--top", type=int, default=20)
    one.add_argument("--title")
    one.add_argument("--out", required=True)
    return parser.parse_args(words)


def columns(asked):
    table = read_table(asked.file)
    told = []
    for name in table.columns:
        values = table.values(name)
        there = [value for value in values if value.lower() not in NOT_THERE]
        told.append(
            {
                "name": name,
                "kind": table.kind(name),
                "distinct": len(set(there)),
                "example": there[0][:60] if there else "",
            }
        )
    return {"ok": True, "rows": len(table.rows), "columns": told}


def chart(asked):
    out = Path(asked.out)
    if out.suffix.lower() != ".svg" or out.is_absolute() or ".." in out.parts:
        raise Problem("--out has to be a relative path that ends in .svg.")
    table = read_table(asked.file)
    groups, unreadable = grouped(table, asked)
    if not groups:
        raise Problem(f"No row has a number in {asked.value!r}. Choose another --value, or none.")
    points, left_out = chosen(groups, table.kind(asked.label) == "date", asked)
    if asked.kind == "pie" and any(value < 0 for _, value in points):
        raise Problem("A pie can't show negative values. Use --kind bar.")
    if asked.kind == "pie" and not sum(value for _, value in points):
        raise Problem("All values are 0: a pie has nothing to show. Use --kind bar.")
    out.write_text(draw(points, asked.kind, asked.title or title_of(asked)), encoding="utf-8")
    return {
        "ok": True,
        "out": str(out),
        "points": [{"label": label, "value": round(value, 6)} for label, value in points],
        "left_out": left_out,
        "unreadable": unreadable,
    }


def grouped(table, asked):
    """Values by their label, and how many could not be read."""
    labels = table.values(asked.label)
    is_date = table.kind(asked.label) == "date"
    values = [None] * len(labels) if asked.value is None else table.values(asked.value)
    groups, unreadable = {}, 0
    for label, given in zip(labels, values):
        key = label_of(label, is_date, asked.by)
        value = 1.0 if given is None else number(given)
        if value is None:
            unreadable += given.lower() not in NOT_THERE
        elif key:
            groups.setdefault(key, []).append(value)
    return {key: joined(values, asked) for key, values in groups.items()}, unreadable


def label_of(label, is_date, by):
    if not is_date:
        return label
    day = date(label) or ""
    return day[:7] if by == "month" else day


def joined(values, asked):
    if asked.agg == "count" or asked.value is None:
        return float(len(values))
    return sum(values) / (len(values) if asked.agg == "mean" else 1)


def chosen(groups, is_date, asked):
    """In time, or the largest first; a pie shows what is left as one part."""
    if is_date and asked.kind == "line":
        return sorted(groups.items()), 0
    most = max(1, min(asked.top, MOST_SLICES) if asked.kind == "pie" else asked.top)
    ranked = sorted(groups.items(), key=lambda point: (-point[1], point[0]))
    if asked.kind != "pie" or len(ranked) <= most:
        return ranked[:most], max(0, len(ranked) - most)
    rest = ranked[most - 1 :]
    return ranked[: most - 1] + [(f"others ({len(rest)})", sum(v for _, v in rest))], 0


def title_of(asked):
    what = "count" if asked.value is None else asked.value
    return f"{what} by {asked.label}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
