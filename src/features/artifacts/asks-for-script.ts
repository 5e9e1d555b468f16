// ART-05: whether a person asks for a script, so that the endings that are a skill's own business otherwise are theirs.

const WORDS =
  /脚本|代码|源码|程序|字幕|日志|\b(?:scripts?|source code|code|programs?|python|javascript|typescript|node\.?js|bash|shell|subtitles?|logs?)\b/i;
/** An ending by itself, or that of a file: `.py`, `main.py`. */
const ENDINGS = /\.(?:py|pyc|js|mjs|ts|sh|log|tmp|srt)(?![\w.])/i;

export function asksForScript(text: string): boolean {
  return WORDS.test(text) || ENDINGS.test(text);
}
