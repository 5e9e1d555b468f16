// Asks a model for one step and gathers what it gave, for tests of models and of what is built on them.

import type {
  ChatModel,
  ModelFinish,
  ModelPart,
  ModelRequest,
  ToolDefinition,
} from '#features/models/index.ts';

export interface GatheredStep {
  /** Every delta, in order. */
  readonly deltas: readonly Exclude<ModelPart, ModelFinish>[];
  /** The text deltas joined. */
  readonly text: string;
  readonly finish: ModelFinish | undefined;
}

/** A request with one user message and no tools, unless given otherwise. */
export function requestOf(given: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [{ role: 'user', text: 'hello' }],
    tools: [],
    toolChoice: 'auto',
    signal: new AbortController().signal,
    ...given,
  };
}

export function toolOf(
  name: string,
  properties: ToolDefinition['inputSchema'] = {},
  given: { readonly description?: string; readonly required?: readonly string[] } = {},
): ToolDefinition {
  const { description = `Does ${name}.`, required = [] } = given;
  return { name, description, inputSchema: { type: 'object', properties, required } };
}

export async function gather(
  model: ChatModel,
  given: Partial<ModelRequest> = {},
): Promise<GatheredStep> {
  const deltas: Exclude<ModelPart, ModelFinish>[] = [];
  let finish: ModelFinish | undefined;
  for await (const part of model.stream(requestOf(given))) {
    if (part.type === 'finish') finish = part;
    else deltas.push(part);
  }
  const text = deltas.flatMap((delta) => (delta.type === 'text-delta' ? [delta.text] : []));
  return { deltas, text: text.join(''), finish };
}
