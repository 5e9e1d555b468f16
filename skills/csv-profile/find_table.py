"""Which file is meant: named, attached, or the only table of the workspace; never one outside it."""

from pathlib import Path

from refusal import Refusal

ENDINGS = (".csv", ".tsv", ".xlsx", ".xlsm")
ALIASES = ("path", "filename", "file_path", "local_path", "文件", "附件")
MOST_NAMED = 20


def find_table(input_data, context):
    """The path, and a note where `file` did not name it."""
    workspace = Path(context["workspace_dir"]).resolve()
    for key in ("file", *ALIASES):
        given = input_data.get(key)
        if isinstance(given, str) and given.strip():
            note = None if key == "file" else f"{key} → file"
            return inside(workspace, given.strip()), note
    return only_table(workspace, context.get("attachments") or [])


def only_table(workspace, attachments):
    paths = [one.get("local_path") or one.get("filename") for one in attachments if isinstance(one, dict)]
    attached = [path for path in paths if isinstance(path, str) and is_table(path)]
    found = [name for name in attached if is_there(workspace, name)]
    if not found:
        found = sorted(one.name for one in workspace.iterdir() if one.is_file() and is_table(one.name))
    names = list(dict.fromkeys(Path(name).name for name in found))
    if len(names) == 1:
        return inside(workspace, found[0]), f"file = {names[0]}"
    if not names:
        raise Refusal(
            "file is missing, and there is no CSV, TSV or XLSX file in the workspace; have one attached",
            told="请先上传 CSV 或 XLSX 文件。 / Attach a CSV or XLSX file first.",
        )
    listed = ", ".join(names[:MOST_NAMED])
    raise Refusal(
        f"file is missing, and there are several tables: {listed}; name one of them",
        told=f"请指明要分析哪个文件：{listed} / Say which file is meant: {listed}",
    )


def is_table(name):
    return name.lower().endswith(ENDINGS)


def is_there(workspace, name):
    try:
        return inside(workspace, name).is_file()
    except Refusal:
        return False


def inside(workspace, name):
    if "\0" in name:
        raise Refusal("file must be a path, without NUL characters")
    try:
        path = (workspace / name).resolve()
    except (OSError, RuntimeError) as error:
        raise Refusal(f"file can't be a path: {type(error).__name__}") from error
    if not path.is_relative_to(workspace):
        raise Refusal(f"{name[:200]} lies outside the workspace; give a path inside it")
    try:
        is_file = path.is_file()
    except OSError:
        is_file = False
    if not is_file:
        there = sorted(one.name for one in workspace.iterdir() if is_table(one.name))[:MOST_NAMED]
        listed = f"its tables are: {', '.join(there)}" if there else "it has no table"
        raise Refusal(
            f"there is no file {name[:200]} in the workspace; {listed}",
            told="没有这个文件。请检查名称，或重新上传。 / There is no such file. Check its name, or attach it again.",
        )
    return path
