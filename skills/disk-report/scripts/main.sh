#!/usr/bin/env bash
# Sizes of the workspace's files, as one JSON envelope.

set -euo pipefail
export LC_ALL=C

top=20
while [ $# -gt 0 ]; do
  case "$1" in
    --top) top="${2-}"; shift ;;
    --top=*) top="${1#--top=}" ;;
  esac
  shift
done

if ! [[ "$top" =~ ^[0-9]{1,4}$ ]] || ((10#$top < 1 || 10#$top > 1000)); then
  printf '{"success": false, "error": "top must be a whole number from 1 to 1000", "error_type": "recoverable", "need_param": "top"}\n'
  exit 1
fi
top=$((10#$top))

# A file's name may hold anything but a slash and a NUL, so NUL separates, and JSON's special characters are escaped.
json_string() {
  local text="$1" escaped="" character code place
  text="${text//\\/\\\\}"
  text="${text//\"/\\\"}"
  if [[ "$text" == *[$'\x01'-$'\x1f']* ]]; then
    for ((place = 0; place < ${#text}; place++)); do
      character="${text:place:1}"
      if [[ "$character" == [$'\x01'-$'\x1f'] ]]; then
        printf -v code '%d' "'$character"
        printf -v character '\\u%04x' "$code"
      fi
      escaped+="$character"
    done
    text="$escaped"
  fi
  printf '"%s"' "$text"
}

sizes() {
  if find . -maxdepth 0 -printf '' 2>/dev/null; then
    find . -mindepth 1 -name '.*' -prune -o -type f -printf '%s\t%P\0'
  else
    find . -mindepth 1 -name '.*' -prune -o -type f -print0 |
      while IFS= read -r -d '' file; do
        printf '%s\t%s\0' "$(($(wc -c <"$file")))" "${file#./}"
      done
  fi
}

cd "${SKILL_WORKSPACE:-.}"
files=0
bytes=0
listed=0
largest=""
while IFS= read -r -d '' record; do
  size="${record%%$'\t'*}"
  path="${record#*$'\t'}"
  files=$((files + 1))
  bytes=$((bytes + size))
  if ((listed < top)); then
    listed=$((listed + 1))
    largest+="${largest:+, }{\"path\": $(json_string "$path"), \"bytes\": $size}"
  fi
done < <(sizes | sort -z -t $'\t' -k 1,1nr -k 2)

printf '{"success": true, "data": {"files": %d, "bytes": %d, "listed": %d, "largest": [%s]}}\n' \
  "$files" "$bytes" "$listed" "$largest"
