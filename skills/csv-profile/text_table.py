"""Reads a CSV or TSV file as a stream of rows, whatever its encoding and delimiter."""

import codecs
import csv
import io

from refusal import Refusal

MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
SAMPLE_BYTES = 1_000_000
SAMPLE_ROWS = 100
DELIMITERS = ",\t;|"
LONGEST_CELL = 1_000_000
EMPTY = "文件是空的。请检查原文件后重新上传。 / The file is empty. Check the original and attach it again."
LONGEST_LINE = 16_000_000
BINARY = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"Rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"\x1f\x8b": "a gzip archive; unpack it first",
}


class TextTable:
    """Rows as lists of texts. What could not be read is counted, never thrown."""

    def __init__(self, path, encoding=None, delimiter=None):
        self.format = "text"
        self.sheet = None
        self.sheets = []
        self.unreadable = 0
        self.garbled = 0
        self.problem = None
        self.size = path.stat().st_size
        self._path = path
        with path.open("rb") as file:
            head = file.read(SAMPLE_BYTES)
        refuse_binary(head)
        self.encoding = known_encoding(encoding) if encoding else sniff_encoding(head)
        sample = head.decode(self.encoding, "replace")
        self.delimiter = given_delimiter(delimiter) if delimiter else sniff_delimiter(sample)
        self._file = None

    def position(self):
        """Bytes read so far."""
        return self._raw.tell() if self._file else 0

    def rows(self):
        csv.field_size_limit(LONGEST_CELL)
        self._raw = self._path.open("rb", buffering=1 << 20)
        with self._raw:
            self._file = io.TextIOWrapper(self._raw, self.encoding, "replace", newline="")
            reader = csv.reader(self._lines(), delimiter=self.delimiter)
            while True:
                try:
                    row = next(reader)
                except StopIteration:
                    return
                except csv.Error:
                    # A cell that never ends: what it swallowed is one row that could not be read.
                    self.unreadable += 1
                    continue
                if row:
                    yield row

    def _lines(self):
        read = self._file.readline
        while line := read(LONGEST_LINE):
            if len(line) == LONGEST_LINE and not line.endswith("\n"):
                self._skip_line()
                continue
            if "\ufffd" in line:
                self.garbled += 1
            yield line.replace("\0", "") if "\0" in line else line

    def _skip_line(self):
        """A line that no table has: it would not fit into memory."""
        self.unreadable += 1
        while part := self._file.readline(LONGEST_LINE):
            if part.endswith("\n"):
                return


def refuse_binary(head):
    for signature, name in BINARY.items():
        if head.startswith(signature):
            raise Refusal(
                f"the file is {name}, no table; give a CSV, TSV or XLSX file",
                told="这不是表格文件。请上传 CSV、TSV 或 XLSX 文件。 / This is no table. Attach a CSV, TSV or XLSX file.",
            )
    if not head.strip(b" \t\r\n\0\xef\xbb\xbf\xff\xfe"):
        raise Refusal("the file is empty: it has no header line", told=EMPTY)


def sniff_encoding(head):
    for mark, encoding in MARKS:
        if head.startswith(mark):
            return encoding
    if b"\0" in head:
        wide = wide_encoding(head)
        if wide is None:
            raise Refusal(
                "the file is no text: it is full of zero bytes; give a CSV, TSV or XLSX file",
                told="这不是文本表格。请上传 CSV、TSV 或 XLSX 文件。 / This is no text table. Attach a CSV, TSV or XLSX file.",
            )
        return wide
    return "utf-8" if is_in("utf-8", head) else "gb18030" if is_in("gb18030", head) else "cp1252"


def wide_encoding(head):
    """UTF-16 without a mark: every other byte of its digits, commas and Latin letters is zero."""
    part = head[:20_000]
    even, odd = part[0::2].count(0), part[1::2].count(0)
    least = len(part) / 20
    if odd > least and even * 20 < odd:
        return "utf-16-le"
    return "utf-16-be" if even > least and odd * 20 < even else None


def is_in(encoding, head):
    try:
        # The last character may be cut.
        codecs.getincrementaldecoder(encoding)("strict").decode(head)
        return True
    except UnicodeDecodeError:
        return False


def known_encoding(name):
    try:
        return codecs.lookup(str(name)).name
    except (LookupError, ValueError):
        raise Refusal(
            f"the encoding {str(name)[:40]!r} is not known; leave it out, or use utf-8, utf-16 or gb18030",
            "encoding",
        ) from None


def given_delimiter(given):
    delimiter = {"\\t": "\t", "tab": "\t"}.get(str(given), str(given))
    if len(delimiter) != 1 or delimiter in "\r\n\"":
        raise Refusal("delimiter must be one character, such as , or ; (or tab)", "delimiter")
    return delimiter


def sniff_delimiter(sample):
    """The one that cuts most rows into the same number of cells, more than one."""
    return max(DELIMITERS, key=lambda delimiter: evenness(sample, delimiter))


def evenness(sample, delimiter):
    counts = {}
    csv.field_size_limit(LONGEST_CELL)
    try:
        for place, row in enumerate(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)):
            if place >= SAMPLE_ROWS:
                break
            counts[len(row)] = counts.get(len(row), 0) + (1 if row else 0)
    except csv.Error:
        pass
    cells, rows = max(counts.items(), key=lambda pair: pair[1], default=(0, 0))
    return (rows / max(1, sum(counts.values())) if cells > 1 else 0, cells)
