// An API that was converted: what holds for all of it in memory, its operations where they can be had one at a time.

import type { ApiHead, ApiOperation, Method } from '../api-operation.ts';

export interface OperationSummary {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** The first line of what it does. */
  readonly summary: string;
  /** Characters of its input schema. */
  readonly schemaChars: number;
}

export interface ApiBook {
  readonly head: ApiHead;
  /** In the document's order. */
  readonly operations: readonly OperationSummary[];
  /** Undefined where there is none of that name. */
  operation(name: string): Promise<ApiOperation | undefined>;
}

const SUMMARY_CHARS = 160;

export function summaryOf({
  name,
  method,
  path,
  description,
  inputSchema,
}: ApiOperation): OperationSummary {
  const [line = ''] = description.split('\n');
  const summary = line.length > SUMMARY_CHARS ? `${line.slice(0, SUMMARY_CHARS)}…` : line;
  return { name, method, path, summary, schemaChars: JSON.stringify(inputSchema).length };
}
