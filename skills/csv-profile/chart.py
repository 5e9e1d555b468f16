"""Draws a profile: how full the columns are, and how their numbers or values are spread."""

from xml.sax.saxutils import escape

WIDTH = 900
ROW = 26
BARS = 20
PANEL = 190
MOST_FULL = 20
MOST_PANELS = 6
LABEL = 26
COLOURS = {"full": "#1677ff", "missing": "#ffccc7", "bar": "#13a8a8", "text": "#262626", "pale": "#8c8c8c"}


def chart(made, title):
    shown = made.columns[:MOST_FULL]
    panels = [panel for panel in map(spread_of, made.columns) if panel][:MOST_PANELS]
    top = 70
    full_height = len(shown) * ROW + 20
    lines = (len(panels) + 2) // 3
    height = top + full_height + (lines * PANEL + 40 if panels else 0) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'font-family="system-ui, sans-serif" role="img">',
        f'<title>{plain(title, 200)}</title><rect width="100%" height="100%" fill="#ffffff"/>',
        text(20, 32, title, size=18, limit=70),
        text(20, 54, f"{made.rows:,} × {len(made.names):,}", colour="pale"),
    ]
    for place, column in enumerate(shown):
        parts.append(fullness(column, made.rows, top + place * ROW))
    if len(made.columns) > len(shown):
        parts.append(text(20, top + full_height - 4, f"+ {len(made.names) - len(shown)}", colour="pale"))
    for place, (name, labels, counts) in enumerate(panels):
        x, y = 20 + place % 3 * 295, top + full_height + 20 + place // 3 * PANEL
        parts.append(bars(x, y, name, labels, counts))
    parts.append("</svg>")
    return "\n".join(parts)


def fullness(column, rows, y):
    share = column.filled / rows if rows else 0
    wide = 500 * share
    return (
        text(20, y + 15, column.name, limit=LABEL)
        + f'<rect x="240" y="{y + 3}" width="500" height="15" rx="3" fill="{COLOURS["missing"]}"/>'
        + f'<rect x="240" y="{y + 3}" width="{wide:.1f}" height="15" rx="3" fill="{COLOURS["full"]}"/>'
        + text(750, y + 15, f"{100 * share:.1f}% · {column.type()}", colour="pale")
    )


def spread_of(column):
    """A histogram of numbers, or the most frequent values; None where neither says anything."""
    numbers = column.numbers()
    low, high = column.bounds() if numbers else (0, 0)
    if low < high:
        return column.name, [short(low), short(high)], histogram(numbers, low, high)
    if column.type() in ("date", "datetime", "empty"):
        return None
    top = [(value, count) for value, count in column.top() if count > 1]
    if len(top) > 1:
        return column.name, [value for value, _ in top], [count for _, count in top]
    return None


def histogram(numbers, low, high):
    counts = [0] * BARS
    for number in numbers:
        # By shares, since the difference of two large numbers may be no number any more.
        share = (number / 2 - low / 2) / (high / 2 - low / 2)
        counts[min(BARS - 1, int(share * BARS))] += 1
    return counts


def bars(x, y, name, labels, counts):
    most = max(counts)
    wide = 265 / len(counts)
    parts = [text(x, y + 12, name, limit=30)]
    for place, count in enumerate(counts):
        high = 110 * count / most
        parts.append(
            f'<rect x="{x + place * wide + 1:.1f}" y="{y + 134 - high:.1f}" width="{wide - 2:.1f}" '
            f'height="{high:.1f}" fill="{COLOURS["bar"]}"/>'
        )
    if len(labels) == 2 and len(counts) == BARS:
        parts.append(text(x, y + 152, labels[0], colour="pale", size=11))
        parts.append(text(x + 265, y + 152, labels[1], colour="pale", size=11, anchor="end"))
    else:
        for place, label in enumerate(labels):
            parts.append(text(x + place * wide + 2, y + 152, label, colour="pale", size=11, limit=int(wide / 9)))
    return "".join(parts)


def text(x, y, words, size=13, colour="text", limit=60, anchor="start"):
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{COLOURS[colour]}" text-anchor="{anchor}">'
        f"{plain(words, limit)}</text>"
    )


def plain(words, limit):
    """Cut by how wide it is (Chinese is twice as wide), without what XML can't hold or what turns the text around."""
    kept, wide = [], 0
    for character in str(words):
        if not character.isprintable():
            continue
        wide += 2 if ord(character) > 0x2E7F else 1
        if wide > limit:
            kept.append("…")
            break
        kept.append(character)
    return escape("".join(kept))


def short(number):
    return f"{number:.6g}"
