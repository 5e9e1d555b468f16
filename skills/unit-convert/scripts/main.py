#!/usr/bin/env python3
"""Converts a value between units and prints one JSON envelope."""

import argparse
import json
import re
import sys
from decimal import Decimal, localcontext
from fractions import Fraction

from units import ABSOLUTE_ZERO, KINDS, USUAL

NUMBER = re.compile(r"[+-]?([0-9]{1,60}(\.[0-9]{0,60})?|\.[0-9]{1,60})([eE][+-]?[0-9]{1,3})?")
GROUPED = re.compile(r"[+-]?[0-9]{1,3}([,，][0-9]{3})+(\.[0-9]*)?")
MOST_TARGETS = 20
EXACT_DIGITS = 40
ROUNDED_DIGITS = 15
OPTION = re.compile(r"--([a-z]+)")


class Refusal(Exception):
    """What the caller can correct: a sentence, and the parameter it is about."""

    def __init__(self, message, parameter):
        super().__init__(message)
        self.parameter = parameter


class Parser(argparse.ArgumentParser):
    def error(self, message):
        named = OPTION.search(message)
        told = f"{message}. The kinds are: {', '.join(KINDS)}" if named is None else message
        raise Refusal(told, named.group(1) if named else "kind")


def main():
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        envelope = convert(parser().parse_args())
    except Refusal as refusal:
        envelope = failure(str(refusal), refusal.parameter)
    print(json.dumps(envelope, ensure_ascii=False))
    return 0 if envelope["success"] else 1


def parser():
    top = Parser(prog="unit-convert")
    kinds = top.add_subparsers(dest="kind", required=True, parser_class=Parser)
    for name in KINDS:
        kind = kinds.add_parser(name)
        kind.add_argument("--value", required=True)
        kind.add_argument("--from", dest="source", required=True)
        kind.add_argument("--to", nargs="*", default=[])
    return top


def convert(arguments):
    kind = arguments.kind
    value = number_of(arguments.value)
    source, source_note = unit_of(kind, arguments.source, "from")
    base = to_base(kind, value, source)
    notes = [source_note] if source_note else []
    targets = [name for name in arguments.to if name.strip()]
    if len(targets) > MOST_TARGETS:
        raise Refusal(f"to may name at most {MOST_TARGETS} units; {len(targets)} were given", "to")
    results, failed = [], []
    for name in targets or [unit for unit in USUAL[kind] if unit != source]:
        try:
            unit, note = unit_of(kind, name, "to")
        except Refusal as refusal:
            failed.append(str(refusal))
            continue
        if note:
            notes.append(note)
        results.append(result(kind, base, unit))
    if not results:
        raise Refusal(failed[0], "to")
    return answer(arguments, source, results, failed, notes)


def answer(arguments, source, results, failed, notes):
    value = arguments.value.strip()
    envelope = {
        "success": True,
        "data": {"kind": arguments.kind, "value": value, "unit": source, "results": results},
        "converted": len(results),
        "failed": len(failed),
        "display_md": table(f"{value} {source}", results),
    }
    if failed:
        counted = f"{len(results)} of {len(results) + len(failed)} were converted."
        envelope["warning"] = f"{counted} {' '.join(failed)}"
    if notes:
        envelope["action_note"] = ", ".join(dict.fromkeys(notes))
    return envelope


def failure(message, parameter):
    return {
        "success": False,
        "error": message,
        "user_message": f"请检查参数 {parameter}。 / Check {parameter}: {message}",
        "error_type": "recoverable",
        "need_param": parameter,
    }


def result(kind, base, unit):
    number = from_base(kind, base, unit)
    text, is_exact = decimal_text(number)
    return {"unit": unit, "name": KINDS[kind][unit].names[0], "value": text, "exact": is_exact}


def to_base(kind, value, unit):
    entry = KINDS[kind][unit]
    base = value * entry.factor + entry.offset
    if kind == "temperature" and base < ABSOLUTE_ZERO:
        shown = decimal_text(value)[0]
        raise Refusal(f"{shown} {unit} is below absolute zero (-273.15 °C); check value", "value")
    return base


def from_base(kind, base, unit):
    entry = KINDS[kind][unit]
    return (base - entry.offset) / entry.factor


def number_of(text):
    plain = text.strip().translate(str.maketrans("０１２３４５６７８９．－＋−", "0123456789.-+-"))
    if GROUPED.fullmatch(plain):
        plain = plain.replace(",", "").replace("，", "")
    if not NUMBER.fullmatch(plain):
        raise Refusal(f"value must be a number such as 3.5, -40 or 1,200; {text[:80]!r} is none", "value")
    return Fraction(plain)


def unit_of(kind, name, parameter):
    """The unit's symbol, and a note where another name of it was given."""
    wanted = name.strip()
    units = KINDS[kind]
    if wanted in units:
        return wanted, None
    exact = [symbol for symbol, unit in units.items() if wanted in unit.names]
    loose = [symbol for symbol, unit in units.items() if wanted.lower() in lower(symbol, unit)]
    found = exact or loose
    if len(found) == 1:
        return found[0], f"{wanted} → {found[0]}"
    if found:
        raise Refusal(f"{wanted!r} may be {' or '.join(found)}; write it as it is meant", parameter)
    listed = ", ".join(units)
    elsewhere = [other for other, each in KINDS.items() if other != kind and is_in(wanted, each)]
    hint = f" It is a unit of {elsewhere[0]}: use kind {elsewhere[0]}." if elsewhere else ""
    raise Refusal(f"{wanted[:40]!r} is no unit of {kind}; the units are: {listed}.{hint}", parameter)


def is_in(wanted, units):
    return any(wanted == symbol or wanted in unit.names for symbol, unit in units.items())


def lower(symbol, unit):
    return {symbol.lower(), *(each.lower() for each in unit.names)}


def decimal_text(number):
    """Exact where the decimal ends within 40 digits, else rounded to 15."""
    rest = number.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    with localcontext() as context:
        context.prec = 2000
        context.Emax = 10**6
        context.Emin = -(10**6)
        whole = Decimal(number.numerator) / Decimal(number.denominator)
        is_exact = rest == 1 and len(whole.normalize().as_tuple().digits) <= EXACT_DIGITS
        if not is_exact:
            context.prec = ROUNDED_DIGITS
            whole = +whole
        shown = whole.normalize()
    is_long = abs(shown.adjusted()) > EXACT_DIGITS if shown else False
    return (f"{shown:e}" if is_long else f"{shown:f}"), is_exact


def table(given, results):
    rows = "\n".join(
        f"| {'' if each['exact'] else '≈ '}{each['value']} | {each['unit']} | {each['name']} |"
        for each in results
    )
    return f"**{given}**\n\n| 值 Value | 单位 Unit | 名称 Name |\n|---:|---|---|\n{rows}"


if __name__ == "__main__":
    sys.exit(main())
