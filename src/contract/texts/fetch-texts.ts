// What is said where an address is not fetched, or could not be: each sentence names the address and the way out.

import type { Text } from '#base/text.ts';

export const fetchTexts = {
  notAnAddress: (url: string): Text => ({
    zh: `「${url}」不是网址。请给出完整的网址，例如 https://example.com/page。`,
    en: `"${url}" is no web address. Give a whole one, such as https://example.com/page.`,
  }),
  scheme: (url: string, scheme: string): Text => ({
    zh: `不能读取「${url}」：只支持 http 和 https，不支持 ${scheme}。请换成 http(s) 网址。`,
    en: `"${url}" can't be fetched: only http and https are, ${scheme} is not. Give an http(s) address.`,
  }),
  credentials: (host: string): Text => ({
    zh: `网址里带有用户名或密码（${host}），不会发送。请去掉「@」前面的部分。`,
    en: `The address holds a user name or a password (for ${host}), which is not sent. Leave out what stands before the "@".`,
  }),
  tooLong: (limit: number): Text => ({
    zh: `网址超过 ${limit} 个字符。请换一个更短的网址。`,
    en: `The address has more than ${limit} characters. Give a shorter one.`,
  }),
  port: (host: string, port: number): Text => ({
    zh: `不访问 ${host} 的 ${port} 端口：这不是网页服务的端口。请换用 80、443 或 1024 以上的网页端口；确需访问时，在 QIAO_ALLOW_HOSTS 里加上 ${host}:${port}。`,
    en: `Port ${port} of ${host} is not fetched: web pages are not served there. Use 80, 443 or a web port from 1024 on; where it is really meant, put ${host}:${port} into QIAO_ALLOW_HOSTS.`,
  }),
  privateAddress: (host: string, address: string): Text => ({
    zh: `不访问 ${told(host, address).zh}：它是本机或内部网络的地址。请换成公网网址；确需访问时，在 QIAO_ALLOW_HOSTS 里加上 ${host}。`,
    en: `${told(host, address).en} is not fetched: it belongs to this machine or to a private network. Give an address of the public internet; where it is really meant, put ${host} into QIAO_ALLOW_HOSTS.`,
  }),
  hostNotDeclared: (host: string): Text => ({
    zh: `不访问 ${host}：接口说明没有声明这台主机。确需访问时，请把它写进接口说明的 servers。`,
    en: `${host} is not called: the API's description does not declare it. Where it is really meant, add it to the description's servers.`,
  }),
  unknownHost: (host: string): Text => ({
    zh: `没有名为 ${host} 的主机。请检查网址的拼写。`,
    en: `There is no host ${host}. Check how the address is spelt.`,
  }),
  unreachable: (host: string, reason: string): Text => ({
    zh: `连接不上 ${host}（${reason}）。请检查网址，或稍后再试。`,
    en: `${host} can't be reached (${reason}). Check the address, or try again later.`,
  }),
  certificate: (host: string, reason: string): Text => ({
    zh: `${host} 的安全证书不可信（${reason}），没有读取。请换一个网址。`,
    en: `The certificate of ${host} can't be trusted (${reason}), so nothing was read. Give another address.`,
  }),
  timedOut: (host: string, seconds: number): Text => ({
    zh: `${host} 没有在 ${seconds} 秒内答完。请稍后再试，或换一个网址。`,
    en: `${host} did not finish its answer within ${seconds} s. Try again later, or give another address.`,
  }),
  tooManyRedirects: (url: string, limit: number): Text => ({
    zh: `${url} 转向超过 ${limit} 次，没有读到内容。请直接给出最终的网址。`,
    en: `${url} redirects more than ${limit} times, and nothing was read. Give the final address itself.`,
  }),
  redirectRefused: (from: string, why: Text): Text => ({
    zh: `${from} 转向了别处。${why.zh}`,
    en: `${from} redirects elsewhere. ${why.en}`,
  }),
  tooLarge: (url: string, limitBytes: number): Text => ({
    zh: `${url} 的内容超过 ${megabytes(limitBytes)} MB，没有读取。请换成更小的文件或分页的网址。`,
    en: `${url} holds more than ${megabytes(limitBytes)} MB and was not read. Give a smaller file, or a page of it.`,
  }),
  fileTooLarge: (url: string, limitBytes: number): Text => ({
    zh: `${url} 超过单个文件 ${mebibytes(limitBytes)} MB 的上限，没有下载。请换成更小的文件；管理员可以用 QIAO_DOWNLOAD_MB 调高上限。`,
    en: `${url} is larger than the ${mebibytes(limitBytes)} MB that one file may have, and was not downloaded. Give a smaller file; an operator raises the limit by QIAO_DOWNLOAD_MB.`,
  }),
  status: (url: string, status: number): Text => ({
    zh: `${url} 回答 HTTP ${status}，没有文件。链接可能已过期或需要登录：请重新生成链接，或换一个不用登录的网址。`,
    en: `${url} answers HTTP ${status} and gives no file. The link may have expired or need a sign-in: have it made anew, or give an address that needs none.`,
  }),
  mediaType: (url: string, mediaType: string): Text => ({
    zh: `${url} 的内容类型是 ${mediaType || '（未说明）'}，不能作为文字读取。请换成网页、文本或 JSON 的网址。`,
    en: `${url} is of type ${mediaType || '(none given)'}, which can't be read as text. Give the address of a page, a text or JSON.`,
  }),
  brokenBody: (host: string, reason: string): Text => ({
    zh: `${host} 的回答中途断开或无法解压（${reason}）。请再试一次，或换一个网址。`,
    en: `The answer of ${host} broke off or can't be decompressed (${reason}). Try once more, or give another address.`,
  }),
  allowedHost: (entry: string): Text => ({
    zh: `QIAO_ALLOW_HOSTS 里的「${entry}」看不懂。请写主机名、主机名:端口、*.域名、IP 地址或网段（10.0.0.0/8），用逗号分开。`,
    en: `"${entry}" in QIAO_ALLOW_HOSTS can't be read. Write host names, host:port, *.domain, IP addresses or ranges (10.0.0.0/8), separated by commas.`,
  }),
} as const;

function told(host: string, address: string): Text {
  return host === address
    ? { zh: host, en: host }
    : { zh: `${host}（${address}）`, en: `${host} (${address})` };
}

function megabytes(bytes: number): string {
  return String(Math.round(bytes / 100_000) / 10);
}

/** As settings count. */
function mebibytes(bytes: number): string {
  return String(Math.round((bytes / 1024 / 1024) * 10) / 10);
}
