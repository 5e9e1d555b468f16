"""Reads one sheet of an XLSX file as a stream of rows: the standard library alone, in bounded memory."""

import posixpath
import re
import zipfile
import zlib
from datetime import datetime, timedelta
from xml.parsers import expat

from refusal import Refusal

MOST_UNPACKED = 2_000_000_000
MOST_RATIO = 200
RATIO_FROM = 20_000_000
MOST_SHARED = 200_000_000
SMALL_PART = 20_000_000
MOST_CELLS = 16_384
CHUNK = 1 << 16
DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
TIME_ONLY = {18, 19, 20, 21, 45, 46, 47}
QUOTED = re.compile(r'"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]', re.IGNORECASE)
FAULTS = (
    expat.ExpatError,
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
COLUMN = re.compile(r"([A-Z]{1,3})")


class SheetTable:
    """Rows as lists of texts. What breaks in the middle is told by `problem`; rows before it were given."""

    def __init__(self, path, sheet=None):
        self.format = "xlsx"
        self.encoding = None
        self.delimiter = None
        self.unreadable = 0
        self.garbled = 0
        self.problem = None
        self._zip = open_zip(path)
        self._names = set(self._zip.namelist())
        refuse_bomb(self._zip, path)
        book = self._part("xl/workbook.xml")
        self._is_1904 = any(
            name == "workbookPr" and one.get("date1904") in ("1", "true") for _, name, one in book
        )
        listed = [(one.get("name") or "", relation_of(one)) for _, name, one in book if name == "sheet"]
        self.sheets = [name for name, _ in listed]
        self.sheet, relation = choose(listed, sheet)
        self._target = self._target_of(relation)
        self.size = self._zip.getinfo(self._target).file_size
        self._read = 0

    def position(self):
        return self._read

    def rows(self):
        shared = self._shared_strings()
        dates = self._date_styles()
        parser = RowParser(shared, dates, self._is_1904)
        try:
            with self._zip.open(self._target) as part:
                while chunk := part.read(CHUNK):
                    self._read += len(chunk)
                    parser.feed(chunk)
                    yield from parser.take()
            parser.end()
            yield from parser.take()
        except Refusal:
            raise
        except FAULTS as error:
            yield from parser.take()
            self.problem = f"the sheet breaks off after row {parser.row} ({told(error)})"

    def _part(self, name):
        """The elements of a small part: each with its parent's name, its own, and its attributes."""
        if name not in self._names:
            raise broken(f"it has no {name}")
        if self._zip.getinfo(name).file_size > SMALL_PART:
            raise broken(f"{name} is far larger than it may be")
        parser = ElementList()
        try:
            parser.feed(self._zip.read(name))
            parser.end()
        except FAULTS as error:
            raise broken(f"{name} can't be read ({told(error)})") from error
        return parser.elements

    def _target_of(self, relation):
        for _, kind, one in self._part("xl/_rels/workbook.xml.rels"):
            if kind == "Relationship" and one.get("Id") == relation:
                name = posixpath.normpath(posixpath.join("/xl", one.get("Target") or "")).lstrip("/")
                if name in self._names:
                    return name
                raise broken(f"the sheet {self.sheet!r} is listed, but its part {name} is missing")
        raise broken(f"the sheet {self.sheet!r} is listed, but nothing says where it is")

    def _shared_strings(self):
        name = "xl/sharedStrings.xml"
        if name not in self._names:
            return []
        if self._zip.getinfo(name).file_size > MOST_SHARED:
            raise Refusal(
                "the file has too many different texts for an XLSX file; save the sheet as CSV",
                told="XLSX 文件过大。请另存为 CSV 后重新上传。 / The XLSX file is too large. Save the sheet as CSV and attach it.",
            )
        parser = SharedParser()
        try:
            with self._zip.open(name) as part:
                while chunk := part.read(CHUNK):
                    parser.feed(chunk)
            parser.end()
        except FAULTS as error:
            raise broken(f"{name} can't be read ({told(error)}), and with it the sheet's texts") from error
        return parser.texts

    def _date_styles(self):
        """For each cell style: '' for none, 'date', 'time'."""
        if "xl/styles.xml" not in self._names:
            return []
        styles = self._part("xl/styles.xml")
        codes = {one.get("numFmtId"): one.get("formatCode") or "" for _, name, one in styles if name == "numFmt"}
        formats = [one for parent, name, one in styles if parent == "cellXfs" and name == "xf"]
        return [style_of(one.get("numFmtId"), codes) for one in formats]


def open_zip(path):
    with path.open("rb") as file:
        head = file.read(8)
    if head.startswith(b"\xd0\xcf\x11\xe0"):
        raise Refusal(
            "the file is an old .xls file or has a password; save it as .xlsx without one",
            told="这是旧版 .xls 或加密文件。请另存为不加密的 .xlsx 后重新上传。 / "
            "This is an old .xls file or has a password. Save it as .xlsx without one and attach it.",
        )
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise broken(f"the archive is cut or damaged ({told(error)})") from error
    names = archive.namelist()
    if any(name.startswith("xl/workbook.bin") for name in names):
        raise Refusal(
            "the file is a binary .xlsb workbook; save it as .xlsx",
            told="这是 .xlsb 文件。请另存为 .xlsx 后重新上传。 / This is an .xlsb file. Save it as .xlsx and attach it.",
        )
    if "xl/workbook.xml" not in names:
        raise broken(f"it is a ZIP archive without xl/workbook.xml, so no workbook ({len(names)} files)")
    return archive


def refuse_bomb(archive, path):
    unpacked = sum(one.file_size for one in archive.infolist())
    packed = max(1, path.stat().st_size)
    if unpacked > MOST_UNPACKED or (unpacked > RATIO_FROM and unpacked / packed > MOST_RATIO):
        raise Refusal(
            f"the file would unpack to {unpacked // 1_000_000} MB, {unpacked // packed} times its size, and is "
            "refused; save the sheet as CSV",
            told="文件解压后过大，没有打开。请另存为 CSV 后重新上传。 / "
            "It would unpack to far too much and was not opened. Save the sheet as CSV and attach it.",
        )


def broken(what):
    return Refusal(
        f"the XLSX file is broken: {what}; open it in a spreadsheet program and save it again, or save it as CSV",
        told="XLSX 文件已损坏，无法读取。请用表格软件打开并重新保存（或另存为 CSV），再上传。 / "
        "The XLSX file is broken. Open it in a spreadsheet program, save it again or as CSV, and attach that.",
    )


def told(error):
    return f"{type(error).__name__}: {error}"[:200]


def choose(listed, wanted):
    if not listed:
        raise broken("its workbook lists no sheet")
    if wanted in (None, ""):
        return listed[0]
    for name, relation in listed:
        if name.strip().lower() == str(wanted).strip().lower():
            return name, relation
    if str(wanted).isdigit() and 1 <= int(wanted) <= len(listed):
        return listed[int(wanted) - 1]
    names = ", ".join(name for name, _ in listed[:50])
    raise Refusal(f"there is no sheet {str(wanted)[:80]!r}; the sheets are: {names}", "sheet")


def relation_of(attributes):
    return next((value for key, value in attributes.items() if key.endswith(":id")), None)


def style_of(number, codes):
    code = codes.get(number)
    if code is not None:
        plain = QUOTED.sub("", code).lower().split(";")[0]
        if re.search(r"[yd]", plain):
            return "date"
        return "time" if re.search(r"[hs]", plain) else ""
    known = int(number) if (number or "").isdigit() else -1
    return "time" if known in TIME_ONLY else "date" if known in DATE_FORMATS else ""


class XmlFeed:
    """An expat parser that knows no document types, and names without their namespaces."""

    def __init__(self):
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = lambda name, attributes: self.start(name.rpartition(":")[2], attributes)
        self._parser.EndElementHandler = lambda name: self.finish(name.rpartition(":")[2])
        self._parser.CharacterDataHandler = self.text
        self._parser.StartDoctypeDeclHandler = self._refuse

    def feed(self, chunk):
        self._parser.Parse(chunk, False)

    def end(self):
        self._parser.Parse(b"", True)

    def _refuse(self, *_):
        raise broken("a part declares a document type, which no XLSX file does")


class ElementList(XmlFeed):
    def __init__(self):
        super().__init__()
        self.elements = []
        self._open = [""]

    def start(self, name, attributes):
        self.elements.append((self._open[-1], name, attributes))
        self._open.append(name)

    def finish(self, _):
        self._open.pop()

    def text(self, text):
        """Only attributes are of interest."""


class SharedParser(XmlFeed):
    def __init__(self):
        super().__init__()
        self.texts = []
        self._parts = None
        self._is_text = False
        self._phonetic = 0

    def start(self, name, _):
        if name == "si":
            self._parts = []
        elif name == "rPh":
            self._phonetic += 1
        self._is_text = name == "t" and not self._phonetic

    def finish(self, name):
        if name == "si":
            self.texts.append("".join(self._parts))
        elif name == "rPh":
            self._phonetic -= 1
        self._is_text = False

    def text(self, text):
        if self._is_text and self._parts is not None:
            self._parts.append(text)


class RowParser(XmlFeed):
    def __init__(self, shared, dates, is_1904):
        super().__init__()
        self.row = 0
        self._shared = shared
        self._dates = dates
        self._epoch = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)
        self._done = []
        self._cells = []
        self._place = 0
        self._cell = None
        self._parts = []
        self._is_text = False

    def take(self):
        done, self._done = self._done, []
        return done

    def start(self, name, attributes):
        if name == "row":
            self._cells = []
            self._place = 0
        elif name == "c":
            self._cell = (attributes.get("t", "n"), attributes.get("s"))
            self._place = place_of(attributes.get("r"), self._place)
            self._parts = []
        self._is_text = name in ("v", "t") and self._cell is not None

    def text(self, text):
        if self._is_text:
            self._parts.append(text)

    def finish(self, name):
        self._is_text = False
        if name == "c" and self._cell is not None:
            if self._place < MOST_CELLS:
                self._cells.extend([""] * (self._place - len(self._cells)))
                self._cells.append(self._value("".join(self._parts)))
            self._place += 1
            self._cell = None
        elif name == "row":
            self.row += 1
            if any(self._cells):
                self._done.append(self._cells)

    def _value(self, text):
        kind, style = self._cell
        if kind == "s":
            place = int(text) if text.strip().isdigit() else -1
            return self._shared[place] if 0 <= place < len(self._shared) else ""
        if kind == "b":
            return "TRUE" if text.strip() == "1" else "FALSE"
        if kind == "n" and text and style and style.isdigit() and int(style) < len(self._dates):
            style = self._dates[int(style)]
            return self._moment(text, style) if style else plain_number(text)
        return plain_number(text) if kind == "n" else text

    def _moment(self, text, style):
        try:
            number = float(text)
            moment = self._epoch + timedelta(seconds=round(number * 86_400))
        except (ValueError, OverflowError):
            return text
        if style == "time" and 0 <= number < 1:
            return moment.strftime("%H:%M:%S")
        return moment.isoformat(" ") if number % 1 else moment.date().isoformat()


def plain_number(text):
    """Without the last digits that binary numbers bring: 1.1 and not 1.1000000000000001."""
    if "." not in text and "E" not in text:
        return text
    try:
        return f"{float(text):.15g}"
    except ValueError:
        return text


def place_of(reference, otherwise):
    letters = COLUMN.match(reference or "")
    if letters is None:
        return otherwise
    place = 0
    for letter in letters.group(1):
        place = place * 26 + ord(letter) - 64
    # A cell never stands before the one that was read last.
    return max(place - 1, otherwise)
