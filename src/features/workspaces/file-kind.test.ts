import { expect, test } from 'vitest';
import { fileTypeOf } from './file-kind.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
const ZIP = 'PK\x03\x04\x14\0\0\0';
const XLSX = `${ZIP}…xl/workbook.xml…`;
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

test.each([
  ['a.png', PNG, 'image/png', 'image'],
  ['a.jpg', '\xff\xd8\xff\xe0..JFIF', 'image/jpeg', 'image'],
  ['a.webp', 'RIFF\x10\0\0\0WEBPVP8 ', 'image/webp', 'image'],
  ['a.gif', 'GIF89a\x01\0', 'image/gif', 'image'],
  ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'image'],
  ['a.mp4', '\0\0\0\x20ftypisom', 'video/mp4', 'video'],
  ['a.m4a', '\0\0\0\x20ftypM4A ', 'audio/mp4', 'audio'],
  ['a.mp3', 'ID3\x04\0', 'audio/mpeg', 'audio'],
  ['a.mp3', '\xff\xfb\x90\x64', 'audio/mpeg', 'audio'],
  ['a.webm', '\x1aE\xdf\xa3\x01', 'video/webm', 'video'],
  ['a.pdf', '%PDF-1.7', 'application/pdf', 'file'],
  ['a.zip', ZIP, 'application/zip', 'file'],
  ['a.xlsx', XLSX, `${OFFICE}spreadsheetml.sheet`, 'file'],
  ['a.docx', `${ZIP}…word/document.xml…`, `${OFFICE}wordprocessingml.document`, 'file'],
  ['a.xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/vnd.ms-excel', 'file'],
  ['a.csv', 'a,b\n1,2\n', 'text/csv', 'file'],
  ['gbk.csv', '\xd0\xd5\xc3\xfb,\xca\xfd\n', 'text/csv', 'file'],
  ['wide.txt', '\xff\xfea\0b\0', 'text/plain', 'file'],
  ['README', 'Read me.', 'text/plain', 'file'],
  ['data', 'a\0b', 'application/octet-stream', 'file'],
  ['empty.csv', '', 'text/csv', 'file'],
] as const)('%s is what it says', (...[name, content, mediaType, kind]) => {
  const head = bytes(content);
  expect(fileTypeOf(name, head, head)).toEqual({ mediaType, kind, isOther: false });
});

test.each([
  ['photo.png', '<html>', 'text/plain', 'file'],
  ['photo.png', '\xff\xd8\xff\xe0', 'image/jpeg', 'image'],
  ['table.csv', XLSX, `${OFFICE}spreadsheetml.sheet`, 'file'],
  ['table.xlsx', ZIP, 'application/zip', 'file'],
  ['table.xlsx', 'a,b\n', 'text/plain', 'file'],
  ['note.txt', 'a\0\x01b', 'application/octet-stream', 'file'],
  ['note.txt', '\x7fELF\x02\x01', 'application/x-executable', 'file'],
] as const)('%s is told to be something else', (...[name, content, mediaType, kind]) => {
  const head = bytes(content);
  expect(fileTypeOf(name, head, head)).toEqual({ mediaType, kind, isOther: true });
});

test('what an office file has in it is found at its end', () => {
  const type = fileTypeOf('big.xlsx', bytes(ZIP), bytes('…xl/workbook.xml…PK\x05\x06'));
  expect(type.isOther).toBe(false);
});
