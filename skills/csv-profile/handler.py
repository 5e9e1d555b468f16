"""Profiles a CSV, TSV or XLSX file: its columns, what is missing, duplicates, and a chart."""

import os
from contextlib import suppress
from pathlib import Path

from chart import chart
from find_table import find_table
from profile_table import MOST_COLUMNS, profile
from refusal import Refusal
from sheet_table import SheetTable
from text_table import TextTable

INPUT_SCHEMA = {
    "type": "object",
    "properties": {
        "file": {
            "type": "string",
            "description": "Path of the table in the workspace; the only attached one where it is left out / 表格文件",
        },
        "sheet": {"type": "string", "description": "For XLSX: name or number of the sheet (default: the first) / 工作表"},
        "header": {"type": "boolean", "description": "Whether the first row holds the names; found out if absent"},
        "delimiter": {"type": "string", "description": "One character, or tab; found out if absent / 分隔符"},
        "encoding": {"type": "string", "description": "Such as utf-8 or gb18030; found out if absent / 编码"},
        "max_seconds": {"type": "integer", "description": "Seconds that reading may take, 5 to 500 (default 300)"},
    },
}

TABLE_COLUMNS = 40
STEM_CHARACTERS = 40


def execute(input_data, runtime_context):
    """Synchronous: it runs in a thread, so that a stop is seen while it reads."""
    try:
        options = options_of(input_data)
        path, note = find_table(input_data, runtime_context)
        table, form_note = open_table(path, input_data)
        made = profile(table, options, watcher(runtime_context))
    except Refusal as refusal:
        return refusal.envelope()
    drawn = draw(made, path, Path(runtime_context["workspace_dir"]))
    notes = [each for each in (note, form_note) if each]
    return answer(made, path, drawn, notes)


def options_of(input_data):
    seconds = input_data.get("max_seconds", 300)
    if not isinstance(seconds, int) or isinstance(seconds, bool) or not 5 <= seconds <= 500:
        raise Refusal("max_seconds must be a whole number from 5 to 500", "max_seconds")
    header = input_data.get("header")
    if header is not None and not isinstance(header, bool):
        raise Refusal("header must be true or false", "header")
    return {"max_seconds": seconds, "header": header}


def open_table(path, input_data):
    with path.open("rb") as file:
        head = file.read(4)
    is_named_sheet = path.suffix.lower() in (".xlsx", ".xlsm")
    if head.startswith(b"PK") or head.startswith(b"\xd0\xcf\x11\xe0"):
        note = None if is_named_sheet else "read as XLSX, whatever its name says"
        return SheetTable(path, input_data.get("sheet")), note
    note = "named .xlsx, but it is text: read as CSV" if is_named_sheet else None
    return TextTable(path, input_data.get("encoding"), input_data.get("delimiter")), note


def watcher(context):
    signal = context.get("abort_signal")
    report = context.get("report_progress")
    told = [0.0]

    def watch(share, rows):
        if report is not None and share - told[0] >= 0.02:
            told[0] = share
            report(share, f"{rows:,} rows")
        return signal is not None and signal.is_set()

    return watch


def draw(made, path, workspace):
    """The chart's path, or why there is none: a profile without it is worth having."""
    name = f"profile_{path.stem[:STEM_CHARACTERS]}.svg"
    target = workspace / name
    part = workspace / ".parts" / f"{name}.{os.getpid()}"
    try:
        part.parent.mkdir(exist_ok=True)
        part.write_text(chart(made, path.name), encoding="utf-8", errors="replace")
        os.replace(part, target)
        with suppress(OSError):
            part.parent.rmdir()
        return target, None
    except OSError as error:
        left = f"; what there is of it lies in {part}" if part.exists() else ""
        return None, f"the chart could not be written ({error.strerror or error}){left}"


def answer(made, path, drawn, notes):
    table = made.table
    target, chart_problem = drawn
    described = [column.describe(made.rows) for column in made.columns]
    envelope = {
        "success": True,
        "file": path.name,
        "format": table.format,
        "rows": made.rows,
        "column_count": len(made.names),
        "unreadable_rows": table.unreadable,
        "short_rows": made.short,
        "long_rows": made.long,
        "duplicates": {
            "rows": made.repeated,
            "checked": made.compared,
            "complete": made.compared == made.rows and made.stopped is None,
        },
        "columns": described,
    }
    for key in ("encoding", "delimiter", "sheet"):
        if getattr(table, key) is not None:
            envelope[key] = getattr(table, key)
    if len(table.sheets) > 1:
        envelope["sheets"] = table.sheets
    if target is not None:
        envelope.update(filename=target.name, local_path=str(target), media="image")
    warnings = warnings_of(made, chart_problem)
    if warnings:
        envelope["warning"] = " ".join(warnings)
    if notes:
        envelope["action_note"] = "; ".join(notes)
    envelope["display_md"] = as_table(made, described, path.name, warnings)
    return envelope


def warnings_of(made, chart_problem):
    """What is not whole, with figures that add up."""
    table = made.table
    told = []
    if table.problem:
        told.append(f"Only {made.rows} rows were read: {table.problem}.")
    if made.stopped:
        share, why = made.stopped
        told.append(f"Only the first {made.rows} rows ({100 * share:.0f}% of the file) were read: {why}.")
    if table.unreadable:
        counted = made.rows + table.unreadable
        told.append(f"{table.unreadable} of {counted} rows could not be read and were left out; {made.rows} were.")
    if table.garbled:
        told.append(f"{table.garbled} lines hold characters that are not {table.encoding}; encoding may name another.")
    if len(made.names) > MOST_COLUMNS:
        told.append(f"Of {len(made.names)} columns the first {MOST_COLUMNS} were profiled.")
    if chart_problem:
        told.append(f"There is no chart: {chart_problem}.")
    return told


def as_table(made, described, name, warnings):
    lines = [
        f"**{cell_text(name, 80)}** · {made.rows:,} 行 rows × {len(made.names):,} 列 columns · "
        f"重复行 duplicates: {'' if made.compared == made.rows else '≥ '}{made.repeated:,}",
        "",
        "| 列 Column | 类型 Type | 缺失 Missing | 不同值 Distinct | 最小 Min | 最大 Max | 示例 Example |",
        "|---|---|---:|---:|---|---|---|",
    ]
    for one in described[:TABLE_COLUMNS]:
        missing = f"{one['missing']:,} ({one['missing_percent']:g}%)" if one["missing"] else "0"
        cells = (
            one["name"],
            one["type"],
            missing,
            f"{'' if one['distinct_is_exact'] else '≥ '}{one['distinct']:,}",
            one.get("min", ""),
            one.get("max", ""),
            one["examples"][0] if one["examples"] else "",
        )
        lines.append(f"| {' | '.join(cell_text(str(cell), 30) for cell in cells)} |")
    if len(described) > TABLE_COLUMNS:
        lines.append(f"\n… 另有 {len(made.names) - TABLE_COLUMNS} 列 / {len(made.names) - TABLE_COLUMNS} more columns")
    lines += [f"\n⚠ {warning}" for warning in warnings]
    return "\n".join(lines)


def cell_text(text, limit):
    """What can stand in a cell of a Markdown table, and is read as nothing but itself."""
    plain = " ".join(text.split())
    kept = plain if len(plain) <= limit else f"{plain[: limit - 1]}…"
    for mark in "\\`*_[]<>|#":
        kept = kept.replace(mark, f"\\{mark}")
    return kept
