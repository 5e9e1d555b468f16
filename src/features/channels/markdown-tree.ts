// Reads Markdown as the page does: the one file that knows the parser.

import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

export type MarkdownRoot = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = MarkdownRoot['children'][number];

/**
 * With tables. Strikethrough and tasks stay as they are written: in plain text their signs say what they mean, and bare
 * addresses are plain already.
 */
export function readMarkdown(text: string): MarkdownRoot {
  return fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
}
