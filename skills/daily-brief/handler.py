"""Writes a brief of the day from what other skills answer, and says honestly what they did not."""

import os
from contextlib import suppress
from datetime import date
from pathlib import Path

INPUT_SCHEMA = {
    "type": "object",
    "properties": {
        "deadlines": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Each {name, date: YYYY-MM-DD}; at most 20 / 截止日",
        },
        "note": {"type": "string", "description": "What to add to the day's note, in Markdown / 当天笔记"},
        "date": {"type": "string", "description": "Day of the brief, YYYY-MM-DD (default: today) / 日期"},
    },
}

MOST_DEADLINES = 20
# Stands before every part, unseen where the brief is shown.
MARK = "<!-- part -->"
TITLES = {"deadlines": "截止日 Deadlines", "files": "文件 Files", "note": "笔记 Note"}


async def execute(input_data, runtime_context):
    day = day_of(input_data.get("date"), runtime_context)
    if day is None:
        return misshapen("date", "date must be a day of the calendar as YYYY-MM-DD, 2026-02-28 say")
    deadlines, problem = deadlines_of(input_data.get("deadlines"))
    if problem:
        return misshapen("deadlines", problem)
    note = str(input_data.get("note") or "").strip()

    call = runtime_context["call_skill"]
    report = runtime_context.get("report_progress") or (lambda *_: None)
    parts = []
    if deadlines:
        parts.append(await count_days(call, day, deadlines))
        report(0.4, "date-diff")
    parts.append(await measure_files(call))
    report(0.7, "disk-report")
    if note:
        parts.append(await write_note(call, day, note))
    return answer(day, parts, Path(runtime_context["workspace_dir"]))


async def count_days(call, day, deadlines):
    lines, items, failures = [], [], []
    for name, until in deadlines:
        got = await call("date-diff", {"start": day, "end": until})
        data = got.get("data")
        if got.get("ok") is False or not isinstance(data, dict):
            failures.append((f"{name}: {reason(got)}", got))
            continue
        items.append({"name": name, "date": until, "days": data["days"], "business_days": data["business_days"]})
        lines.append(f"- {one_line(name)}: {until} ({data['days']} 天 days, {data['business_days']} 工作日 business days)")
    return part_of("deadlines", "date-diff", lines, items, failures)


async def measure_files(call):
    got = await call("disk-report", {"top": 3})
    data = got.get("data")
    if got.get("ok") is False or not isinstance(data, dict):
        return part_of("files", "disk-report", [], [], [(reason(got), got)])
    largest = ", ".join(one_line(each["path"]) for each in data["largest"])
    line = f"- {data['files']} 个文件 files, {data['bytes']:,} 字节 bytes{f' ({largest})' if largest else ''}"
    return part_of("files", "disk-report", [line], [{"files": data["files"], "bytes": data["bytes"]}], [])


async def write_note(call, day, note):
    got = await call("daily-note", {"text": note, "date": day})
    if got.get("ok") is False or not got.get("filename"):
        return part_of("note", "daily-note", [], [], [(reason(got), got)])
    made = part_of(
        "note",
        "daily-note",
        [f"- {got['filename']}: {got['verified_total']} 条 entries"],
        [{"filename": got["filename"], "added": got["added"], "verified_total": got["verified_total"]}],
        [],
    )
    if got.get("warning"):
        made.update(status="partial", problems=[str(got["warning"])], upstream=[got])
    return made


def part_of(name, skill, lines, items, failures):
    status = "done" if not failures else "partial" if items else "failed"
    return {
        "part": name,
        "skill": skill,
        "status": status,
        "succeeded": len(items),
        "failed": len(failures),
        "items": items,
        "lines": lines,
        "problems": [told for told, _ in failures],
        "upstream": [got for _, got in failures],
    }


def answer(day, parts, workspace):
    told = [{key: part[key] for key in ("part", "skill", "status", "succeeded", "failed", "items")} for part in parts]
    bad = [part for part in parts if part["status"] == "failed"]
    problems = [f"{part['skill']}: {problem}" for part in parts for problem in part["problems"]]
    upstream = [got for part in parts for got in part["upstream"]]
    if len(bad) == len(parts):
        return {
            "success": False,
            "error": f"No part of the brief could be made, and nothing was written. {' '.join(problems)} "
            "See that these skills are installed and given to the role, and call again.",
            "user_message": "简报没有生成：所需的技能都失败了。 / There is no brief: every skill that it needs failed.",
            "parts": told,
            "upstream": upstream,
        }
    text = brief_of(day, parts)
    path = workspace / f"daily-brief-{day}.md"
    replace(path, text)
    verified = path.read_text(encoding="utf-8").count(MARK)
    envelope = {
        "success": True,
        "date": day,
        "parts": told,
        "succeeded": len(parts) - len(bad),
        "failed": len(bad),
        "verified_total": verified,
        "filename": path.name,
        "local_path": str(path),
        "media": "file",
        "display_md": text.replace(f"{MARK}\n", ""),
    }
    if problems:
        whole = sum(1 for part in parts if part["status"] == "done")
        envelope["warning"] = f"{whole} of {len(parts)} parts are whole. {' '.join(problems)}"
        envelope["upstream"] = upstream
    return envelope


def brief_of(day, parts):
    blocks = [f"# {day}"]
    for part in parts:
        # A part that failed says so where it would have stood.
        lines = part["lines"] + [f"- ⚠ {one_line(problem)}" for problem in part["problems"]]
        blocks.append(f"{MARK}\n## {TITLES[part['part']]}\n\n" + "\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def reason(got):
    return str(got.get("error") or "it gave no reason").strip()[:300]


def one_line(text):
    return " ".join(str(text).replace(MARK, "").split())[:200]


def deadlines_of(given):
    """Pairs of a name and a day, or why there are none."""
    if given in (None, "", []):
        return [], None
    if not isinstance(given, list) or len(given) > MOST_DEADLINES:
        return [], f"deadlines must be a list of at most {MOST_DEADLINES}, each {{name, date}}"
    pairs = []
    for one in given:
        name = one.get("name") if isinstance(one, dict) else None
        until = one.get("date") if isinstance(one, dict) else None
        if not isinstance(name, str) or not name.strip() or not isinstance(until, str):
            return [], f"each deadline must be {{name, date: YYYY-MM-DD}}; {str(one)[:80]} is not"
        pairs.append((name.strip(), until.strip()))
    return pairs, None


def misshapen(parameter, error):
    return {
        "success": False,
        "error": error,
        "user_message": f"请检查参数 {parameter}。 / Check {parameter}: {error}",
        "error_type": "recoverable",
        "need_param": parameter,
    }


def day_of(given, runtime_context):
    """Strict: only a day that reads back as it was written. Without one, the day of the call."""
    text = str(given or runtime_context.get("triggered_at_str") or date.today().isoformat()).strip()
    day = text if given else text[:10]
    try:
        return day if date.fromisoformat(day).isoformat() == day else None
    except ValueError:
        return None if given else date.today().isoformat()


def replace(path, content):
    """Whole or not at all, also where the run is stopped in the middle; what could not be finished stays, and is named."""
    part = path.parent / ".parts" / f"{path.name}.{os.getpid()}"
    try:
        part.parent.mkdir(exist_ok=True)
        part.write_text(content, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        left = f"; what there is of it lies in {part}" if part.exists() else ""
        raise OSError(error.errno, f"{path.name} could not be written ({error.strerror}){left}") from error
    with suppress(OSError):
        part.parent.rmdir()
