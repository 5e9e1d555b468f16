// The body of an operation: which of its forms is used, and what in it becomes an argument (API-03).

import type { BodyForm, Writing } from '../api-operation.ts';
import {
  childOf,
  entriesOf,
  flagAt,
  itemsOf,
  textAt,
  type Node,
  type References,
} from '../document/references.ts';
import type { SchemaViews } from '../schema/schema-view.ts';
import { collectionWriting, flagIn, styleIn } from './read-parameters.ts';

export interface DeclaredProperty extends Partial<Writing> {
  readonly name: string;
  readonly schema: Node;
  readonly isRequired: boolean;
  readonly isFile: boolean;
  readonly isFileList: boolean;
}

export interface DeclaredBody {
  readonly mediaType: string;
  readonly form: BodyForm;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  /** Each an argument of its own; undefined where the body as a whole is one. */
  readonly properties: readonly DeclaredProperty[] | undefined;
  readonly schema: Node;
  readonly isOpen: boolean;
}

export interface BodyRules {
  readonly references: References;
  readonly views: SchemaViews;
}

/** OpenAPI 3's. Throws `package-invalid` where its reference leads nowhere. */
export function readRequestBody(operation: Node, rules: BodyRules): DeclaredBody | undefined {
  const declared = childOf(operation, 'requestBody');
  if (declared.value === undefined) return undefined;
  const body = rules.references.follow(declared);
  const chosen = chosenContent(entriesOf(childOf(body, 'content')));
  if (chosen === undefined) return undefined;
  const [mediaType, media] = chosen;
  if (isEmpty(childOf(media, 'schema'), rules)) return undefined;
  return bodyOf(
    {
      mediaType,
      schema: childOf(media, 'schema'),
      encoding: childOf(media, 'encoding'),
      isRequired: flagAt(body, 'required'),
      description: textAt(body, 'description'),
    },
    rules,
  );
}

/** Swagger 2's one body parameter. */
export function readBodyParameter(
  parameter: Node,
  consumes: readonly string[],
  rules: BodyRules,
): DeclaredBody {
  const named = consumes.map((mediaType) => [mediaType, parameter] as const);
  return bodyOf(
    {
      mediaType: chosenContent(named)?.[0] ?? 'application/json',
      schema: childOf(parameter, 'schema'),
      encoding: childOf(parameter, 'encoding'),
      isRequired: flagAt(parameter, 'required'),
      description: textAt(parameter, 'description'),
    },
    rules,
  );
}

/** Swagger 2's form fields. */
export function readFormParameters(
  parameters: readonly Node[],
  consumes: readonly string[],
  { views }: BodyRules,
): DeclaredBody | undefined {
  const [first] = parameters;
  if (first === undefined) return undefined;
  const isFile = (node: Node): boolean => views.viewOf(node).isFile;
  const isOnlyMultipart =
    consumes.length > 0 && consumes.every((type) => formOf(type) === 'multipart');
  const isMultipart = isOnlyMultipart || parameters.some(isFile);
  return {
    mediaType: isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
    form: isMultipart ? 'multipart' : 'form',
    isRequired: parameters.some((node) => flagAt(node, 'required') === true),
    description: undefined,
    schema: first,
    isOpen: false,
    properties: parameters.map((node) => ({
      name: textAt(node, 'name') ?? '',
      schema: node,
      isRequired: flagAt(node, 'required') === true,
      isFile: isFile(node),
      isFileList: false,
      ...collectionWriting(node, 'form'),
    })),
  };
}

interface BodyParts {
  readonly mediaType: string;
  readonly schema: Node;
  readonly encoding: Node;
  readonly isRequired: boolean | undefined;
  readonly description: string | undefined;
}

function bodyOf(parts: BodyParts, { views }: BodyRules): DeclaredBody {
  const { mediaType, schema, encoding, description } = parts;
  const form = formOf(mediaType);
  const view = views.viewOf(schema);
  const isSplit = form !== 'bytes' && form !== 'text' && view.properties.size > 0;
  // A body with required properties is meant to be there: most authors forget to say so.
  const isRequired = parts.isRequired ?? (view.required.size > 0 && isSplit);
  return {
    mediaType,
    form,
    isRequired,
    description,
    schema,
    isOpen: view.additional !== undefined && view.additional !== false,
    properties: isSplit
      ? [...view.properties].map(([name, node]) => {
          // What only the server writes is required of its answers.
          const isNeeded = isRequired && view.required.has(name) && !isReadOnly(node);
          const own = { name, schema: node, isRequired: isNeeded };
          return Object.assign(
            own,
            propertyForm(form, node, views),
            encodingOf(childOf(encoding, name)),
          );
        })
      : undefined,
  };
}

/** Some generators give every operation a body, of an object without properties. */
function isEmpty(schema: Node, { views }: BodyRules): boolean {
  const { types, properties, additional, choices } = views.viewOf(schema);
  if (types[0] !== 'object' || properties.size > 0 || choices.length > 0) return false;
  const isClosed = additional === false || childOf(schema, 'properties').value !== undefined;
  return isClosed && (additional === undefined || additional === false);
}

function isReadOnly(node: Node): boolean {
  return flagAt(node, 'readOnly') === true;
}

function propertyForm(
  form: BodyForm,
  node: Node,
  views: SchemaViews,
): Pick<DeclaredProperty, 'isFile' | 'isFileList'> {
  if (form !== 'multipart') return { isFile: false, isFileList: false };
  const { isFile, types, items } = views.viewOf(node);
  const isFileList = types[0] === 'array' && items !== undefined && views.viewOf(items).isFile;
  return { isFile: isFile && !isFileList, isFileList };
}

function encodingOf(encoding: Node): Partial<Writing> {
  const style = styleIn(encoding);
  const explode = flagIn(encoding, 'explode');
  const mediaType = textAt(encoding, 'contentType');
  const isWritten = style !== undefined || explode !== undefined;
  return {
    ...(isWritten && { style: style ?? 'form', explode: explode ?? (style ?? 'form') === 'form' }),
    ...(!isWritten && mediaType !== undefined && { mediaType }),
  };
}

/** The first that can be written from properties, else the first. */
function chosenContent(
  contents: readonly (readonly [mediaType: string, node: Node])[],
): readonly [string, Node] | undefined {
  return contents.find(([mediaType]) => formOf(mediaType) !== 'text') ?? contents[0];
}

function formOf(mediaType: string): BodyForm {
  const type = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (type === '' || type === '*/*' || type === 'application/*' || type.includes('json'))
    return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type.startsWith('multipart/')) return 'multipart';
  return /^text\/|xml|yaml|javascript|graphql|csv/.test(type) ? 'text' : 'bytes';
}

/** A list of media types: an operation's own, else the document's. */
export function mediaTypesIn(nodes: readonly Node[], key: string): readonly string[] {
  const lists = nodes.map((node) => itemsOf(childOf(node, key)));
  const found = lists.find((list) => list.length > 0) ?? [];
  return found.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}
