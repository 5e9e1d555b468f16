"""Goes through a table's rows once, and says what is in its columns."""

import time
from hashlib import blake2b

from column import Column, number_of
from refusal import Refusal

MOST_COLUMNS = 2000
VALUES_IN_ALL = 300_000
SAMPLES_IN_ALL = 100_000
MOST_COMPARED = 1_000_000
LOOK_AROUND_ROWS = 2000


class Profile:
    def __init__(self, table, names):
        self.table = table
        self.names = names
        self.rows = 0
        self.short = 0
        self.long = 0
        self.repeated = 0
        self.compared = 0
        self.stopped = None
        share = max(1, min(len(names), MOST_COLUMNS))
        values = max(50, min(20_000, VALUES_IN_ALL // share))
        samples = max(20, min(2000, SAMPLES_IN_ALL // share))
        self.columns = [Column(name, values, samples) for name in names[:MOST_COLUMNS]]
        self._hashes = set()

    def add(self, row):
        self.rows += 1
        width = len(self.names)
        if len(row) != width:
            self.short += len(row) < width
            self.long += len(row) > width
        for column, cell in zip(self.columns, row):
            column.add(cell)
        if self.compared < MOST_COMPARED:
            self.compared += 1
            digest = blake2b("\x1f".join(row).encode("utf-8", "surrogatepass"), digest_size=8).digest()
            before = len(self._hashes)
            self._hashes.add(digest)
            self.repeated += len(self._hashes) == before


def profile(table, options, watch):
    """`options`: `header` (None to find out) and `max_seconds`; `watch`: told of progress, asked whether to stop."""
    rows = table.rows()
    first = next(rows, None)
    if first is None:
        what = table.problem or "it, for it has no rows"
        if len(table.sheets) > 1:
            what = f"the sheet {table.sheet!r}: {what}; the sheets are {', '.join(table.sheets[:50])}"
        raise Refusal(
            f"nothing could be read of {what}",
            "sheet" if len(table.sheets) > 1 else "file",
            told="表格里没有可读的行。请检查文件或换一个工作表。 / The table has no rows that can be read. "
            "Check the file, or name another sheet.",
        )
    has_header = options["header"] if options["header"] is not None else not is_data(first)
    names = distinct(first) if has_header else [f"column_{place}" for place in range(1, len(first) + 1)]
    made = Profile(table, names)
    if not has_header:
        made.add(first)
    deadline = time.monotonic() + options["max_seconds"]
    for row in rows:
        made.add(row)
        if made.rows % LOOK_AROUND_ROWS == 0:
            share = min(1.0, table.position() / max(1, table.size))
            if watch(share, made.rows):
                made.stopped = (share, "it was stopped")
            elif time.monotonic() > deadline:
                made.stopped = (share, f"the {options['max_seconds']} s of max_seconds were over")
            if made.stopped:
                break
    for column in made.columns:
        column.finish()
    return made


def is_data(row):
    """A first row of which more than half are numbers is no header."""
    filled = [cell.strip() for cell in row if cell.strip()]
    numbers = sum(1 for cell in filled if number_of(cell) is not None)
    return bool(filled) and numbers * 2 > len(filled)


def distinct(titles):
    seen, names = {}, []
    for place, title in enumerate(titles, start=1):
        name = " ".join(title.split())[:200] or f"column_{place}"
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return names
