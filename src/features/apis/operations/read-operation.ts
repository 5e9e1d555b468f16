// One operation of an OpenAPI document, as a tool.

import { cutText } from '#base/cut-text.ts';
import type { Text } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import type {
  ApiBody,
  ApiOperation,
  ApiParameter,
  BodyForm,
  BodyProperty,
  Method,
} from '../api-operation.ts';
import {
  childOf,
  entriesOf,
  flagAt,
  textAt,
  type Node,
  type References,
} from '../document/references.ts';
import type { SchemaViews } from '../schema/schema-view.ts';
import { toolSchema, type ToolArgument } from '../schema/tool-schema.ts';
import { argumentNames, type PlacedName } from './argument-names.ts';
import {
  mediaTypesIn,
  readBodyParameter,
  readFormParameters,
  readRequestBody,
  type DeclaredBody,
  type DeclaredProperty,
} from './read-body.ts';
import { readParameters, type DeclaredParameter } from './read-parameters.ts';
import { readSecurity } from './read-security.ts';
import { serversIn } from './read-servers.ts';

export interface OperationRules {
  readonly root: Node;
  readonly references: References;
  readonly views: SchemaViews;
  readonly isSwagger: boolean;
  /** Characters of an input schema, about. */
  readonly schemaChars: number;
  /** Told of a placeholder in a path that no parameter fills. */
  onUndeclared(placeholder: string, operation: Node): void;
}

export interface FoundOperation {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly node: Node;
  readonly pathItem: Node;
}

const DESCRIPTION_CHARS = 1024;

export function readOperation(found: FoundOperation, rules: OperationRules): ApiOperation {
  const { node, pathItem, method, path, name } = found;
  const declared = readParameters([pathItem, node], rules);
  const { parameters, body } = withPlaceholders(
    found,
    { parameters: declared.parameters, body: bodyOf(node, declared, rules) },
    rules,
  );
  const places = placesOf(parameters, body);
  const names = argumentNames(places);
  const parameterNames = names.slice(0, parameters.length);
  const bodyNames = names.slice(parameters.length);
  const args = [
    ...parameters.map((each, at) => parameterArgument(each, parameterNames[at] ?? each.name)),
    ...(body === undefined ? [] : bodyArguments(body, bodyNames)),
  ];
  const servers = serversIn(node) ?? serversIn(pathItem);
  const security = readSecurity(node) ?? readSecurity(rules.root);
  const answers = answersOf(node, rules);
  return {
    name,
    method,
    path,
    description: descriptionOf(node),
    parameters: parameters.map((each, at) => wireParameter(each, parameterNames[at] ?? each.name)),
    ...(body !== undefined && { body: wireBody(body, bodyNames) }),
    ...(servers?.[0] !== undefined && { baseUrl: servers[0] }),
    ...(security !== undefined && { security }),
    ...(answers !== undefined && { answers }),
    inputSchema: toolSchema(args, rules.views, rules.schemaChars),
  };
}

function bodyOf(
  node: Node,
  declared: ReturnType<typeof readParameters>,
  rules: OperationRules,
): DeclaredBody | undefined {
  if (!rules.isSwagger) return readRequestBody(node, rules);
  const consumes = mediaTypesIn([node, rules.root], 'consumes');
  return declared.bodyNode === undefined
    ? readFormParameters(declared.formNodes, consumes, rules)
    : readBodyParameter(declared.bodyNode, consumes, rules);
}

interface Declared {
  readonly parameters: readonly DeclaredParameter[];
  readonly body: DeclaredBody | undefined;
}

/** API-05: what a path leaves open is filled by a parameter of that name, wherever it was declared, and not sent again. */
function withPlaceholders(
  { path, node }: FoundOperation,
  { parameters, body }: Declared,
  rules: OperationRules,
): Declared {
  const names = new Set(parameters.filter(({ place }) => place === 'path').map(({ name }) => name));
  const open = placeholdersIn(path).filter((name) => !names.has(name));
  if (open.length === 0) return { parameters, body };
  const properties = body?.properties;
  const filled = parameters.map((each) =>
    open.includes(each.name) ? { ...each, ...IN_PATH } : each,
  );
  const others = open.filter((name) => !parameters.some((each) => each.name === name));
  const added = others.map<DeclaredParameter>((name) => {
    const schema = properties?.find((each) => each.name === name)?.schema;
    if (schema === undefined) rules.onUndeclared(name, node);
    return { name, schema, description: undefined, ...IN_PATH };
  });
  const rest = properties?.filter(({ name }) => !others.includes(name));
  return {
    parameters: [...filled, ...added],
    body: body === undefined || rest === undefined ? body : { ...body, properties: rest },
  };
}

