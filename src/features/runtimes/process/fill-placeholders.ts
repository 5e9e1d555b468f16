// Replaces the placeholders for the skill's directory and the workspace in an input (CLI-04).

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

export interface PlaceholderFolders {
  /** Absolute path of the skill's directory as the program sees it. */
  readonly baseDir: string;
  readonly workspace: string;
}

/** `{baseDir}`, `${baseDir}`, `{workspace}` and `${workspace}` in every string, however deep; keys stay as they are. */
export function fillPlaceholders(input: JsonObject, folders: PlaceholderFolders): JsonObject {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, fillValue(value, folders)]),
  );
}

/** The same for one text. */
export function fillText(text: string, folders: PlaceholderFolders): string {
  return text.replaceAll(
    /\$?\{(baseDir|workspace)\}/g,
    (_, name: keyof PlaceholderFolders) => folders[name],
  );
}

function fillValue(value: JsonValue, folders: PlaceholderFolders): JsonValue {
  if (typeof value === 'string') return fillText(value, folders);
  if (Array.isArray(value)) return value.map((item: JsonValue) => fillValue(item, folders));
  return isJsonObject(value) ? fillPlaceholders(value, folders) : value;
}
