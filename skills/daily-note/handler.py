"""Adds an entry to the day's note, and counts its words with another skill."""

import os
import re
from contextlib import suppress
from datetime import date
from pathlib import Path

INPUT_SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "What to note, in Markdown / 要记录的内容"},
        "title": {"type": "string", "description": "Heading of the entry / 标题"},
        "date": {"type": "string", "description": "Day of the note, YYYY-MM-DD (default: today)"},
    },
    "required": ["text"],
}

# Stands before every entry, unseen where the note is shown: headings won't do, texts have them too.
MARK = "<!-- entry -->"
COUNTED = re.compile(r"\n\n_\d+ words, \d+ lines_$")


async def execute(input_data, runtime_context):
    text = str(input_data.get("text") or "").strip()
    if not text:
        return misshapen("text", "text is missing: pass what to note as a string that is not blank")
    day = day_of(input_data.get("date"), runtime_context)
    if day is None:
        return misshapen("date", "date must be a day of the calendar as YYYY-MM-DD, 2026-02-28 say")

    stats = await runtime_context["call_skill"]("text-stats", {"text": text})
    is_counted = stats.get("ok") is not False and isinstance(stats.get("data"), dict)
    entry = entry_of(input_data.get("title"), text)

    path = Path(runtime_context["workspace_dir"]) / f"daily-note-{day}.md"
    before = path.read_text(encoding="utf-8") if path.exists() else f"# {day}\n"
    is_new = entry not in entries_of(before)
    if is_new:
        counted = count_line(stats["data"]) if is_counted else ""
        replace(path, f"{before.rstrip()}\n\n{MARK}\n{entry}{counted}\n")

    entries = entries_of(path.read_text(encoding="utf-8"))
    if entry not in entries:
        return {
            "success": False,
            "error": f"{path.name} was written, but the entry is not in it when read back; another "
            "run may write the same note. Read the file before you call again.",
        }
    answer = {
        "success": True,
        "filename": path.name,
        "local_path": str(path),
        "media": "file",
        "added": 1 if is_new else 0,
        "verified_total": len(entries),
    }
    if is_counted:
        answer["words"] = stats["data"]["words"]
    else:
        answer["warning"] = f"The entry was written without its word count: {stats.get('error')}"
        answer["upstream"] = stats
    return answer


def misshapen(parameter, error):
    return {
        "success": False,
        "error": error,
        "error_type": "recoverable",
        "need_param": parameter,
    }


def day_of(given, runtime_context):
    """Strict: only a day that reads back as it was written. Without one, the day of the call."""
    text = str(given or runtime_context.get("triggered_at_str") or date.today().isoformat())
    day = text.strip() if given else text.strip()[:10]
    try:
        return day if date.fromisoformat(day).isoformat() == day else None
    except ValueError:
        return None if given else date.today().isoformat()


def entry_of(title, text):
    heading = " ".join(str(title or "").split()) or text.splitlines()[0].lstrip("# ")[:40]
    return f"## {heading}\n\n{text}".replace(MARK, "").strip()


def count_line(data):
    return f"\n\n_{data['words']} words, {data['lines']} lines_"


def entries_of(note):
    """The entries without their counts, which another run may not have got."""
    return [COUNTED.sub("", entry.strip()) for entry in note.split(MARK)[1:]]


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
