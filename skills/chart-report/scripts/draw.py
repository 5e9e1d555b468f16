"""Draws points as an SVG: bars, a line, or the parts of a circle."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 900, 480
LEFT, RIGHT, TOP, BOTTOM = 80, 24, 56, 96
COLOURS = ("#3b6ea8", "#d98c3f", "#5a9b6b", "#b05a5a", "#7d6bb0", "#8a8a8a", "#4aa3a3")
LABEL_CHARS = 14


def draw(points, kind, title):
    """`points`: [(label, value)]. A whole SVG document."""
    body = {"bar": bars, "line": line, "pie": pie}[kind](points)
    heading = text(WIDTH / 2, 30, title, size=18, anchor="middle")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif"><rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
        f"{heading}{body}</svg>\n"
    )


def bars(points):
    scale = Scale([value for _, value in points])
    step = (WIDTH - LEFT - RIGHT) / len(points)
    parts = [scale.axis()]
    for at, (label, value) in enumerate(points):
        x = LEFT + at * step
        y, zero = scale.y(value), scale.y(0)
        parts.append(
            f'<rect x="{x + step * 0.15:.1f}" y="{min(y, zero):.1f}" width="{step * 0.7:.1f}" '
            f'height="{abs(y - zero):.1f}" fill="{COLOURS[0]}">'
            f"<title>{escape(label)}: {shown(value)}</title></rect>"
        )
        parts.append(below(x + step / 2, label))
    return "".join(parts)


def line(points):
    scale = Scale([value for _, value in points])
    step = (WIDTH - LEFT - RIGHT) / max(1, len(points) - 1)
    places = [(LEFT + at * step, scale.y(value)) for at, (_, value) in enumerate(points)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [
        scale.axis(),
        f'<polyline points="{path}" fill="none" stroke="{COLOURS[0]}" stroke-width="2.5"/>',
    ]
    every = math.ceil(len(points) / 20)
    for at, ((x, y), (label, value)) in enumerate(zip(places, points)):
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[0]}">'
            f"<title>{escape(label)}: {shown(value)}</title></circle>"
        )
        if at % every == 0:
            parts.append(below(x, label))
    return "".join(parts)


def pie(points):
    whole = sum(value for _, value in points)
    x, y, radius = 280, HEIGHT / 2 + 16, 170
    parts = []
    start = -math.pi / 2
    for at, (label, value) in enumerate(points):
        share = value / whole
        colour = COLOURS[at % len(COLOURS)]
        parts.append(sector((x, y, radius), (start, start + share * 2 * math.pi), colour))
        row = TOP + 40 + at * 26
        parts.append(f'<rect x="520" y="{row - 12}" width="14" height="14" fill="{colour}"/>')
        parts.append(text(542, row, f"{cut(label)}  {shown(value)}  ({share:.1%})"))
        start += share * 2 * math.pi
    return "".join(parts)


def sector(circle, angles, colour):
    x, y, radius = circle
    start, end = angles
    if end - start >= 2 * math.pi - 1e-9:
        return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'
    first = (x + radius * math.cos(start), y + radius * math.sin(start))
    last = (x + radius * math.cos(end), y + radius * math.sin(end))
    is_large = 1 if end - start > math.pi else 0
    return (
        f'<path d="M{x},{y} L{first[0]:.2f},{first[1]:.2f} A{radius},{radius} 0 {is_large} 1 '
        f'{last[0]:.2f},{last[1]:.2f} Z" fill="{colour}" stroke="#ffffff"/>'
    )


class Scale:
    """From values to heights, with round steps, zero included."""

    def __init__(self, values):
        low, high = min(0, *values), max(0, *values)
        rough = (high - low or 1) / 5
        power = 10 ** math.floor(math.log10(rough))
        self.step = next(power * by for by in (1, 2, 2.5, 5, 10) if power * by >= rough)
        self.low = math.floor(low / self.step) * self.step
        self.high = math.ceil(high / self.step) * self.step or self.step

    def y(self, value):
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def axis(self):
        parts = []
        for at in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + at * self.step
            y = self.y(value)
            parts.append(
                f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>'
            )
            parts.append(text(LEFT - 8, y + 4, shown(value), anchor="end"))
        return "".join(parts)


def below(x, label):
    y = HEIGHT - BOTTOM + 14
    return (
        f'<text x="{x:.1f}" y="{y}" font-size="12" text-anchor="end" '
        f'transform="rotate(-35 {x:.1f} {y})">{escape(cut(label))}</text>'
    )


def text(x, y, words, size=12, anchor="start"):
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}">{escape(words)}</text>'
    )


def cut(label):
    return label if len(label) <= LABEL_CHARS else f"{label[: LABEL_CHARS - 1]}…"


def shown(value):
    return f"{value:,.2f}".rstrip("0").rstrip(".")
