// An OpenAPI 3 or Swagger 2 document as the operations that it describes (API-03).

import type { AppError } from '#base/app-error.ts';
import { isJsonObject } from '#base/json.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { METHODS, type ApiHead, type ApiOperation, type ApiRemark } from '../api-operation.ts';
import { apiFault } from '../document/api-fault.ts';
import { childOf, entriesOf, textAt, type Node, type References } from '../document/references.ts';
import { plainText } from '../request/encode-text.ts';
import { createSchemaViews } from '../schema/schema-view.ts';
import { TOOL_SCHEMA_CHARS } from '../schema/tool-schema.ts';
import { readOperation, type FoundOperation, type OperationRules } from './read-operation.ts';
import { readSchemes } from './read-security.ts';
import { hostsOf, serversIn, swaggerServers } from './read-servers.ts';
import { uniqueNames, type NameWish } from './unique-names.ts';

const MOST_REMARKS = 50;

/**
 * The operations as they are read, one at a time; what is answered in the end is what holds for all of them. Throws
 * `package-invalid`, with file, place and cause, for what is no such document or has a part that leads nowhere.
 * @yields the operations in the document's order
 */
export function* convertOpenApi(
  references: References,
  schemaChars: number = TOOL_SCHEMA_CHARS,
): Generator<ApiOperation, ApiHead> {
  const { root } = references;
  const isSwagger = versionOf(root) === 'swagger';
  const remarks: ApiRemark[] = [];
  const remark = (each: ApiRemark): void => {
    if (remarks.length < MOST_REMARKS) remarks.push(each);
  };
  const views = createSchemaViews(references, (error) => remark(brokenReference(error)));
  const rules: OperationRules = {
    root,
    references,
    views,
    isSwagger,
    schemaChars,
    onUndeclared: (what, { file, pointer }) => remark({ kind: 'placeholder', file, pointer, what }),
  };
  const found = withNames(findOperations(root, references));
  const servers = (isSwagger ? swaggerServers(root) : serversIn(root)) ?? [];
  const others = found.flatMap(({ node, pathItem }) => [
    ...(serversIn(pathItem) ?? []),
    ...(serversIn(node) ?? []),
  ]);
  for (const each of found) yield readOperation(each, rules);
  return {
    title: textAt(childOf(root, 'info'), 'title') ?? '',
    baseUrl: servers[0] ?? '',
    hosts: hostsOf([...servers, ...others]),
    schemes: readSchemes(root, references),
    remarks,
  };
}

function versionOf(root: Node): 'openapi' | 'swagger' {
  const [open, swagger] = [childOf(root, 'openapi').value, childOf(root, 'swagger').value];
  if (open === undefined && swagger === undefined) throw apiFault(root, apiTexts.noVersion());
  const version = plainText(open ?? swagger ?? null);
  if (open !== undefined && /^3(?:\.|$)/.test(version)) return 'openapi';
  if (open === undefined && /^2(?:\.|$)/.test(version)) return 'swagger';
  const place = childOf(root, open === undefined ? 'swagger' : 'openapi');
  throw apiFault(place, apiTexts.otherVersion(version));
}

/** Throws for a document without `paths`, and a part of it that leads nowhere; webhooks are calls of somebody else's. */
function findOperations(
  root: Node,
  references: References,
): readonly Omit<FoundOperation, 'name'>[] {
  const paths = childOf(root, 'paths');
  if (paths.value === undefined && childOf(root, 'webhooks').value !== undefined) return [];
  if (!isJsonObject(paths.value)) throw apiFault(paths, apiTexts.noPaths());
  return entriesOf(references.follow(paths)).flatMap(([path, item]) => {
    if (path.startsWith('x-')) return [];
    const pathItem = references.follow(item);
    return METHODS.flatMap((method) => {
      const declared = childOf(pathItem, method);
      if (declared.value === undefined || declared.value === null) return [];
      const node = references.follow(declared);
      if (!isJsonObject(node.value)) throw apiFault(node, apiTexts.notMap());
      return [{ method, path, node, pathItem }];
    });
  });
}

function withNames(found: readonly Omit<FoundOperation, 'name'>[]): readonly FoundOperation[] {
  const wishes = found.map(({ method, path, node }) =>
    nameWish(method, path, textAt(node, 'operationId')),
  );
  const names = toolNames(wishes);
  return found.map((each, at) => ({ ...each, name: names[at] ?? '' }));
}

/** API-03: what an operation is called, else `method_path`. */
export function nameWish(method: string, path: string, id: string | undefined): NameWish {
  const identity = `${method} ${path}`;
  const given = id?.trim() ?? '';
  if (given !== '') return { wanted: given, identity, rank: 0 };
  return { wanted: `${method}_${path.replace(/^\/+/, '')}`, identity, rank: 1 };
}

export function toolNames(wishes: readonly NameWish[]): readonly string[] {
  return uniqueNames(wishes, { refused: /[^a-zA-Z0-9_-]+/g, fallback: 'operation' });
}

function brokenReference({ text, details }: AppError): ApiRemark {
  const { file, pointer } = details;
  return { kind: 'reference', file: String(file), pointer: String(pointer), what: text.en };
}
