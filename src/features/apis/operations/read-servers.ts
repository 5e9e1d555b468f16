// Where an API is: its servers' addresses with their variables filled, and the hosts that may be called (API-03).

import { childOf, entriesOf, itemsOf, textAt, type Node } from '../document/references.ts';

/** The addresses of a `servers` list, in its order; undefined where there is none. */
export function serversIn(node: Node): readonly string[] | undefined {
  const urls = itemsOf(childOf(node, 'servers')).flatMap((server) => {
    const url = textAt(server, 'url');
    return url === undefined ? [] : [withVariables(url.trim(), server)];
  });
  return urls.length === 0 ? undefined : urls;
}

/** Swagger 2's `host`, `basePath` and `schemes`: encrypted where that is offered. */
export function swaggerServers(root: Node): readonly string[] {
  const host = textAt(root, 'host')?.trim() ?? '';
  const base = textAt(root, 'basePath') ?? '';
  if (host === '') return base === '' ? [] : [base];
  const schemes = new Set(itemsOf(childOf(root, 'schemes')).map(({ value }) => value));
  const isPlain = schemes.has('http') && !schemes.has('https');
  const bare = host.replace(/^https?:\/\//i, '');
  return [
    `${isPlain ? 'http' : 'https'}://${bare}${base === '' || base.startsWith('/') ? base : `/${base}`}`,
  ];
}

/** Without what stands for the whole of an API only. */
export function hostsOf(urls: readonly string[]): readonly string[] {
  const hosts = urls.flatMap((url) => {
    const parsed = /^https?:/i.test(url) ? URL.parse(url) : null;
    return parsed === null || url.includes('{') ? [] : [parsed.host];
  });
  return [...new Set(hosts)];
}

/** Server variables take their defaults, else the first of their values; one that has neither stays. */
function withVariables(url: string, server: Node): string {
  const variables = new Map(entriesOf(childOf(server, 'variables')));
  return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = variables.get(name);
    if (variable === undefined) return whole;
    const [value] = [childOf(variable, 'default'), ...itemsOf(childOf(variable, 'enum'))].flatMap(
      ({ value: given }) =>
        typeof given === 'string' || typeof given === 'number' ? [String(given)] : [],
    );
    return value ?? whole;
  });
}
