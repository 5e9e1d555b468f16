// How calls are to be authenticated, as the document says (API-06).

import type { SecurityChoice, SecurityScheme } from '../api-operation.ts';
import {
  childOf,
  entriesOf,
  itemsOf,
  textAt,
  type Node,
  type References,
} from '../document/references.ts';

/** Those of a kind that can be met; a token is put into anything else as a bearer's. */
export function readSchemes(
  root: Node,
  references: References,
): Readonly<Record<string, SecurityScheme>> {
  const declared = [
    ...entriesOf(childOf(childOf(root, 'components'), 'securitySchemes')),
    ...entriesOf(childOf(root, 'securityDefinitions')),
  ];
  return Object.fromEntries(
    declared.map(([name, node]) => [name, schemeOf(references.follow(node))]),
  );
}

/** Undefined where nothing is said; none where it says that none is needed. */
export function readSecurity(node: Node): readonly SecurityChoice[] | undefined {
  const security = childOf(node, 'security');
  if (!Array.isArray(security.value)) return undefined;
  return itemsOf(security).map((choice) =>
    Object.fromEntries(
      entriesOf(choice).map(([name, scopes]) => [
        name,
        itemsOf(scopes).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
      ]),
    ),
  );
}

function schemeOf(node: Node): SecurityScheme {
  const type = textAt(node, 'type')?.toLowerCase();
  if (type === 'apikey') return apiKeyOf(node);
  const isBasic =
    type === 'basic' || (type === 'http' && textAt(node, 'scheme')?.toLowerCase() === 'basic');
  if (isBasic) return { kind: 'basic' };
  const tokenUrl = type === 'oauth2' ? clientCredentialsUrl(node) : undefined;
  return tokenUrl === undefined ? { kind: 'bearer' } : { kind: 'client-credentials', tokenUrl };
}

function apiKeyOf(node: Node): SecurityScheme {
  const name = textAt(node, 'name') ?? '';
  const place = textAt(node, 'in');
  const isPlace = place === 'query' || place === 'cookie';
  return name === ''
    ? { kind: 'bearer' }
    : { kind: 'apiKey', place: isPlace ? place : 'header', name };
}

function clientCredentialsUrl(node: Node): string | undefined {
  const flow = childOf(childOf(node, 'flows'), 'clientCredentials');
  const isOwnFlow = textAt(node, 'flow') === 'application';
  return textAt(flow, 'tokenUrl') ?? (isOwnFlow ? textAt(node, 'tokenUrl') : undefined);
}
