// Turns our messages into a prompt that every provider accepts.

import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { isDeeperThan, isJsonObject, type JsonObject } from '#base/json.ts';
import type { AssistantPart, ModelFile, ModelMessage, ToolResult } from './chat-model.ts';
import { returned } from './part-metadata.ts';
import type { Dialect } from './provider.ts';
import type { ShownImages } from './shown-images.ts';

export interface PromptParts {
  readonly dialect: Dialect;
  readonly modelId: string;
  /** What this provider was given before: a turn sends the same messages with every step. */
  readonly known: KnownMessages;
  /** Of the files that went with what was said, the images that are shown. */
  readonly images: ShownImages;
}

export type KnownMessages = WeakMap<ModelMessage, LanguageModelV4Message>;

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];
type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];
type ToolContent = Extract<LanguageModelV4Message, { role: 'tool' }>['content'];

const NOTICE = '<system-notice>';

/** Providers refuse a message or a text block without a character. */
const NOTHING_SAID = '…';

/**
 * Neighbouring messages of the user become one, since some chat templates want the roles to alternate. A past call whose
 * arguments are no JSON object, or nested too deep, is sent as `{"_malformed": text}`: a history that the provider
 * cannot parse would be refused for ever.
 */
export function promptOf(
  messages: readonly ModelMessage[],
  parts: PromptParts,
): LanguageModelV4Prompt {
  const firstSaid = messages.findIndex(({ role }) => role !== 'system');
  const leading = firstSaid === -1 ? messages.length : firstSaid;
  const prompt: LanguageModelV4Prompt = systemOf(messages.slice(0, leading), parts.dialect);
  for (const message of messages.slice(leading)) add(prompt, message, parts);
  return prompt;
}

/** Whether a block of a user message is there for this request only. */
export function isNotice(text: string): boolean {
  return text.startsWith(NOTICE);
}

/** Marked for the cache one by one where the provider can; otherwise one, as templates want it. */
function systemOf(
  messages: readonly ModelMessage[],
  { marksCache }: Dialect,
): LanguageModelV4Prompt {
  const texts = messages.flatMap((message) =>
    message.role === 'system' && message.text.trim() !== '' ? [message.text.toWellFormed()] : [],
  );
  const contents = marksCache || texts.length === 0 ? texts : [texts.join('\n\n')];
  return contents.map((content) => ({ role: 'system', content }));
}

function add(prompt: LanguageModelV4Prompt, message: ModelMessage, parts: PromptParts): void {
  switch (message.role) {
    case 'system':
      addUser(prompt, textPart(`${NOTICE}\n${message.text}\n</system-notice>`), parts.dialect);
      return;
    case 'user':
      addUser(prompt, saidContent(message, parts), parts.dialect);
      return;
    default: {
      const converted = parts.known.get(message) ?? convertedOf(message, parts);
      parts.known.set(message, converted);
      if (converted.content.length > 0) prompt.push(converted);
    }
  }
}

function convertedOf(
  message: ModelMessage & { readonly role: 'assistant' | 'tool' },
  parts: PromptParts,
): LanguageModelV4Message {
  return message.role === 'assistant'
    ? {
        role: 'assistant',
        content: message.parts.flatMap((part) => assistantContent(part, parts)),
      }
    : {
        role: 'tool',
        content: message.results.map((result) => toolContent(result, parts.dialect)),
      };
}

/** The files at the end: what they are called and where they lie, and what they show. */
function saidContent(
  { text, files = [] }: ModelMessage & { readonly role: 'user' },
  { images }: PromptParts,
): UserContent {
  const told = files.length === 0 ? '' : toldFiles(files);
  const said = told !== '' && text.trim() === '' ? told : `${saidOf(text)}${told}`;
  const shown = files.flatMap((file) => {
    const data = images.get(file);
    if (data === undefined) return [];
    const { name: filename, mediaType } = file;
    return [{ type: 'file' as const, filename, mediaType, data: { type: 'data' as const, data } }];
  });
  return [...textPart(said), ...shown];
}

/** As JSON, so that no name says more than a name. */
function toldFiles(files: readonly ModelFile[]): string {
  const facts = files.map(({ name, path, mediaType, bytes }) => ({ name, path, mediaType, bytes }));
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c');
  return `\n\n<attachments>\n${json}\n</attachments>`;
}

function textPart(text: string): UserContent {
  return [{ type: 'text', text: text.toWellFormed() }];
}

/** What a person writes is no notice of ours, whatever they write. */
function saidOf(text: string): string {
  return text.trim() === ''
    ? NOTHING_SAID
    : text.replaceAll(/<(?=\/?(?:system-notice|attachments)>)/gi, '&lt;');
}

/** One text where the provider caches by itself; blocks where the cache is marked block by block. */
function addUser(prompt: LanguageModelV4Prompt, given: UserContent, { marksCache }: Dialect): void {
  const last = prompt.at(-1);
  const all = [...(last?.role === 'user' ? last.content : []), ...given];
  if (last?.role === 'user') prompt.pop();
  const texts = all.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const shown = all.filter(({ type }) => type !== 'text');
  const content = marksCache ? all : [...textPart(texts.join('\n\n')), ...shown];
  prompt.push({ role: 'user', content });
}

function assistantContent(
  part: AssistantPart,
  { dialect, modelId }: PromptParts,
): AssistantContent {
  const { isForeign, options } = returned(part.metadata, modelId);
  const own = Object.keys(options).length === 0 ? {} : { providerOptions: options };
  switch (part.type) {
    case 'text': {
      const text = part.text.toWellFormed();
      return text.trim() === '' ? [] : [{ type: 'text', text, ...own }];
    }
    case 'reasoning':
      return isForeign ? [] : [{ type: 'reasoning', text: part.text, ...own }];
    default: {
      const { name, argumentsText } = part;
      const toolCallId = callIdOf(part.id, dialect);
      const input = inputOf(argumentsText, dialect);
      return [{ type: 'tool-call', toolCallId, toolName: name, input, ...own }];
    }
  }
}

/** As the model wrote it where that is possible: a server's cache knows those very characters. */
function inputOf(argumentsText: string, { takesArgumentsAsText }: Dialect): string | JsonObject {
  const parsed = parsedObject(argumentsText);
  if (parsed === undefined) return { _malformed: argumentsText.toWellFormed() };
  // The package takes text that could set a prototype for a mere string.
  const isSafe = !/\\u|__proto__|constructor/.test(argumentsText);
  return takesArgumentsAsText && isSafe ? argumentsText : parsed;
}

function parsedObject(text: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) && !isDeeperThan(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function toolContent(
  { id, name, output, isError }: ToolResult,
  dialect: Dialect,
): ToolContent[number] {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const value = (text === '' ? '""' : text).toWellFormed();
  return {
    type: 'tool-result',
    toolCallId: callIdOf(id, dialect),
    toolName: name,
    output: { type: isError ? 'error-text' : 'text', value },
  };
}

function callIdOf(id: string, { callIds }: Dialect): string {
  return id.replace(callIds, '_');
}
