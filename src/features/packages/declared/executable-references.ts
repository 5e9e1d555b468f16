// Tells whether a document has something to execute (DOC-02).

const FENCED_CODE =
  /^[ \t]*(?:`{3,}|~{3,})[ \t]*\{?\.?(?:sh|bash|shell|zsh|console|shell-session|python3?|py|js|javascript|node|mjs|cjs|ts|typescript)\b/im;
const NAMED_SCRIPT = /(?:^|[\s`"'(/[{}])scripts\/[\w.-]*\w/m;
const BASE_FOLDER = /\{baseDir\}/;

/** A fenced sh, bash, python or js block, a named file under `scripts/`, `{baseDir}`, or a required program. */
export function hasExecutableReferences(body: string, bins: readonly string[]): boolean {
  return (
    bins.length > 0 || FENCED_CODE.test(body) || NAMED_SCRIPT.test(body) || BASE_FOLDER.test(body)
  );
}