const IN_PATH = { place: 'path', isRequired: true, style: 'simple', explode: false } as const;

/** In their order, each once. */
export function placeholdersIn(path: string): readonly string[] {
  return [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? ''))];
}

function placesOf(
  parameters: readonly DeclaredParameter[],
  body: DeclaredBody | undefined,
): readonly PlacedName[] {
  const ofBody = body === undefined ? [] : (body.properties ?? [{ name: 'body' }]);
  return [...parameters, ...ofBody.map(({ name }) => ({ place: 'body', name }))];
}

function parameterArgument(parameter: DeclaredParameter, name: string): ToolArgument {
  const { schema, description, isRequired } = parameter;
  return { name, schema, description, isRequired };
}

function bodyArguments(body: DeclaredBody, names: readonly string[]): readonly ToolArgument[] {
  const { properties, schema, isRequired, description, form } = body;
  if (properties !== undefined) {
    return properties.map((each, at) => propertyArgument(each, names[at] ?? each.name));
  }
  const isFile = form === 'bytes';
  const isFields = form === 'form' || form === 'multipart';
  const note = WHOLE_NOTES[form]?.(body.mediaType).en ?? '';
  const own = form === 'text' ? undefined : schema;
  return [
    { name: names[0] ?? 'body', schema: own, description, isRequired, isFile, isFields, note },
  ];
}

const WHOLE_NOTES: Readonly<Partial<Record<BodyForm, (mediaType: string) => Text>>> = {
  bytes: apiTexts.fileNote,
  text: apiTexts.textNote,
  form: apiTexts.fieldsNote,
  multipart: apiTexts.fileFieldsNote,
};

function propertyArgument(property: DeclaredProperty, name: string): ToolArgument {
  const { schema, isRequired, isFile, isFileList } = property;
  const note = isFile || isFileList ? apiTexts.fileNote().en : '';
  return { name, schema, description: undefined, isRequired, isFile, isFileList, note };
}

function wireParameter(parameter: DeclaredParameter, argument: string): ApiParameter {
  const { name, place, style, explode, allowReserved, mediaType } = parameter;
  return {
    argument,
    name,
    place,
    style,
    explode,
    ...(allowReserved === true && { allowReserved }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

function wireBody(body: DeclaredBody, names: readonly string[]): ApiBody {
  const { mediaType, form, isRequired, isOpen, properties } = body;
  return {
    mediaType,
    form,
    isRequired,
    isOpen,
    ...(properties === undefined && { whole: names[0] ?? 'body' }),
    properties: (properties ?? []).map((each, at) => wireProperty(each, names[at] ?? each.name)),
  };
}

function wireProperty(property: DeclaredProperty, argument: string): BodyProperty {
  const { name, isFile, isFileList, style, explode, mediaType } = property;
  return {
    argument,
    name,
    ...((isFile || isFileList) && { isFile: true }),
    ...(style !== undefined && { style, explode: explode ?? false }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

function descriptionOf(node: Node): string {
  const summary = (textAt(node, 'summary') ?? '').trim();
  const description = (textAt(node, 'description') ?? '').trim();
  const isSame = description.startsWith(summary.replace(/\.$/, ''));
  const text = isSame ? description : [summary, description].filter(Boolean).join('\n');
  const isOld = flagAt(node, 'deprecated') === true;
  return cutText(isOld ? `(deprecated) ${text}`.trimEnd() : text, DESCRIPTION_CHARS);
}

/** Of its successes; where they name none, undefined. */
function answersOf(
  node: Node,
  { root, references, isSwagger }: OperationRules,
): readonly string[] | undefined {
  const types = isSwagger
    ? mediaTypesIn([node, root], 'produces')
    : entriesOf(childOf(node, 'responses'))
        .filter(([status]) => /^2|^default$/i.test(status))
        .flatMap(([, response]) => contentTypes(response, references));
  return types.length === 0 ? undefined : [...new Set(types.map((type) => type.toLowerCase()))];
}

/** An answer that is described nowhere is no reason to lose its operation. */
function contentTypes(response: Node, references: References): readonly string[] {
  try {
    return entriesOf(childOf(references.follow(response), 'content')).map(([type]) => type);
  } catch {
    return [];
  }
}
