// What people are told of instances: that there is none, and that one was made.

import type { Text } from '#base/text.ts';

export const instanceTexts = {
  noneInFolder: (folder: string): Text => ({
    zh: `${folder} 里没有实例。QIAO_DATA 设置对了吗？它要和服务器的一样。还没有实例时，用 npm start 创建。`,
    en: `There is no instance in ${folder}. Is QIAO_DATA right? It must be the server's. Where there is none yet, npm start makes one.`,
  }),
  noneInDatabase: (): Text => ({
    zh: 'DATABASE_URL 指向的数据库里没有实例。它要和服务器的一样。还没有实例时，用 npm start 创建。',
    en: "There is no instance in the database of DATABASE_URL. It must be the server's. Where there is none yet, npm start makes one.",
  }),
  made: (folder: string): Text => ({
    zh: `这里还没有实例，已在 ${folder} 新建一个。想用已有的实例时，请检查 QIAO_DATA。`,
    en: `There was no instance, and a new one was made in ${folder}. If you meant one that exists, check QIAO_DATA.`,
  }),
  madeInDatabase: (): Text => ({
    zh: 'DATABASE_URL 指向的数据库里还没有实例，已新建一个。',
    en: 'There was no instance in the database of DATABASE_URL, and a new one was made.',
  }),
  elsewhere: (url: string): Text => ({
    zh: `从其他机器访问：${url}（登录链接里的 localhost 也要换成这个地址）`,
    en: `From other machines: ${url} (with it in the place of localhost in links, too)`,
  }),
  noLogin: (login: string, logins: readonly string[]): Text => ({
    zh: `没有登录名为「${login}」的人。登录名有：${logins.join('、')}。`,
    en: `Nobody has the login "${login}". The logins are: ${logins.join(', ')}.`,
  }),
} as const;
