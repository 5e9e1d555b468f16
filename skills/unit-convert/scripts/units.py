"""The units: how much of the base unit each is, exactly, and what else it is called."""

from fractions import Fraction
from typing import NamedTuple


class Unit(NamedTuple):
    factor: Fraction
    # The first is what it is called in full.
    names: tuple
    offset: Fraction = Fraction(0)


def unit(factor, *names, offset="0"):
    return Unit(Fraction(factor), names, Fraction(offset))


LENGTH = {
    "m": unit(1, "metre 米", "米", "公尺", "meter", "meters", "metre", "metres"),
    "km": unit(1000, "kilometre 千米", "千米", "公里", "kilometer", "kilometers", "kilometre", "kilometres"),
    "cm": unit("1/100", "centimetre 厘米", "厘米", "公分", "centimeter", "centimeters", "centimetre"),
    "mm": unit("1/1000", "millimetre 毫米", "毫米", "millimeter", "millimeters", "millimetre"),
    "µm": unit("1/1000000", "micrometre 微米", "微米", "um", "μm", "micron", "microns", "micrometer"),
    "nm": unit("1/1000000000", "nanometre 纳米", "纳米", "nanometer", "nanometers"),
    "in": unit("0.0254", "inch 英寸", "英寸", "寸(英)", "inch", "inches", '"'),
    "ft": unit("0.3048", "foot 英尺", "英尺", "foot", "feet", "'"),
    "yd": unit("0.9144", "yard 码", "码", "yard", "yards"),
    "mi": unit("1609.344", "mile 英里", "英里", "mile", "miles"),
    "nmi": unit(1852, "nautical mile 海里", "海里", "nautical mile", "nautical miles"),
    "里": unit(500, "Chinese mile 里", "市里", "华里", "li"),
    "丈": unit("10/3", "zhang 丈", "市丈", "zhang"),
    "尺": unit("1/3", "Chinese foot 尺", "市尺", "chi"),
    "寸": unit("1/30", "Chinese inch 寸", "市寸", "cun"),
}
MASS = {
    "kg": unit(1, "kilogram 千克", "千克", "公斤", "kilogram", "kilograms", "kilo", "kilos"),
    "g": unit("1/1000", "gram 克", "克", "gram", "grams"),
    "mg": unit("1/1000000", "milligram 毫克", "毫克", "milligram", "milligrams"),
    "µg": unit("1/1000000000", "microgram 微克", "微克", "ug", "μg", "microgram", "micrograms"),
    "t": unit(1000, "tonne 吨", "吨", "公吨", "tonne", "tonnes", "metric ton"),
    "lb": unit("0.45359237", "pound 磅", "磅", "lbs", "pound", "pounds"),
    "oz": unit("0.028349523125", "ounce 盎司", "盎司", "ounce", "ounces"),
    "st": unit("6.35029318", "stone 英石", "英石", "stone", "stones"),
    "ct": unit("0.0002", "carat 克拉", "克拉", "carat", "carats"),
    "斤": unit("1/2", "jin 斤", "市斤", "jin", "catty"),
    "两": unit("1/20", "liang 两", "市两", "liang"),
    "钱": unit("1/200", "qian 钱", "市钱", "qian"),
}
TEMPERATURE = {
    "°C": unit(1, "degree Celsius 摄氏度", "C", "摄氏度", "摄氏", "℃", "celsius", "degC", offset="273.15"),
    "°F": unit("5/9", "degree Fahrenheit 华氏度", "F", "华氏度", "华氏", "℉", "fahrenheit", "degF", offset="45967/180"),
    "K": unit(1, "kelvin 开尔文", "开尔文", "开", "kelvin", "kelvins"),
    "°R": unit("5/9", "degree Rankine 兰氏度", "R", "兰氏度", "rankine"),
}
ABSOLUTE_ZERO = 0
DATA = {
    "bit": unit("1/8", "bit 比特", "比特", "位", "b", "bits"),
    "B": unit(1, "byte 字节", "字节", "byte", "bytes"),
    "kB": unit(1000, "kilobyte 千字节", "千字节", "KB", "kilobyte", "kilobytes"),
    "MB": unit(1000**2, "megabyte 兆字节", "兆字节", "兆", "megabyte", "megabytes"),
    "GB": unit(1000**3, "gigabyte 吉字节", "吉字节", "gigabyte", "gigabytes"),
    "TB": unit(1000**4, "terabyte 太字节", "太字节", "terabyte", "terabytes"),
    "PB": unit(1000**5, "petabyte 拍字节", "拍字节", "petabyte", "petabytes"),
    "KiB": unit(1024, "kibibyte 二进制千字节", "kibibyte", "kibibytes"),
    "MiB": unit(1024**2, "mebibyte 二进制兆字节", "mebibyte", "mebibytes"),
    "GiB": unit(1024**3, "gibibyte 二进制吉字节", "gibibyte", "gibibytes"),
    "TiB": unit(1024**4, "tebibyte 二进制太字节", "tebibyte", "tebibytes"),
    "PiB": unit(1024**5, "pebibyte 二进制拍字节", "pebibyte", "pebibytes"),
    "kb": unit("125", "kilobit 千比特", "千比特", "Kb", "kbit", "kilobit", "kilobits"),
    "Mb": unit("125000", "megabit 兆比特", "兆比特", "Mbit", "megabit", "megabits"),
    "Gb": unit("125000000", "gigabit 吉比特", "吉比特", "Gbit", "gigabit", "gigabits"),
}
TIME = {
    "s": unit(1, "second 秒", "秒", "sec", "second", "seconds"),
    "ms": unit("1/1000", "millisecond 毫秒", "毫秒", "millisecond", "milliseconds"),
    "µs": unit("1/1000000", "microsecond 微秒", "微秒", "us", "μs", "microsecond", "microseconds"),
    "ns": unit("1/1000000000", "nanosecond 纳秒", "纳秒", "nanosecond", "nanoseconds"),
    "min": unit(60, "minute 分钟", "分钟", "分", "minute", "minutes"),
    "h": unit(3600, "hour 小时", "小时", "时", "hr", "hrs", "hour", "hours"),
    "d": unit(86400, "day 天", "天", "日", "day", "days"),
    "wk": unit(604800, "week 周", "周", "星期", "week", "weeks"),
    "yr": unit(31557600, "year of 365.25 days 年", "年", "year", "years", "a"),
}
AREA = {
    "m²": unit(1, "square metre 平方米", "平方米", "平米", "平", "m2", "sqm", "square meter", "square meters"),
    "cm²": unit("1/10000", "square centimetre 平方厘米", "平方厘米", "cm2"),
    "mm²": unit("1/1000000", "square millimetre 平方毫米", "平方毫米", "mm2"),
    "km²": unit(1000000, "square kilometre 平方千米", "平方千米", "平方公里", "km2"),
    "ha": unit(10000, "hectare 公顷", "公顷", "hectare", "hectares"),
    "acre": unit("4046.8564224", "acre 英亩", "英亩", "ac", "acres"),
    "ft²": unit("0.09290304", "square foot 平方英尺", "平方英尺", "ft2", "sqft", "square feet"),
    "in²": unit("0.00064516", "square inch 平方英寸", "平方英寸", "in2"),
    "mi²": unit("2589988.110336", "square mile 平方英里", "平方英里", "mi2"),
    "亩": unit("2000/3", "mu 亩", "市亩", "mu"),
}
VOLUME = {
    "L": unit(1, "litre 升", "升", "公升", "l", "liter", "liters", "litre", "litres"),
    "mL": unit("1/1000", "millilitre 毫升", "毫升", "ml", "cc", "cm³", "cm3", "milliliter", "milliliters"),
    "m³": unit(1000, "cubic metre 立方米", "立方米", "立方", "方", "m3", "cubic meter", "cubic meters"),
    "gal": unit("3.785411784", "US gallon 美制加仑", "加仑", "美制加仑", "gallon", "gallons"),
    "imp gal": unit("4.54609", "imperial gallon 英制加仑", "英制加仑", "imperial gallon"),
    "qt": unit("0.946352946", "US quart 夸脱", "夸脱", "quart", "quarts"),
    "pt": unit("0.473176473", "US pint 品脱", "品脱", "pint", "pints"),
    "cup": unit("0.2365882365", "US cup 杯", "杯", "cups"),
    "fl oz": unit("0.0295735295625", "US fluid ounce 液量盎司", "液量盎司", "floz", "fluid ounce", "fluid ounces"),
    "tbsp": unit("0.01478676478125", "US tablespoon 汤匙", "汤匙", "大勺", "tablespoon", "tablespoons"),
    "tsp": unit("0.00492892159375", "US teaspoon 茶匙", "茶匙", "小勺", "teaspoon", "teaspoons"),
    "ft³": unit("28.316846592", "cubic foot 立方英尺", "立方英尺", "ft3", "cubic feet"),
}
SPEED = {
    "m/s": unit(1, "metre per second 米每秒", "米每秒", "米/秒", "mps"),
    "km/h": unit("5/18", "kilometre per hour 千米每小时", "千米每小时", "公里每小时", "公里/小时", "千米/小时", "时速公里", "kph", "kmh"),
    "mph": unit("0.44704", "mile per hour 英里每小时", "英里每小时", "英里/小时", "mi/h"),
    "kn": unit("463/900", "knot 节", "节", "kt", "knot", "knots"),
    "ft/s": unit("0.3048", "foot per second 英尺每秒", "英尺每秒", "fps"),
    "c": unit(299792458, "speed of light 光速", "光速"),
}

KINDS = {
    "length": LENGTH,
    "mass": MASS,
    "temperature": TEMPERATURE,
    "data": DATA,
    "time": TIME,
    "area": AREA,
    "volume": VOLUME,
    "speed": SPEED,
}
# What is answered where nobody says which units are wanted.
USUAL = {
    "length": ("m", "km", "cm", "ft", "in", "mi"),
    "mass": ("kg", "g", "lb", "oz", "斤"),
    "temperature": ("°C", "°F", "K"),
    "data": ("B", "kB", "MB", "GB", "MiB", "GiB"),
    "time": ("s", "min", "h", "d"),
    "area": ("m²", "km²", "ha", "ft²", "亩"),
    "volume": ("L", "mL", "m³", "gal"),
    "speed": ("m/s", "km/h", "mph", "kn"),
}
