// What kind of file it is, at a glance.

import {
  AudioOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FilePptOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

export function FileIcon({ mediaType }: { readonly mediaType: string }): ReactNode {
  return (
    <span className="qiao-attach-icon" aria-hidden>
      {iconOf(mediaType)}
    </span>
  );
}

const ICONS: readonly (readonly [RegExp, ReactNode])[] = [
  [/^image\//, <FileImageOutlined key="image" />],
  [/^video\//, <VideoCameraOutlined key="video" />],
  [/^audio\//, <AudioOutlined key="audio" />],
  [/pdf$/, <FilePdfOutlined key="pdf" />],
  [/spreadsheet|excel|csv|tab-separated/, <FileExcelOutlined key="table" />],
  [/wordprocessing|msword/, <FileWordOutlined key="word" />],
  [/presentation|powerpoint/, <FilePptOutlined key="slides" />],
  [/zip|7z|rar|tar/, <FileZipOutlined key="zip" />],
  [/^text\/|json|xml|yaml/, <FileTextOutlined key="text" />],
];

function iconOf(mediaType: string): ReactNode {
  return ICONS.find(([pattern]) => pattern.test(mediaType))?.[1] ?? <FileOutlined />;
}
