"""Counts what is in a text, Chinese and Japanese included."""

import re

INPUT_SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "The text to count, as it is / 要统计的原文"},
    },
    "required": ["text"],
}

# Han, kana and their extensions: written without blanks, so each character counts as a word.
CJK = re.compile(
    "[\u3005\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)
WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
SENTENCE = re.compile(r"[^。！？!?\n]*?(?:[。！？!?]+|\.+(?=\s|$)|\n|$)")


async def execute(input_data, runtime_context):
    text = input_data.get("text")
    if not isinstance(text, str) or not text.strip():
        return {
            "success": False,
            "error": "text is missing: pass the text to count as a string that is not blank",
            "user_message": "请提供要统计的文字。 / Give the text to count.",
            "error_type": "recoverable",
            "need_param": "text",
        }
    data = count(text)
    return {"success": True, "data": data, "display_md": as_table(data)}


def count(text):
    lines = text.splitlines()
    cjk = len(CJK.findall(text))
    others = len(WORD.findall(CJK.sub(" ", text)))
    return {
        "characters": len(text),
        "characters_no_spaces": sum(1 for character in text if not character.isspace()),
        "words": cjk + others,
        "cjk_characters": cjk,
        "sentences": sum(1 for part in SENTENCE.findall(text) if WORD.search(part)),
        "lines": len(lines),
        "blank_lines": sum(1 for line in lines if not line.strip()),
    }


def as_table(data):
    rows = "\n".join(f"| {name} | {value} |" for name, value in data.items())
    return f"| count | value |\n|---|---:|\n{rows}"
