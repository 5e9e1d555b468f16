// What the console says of files that skills made: what can be seen of them, and which did not arrive.

import type { Text } from '#base/text.ts';

export const artifactViewTexts = {
  open: (name: string): Text => ({ zh: `打开 ${name} 的预览`, en: `Open the preview of ${name}` }),
  download: (name: string): Text => ({ zh: `下载 ${name}`, en: `Download ${name}` }),
  loading: (): Text => ({ zh: '正在载入预览…', en: 'Loading the preview…' }),
  noPreview: (): Text => ({
    zh: '这个文件没有预览。请下载后打开。',
    en: 'This file has no preview. Download it to open it.',
  }),
  notLoaded: (): Text => ({ zh: '预览没有载入', en: 'The preview could not be loaded' }),
  notPlayed: (): Text => ({
    zh: '浏览器放不了这个文件。请下载后用别的程序打开。',
    en: 'The browser can not play this file. Download it and open it with another program.',
  }),
  emptyTable: (): Text => ({ zh: '表格是空的', en: 'The table is empty' }),
  emptyText: (): Text => ({ zh: '文件是空的', en: 'The file is empty' }),
  table: (name: string): Text => ({ zh: `${name} 的内容`, en: `Content of ${name}` }),
  moreRows: (shown: number): Text => ({
    zh: `只显示前 ${shown} 行`,
    en: `Only the first ${shown} rows`,
  }),
  moreColumns: (shown: number): Text => ({
    zh: `只显示前 ${shown} 列`,
    en: `Only the first ${shown} columns`,
  }),
  sheet: (name: string, count: number): Text => ({
    zh: count === 1 ? `工作表「${name}」` : `工作表「${name}」，共 ${count} 个，其余未显示`,
    en: count === 1 ? `Sheet "${name}"` : `Sheet "${name}", the first of ${count}`,
  }),
  cut: (): Text => ({
    zh: '只显示了开头。下载可以看到全部。',
    en: 'Only the beginning is shown. Download it to see all of it.',
  }),
  sandboxed: (): Text => ({
    zh: '为了安全，预览里不运行脚本，也不载入外部内容；下载后看到的可能不同。',
    en: 'To be safe, the preview runs no script and loads nothing from elsewhere; the downloaded file may look different.',
  }),
  noPdf: (): Text => ({
    zh: '浏览器不能在页面里显示 PDF。',
    en: 'The browser can not show a PDF in a page.',
  }),
  openTab: (): Text => ({ zh: '在新标签页打开', en: 'Open in a new tab' }),
  failed: (count: number): Text => ({
    zh: `${count} 个文件没能交付`,
    en: count === 1 ? 'One file was not delivered' : `${count} files were not delivered`,
  }),
  failedMore: (count: number): Text => ({ zh: `另有 ${count} 个`, en: `${count} more` }),
} as const;
