// What people are told about workspaces and the files in them.

import type { Text } from '#base/text.ts';

export const workspaceTexts = {
  outside: (path: string): Text => ({
    zh: `路径「${path}」在工作区之外，不能使用。请改用工作区内的相对路径。`,
    en: `The path "${path}" is outside the workspace and can't be used. Give a relative path inside the workspace.`,
  }),
  badId: (id: string): Text => ({
    zh: `「${id}」不能作为角色或会话标识：不能为空，也不能是「.」或「..」。`,
    en: `"${id}" can't be a role's or a session's id: it must not be blank, "." or "..".`,
  }),
} as const;
