// An API as the platform understood it: its operations, and how each of their arguments goes onto the wire.

import type { JsonObject } from '#base/json.ts';

/** API-03: what becomes a tool. */
export const METHODS = ['get', 'post', 'put', 'delete', 'patch'] as const;
export type Method = (typeof METHODS)[number];

export type Place = 'path' | 'query' | 'header' | 'cookie';
export type Style =
  | 'form'
  | 'simple'
  | 'label'
  | 'matrix'
  | 'deepObject'
  | 'spaceDelimited'
  | 'pipeDelimited'
  /** Swagger 2's `tsv`. */
  | 'tabDelimited';

/** How a value becomes text. */
export interface Writing {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  /** It is one text of this media type, whatever its shape. */
  readonly mediaType?: string;
}

export interface ApiParameter extends Writing {
  /** The key in the tool's input. */
  readonly argument: string;
  /** On the wire. */
  readonly name: string;
  readonly place: Place;
}

export type BodyForm = 'json' | 'form' | 'multipart' | 'bytes' | 'text';

export interface BodyProperty extends Partial<Writing> {
  readonly argument: string;
  readonly name: string;
  /** The argument names a file of the workspace, or several. */
  readonly isFile?: boolean;
}

export interface ApiBody {
  readonly mediaType: string;
  readonly form: BodyForm;
  readonly isRequired: boolean;
  /** The argument that is the body; undefined where each property is an argument of its own. */
  readonly whole?: string;
  readonly properties: readonly BodyProperty[];
  /** It takes properties that nobody declared. */
  readonly isOpen: boolean;
}

export interface ApiOperation {
  /** Of its tool: what every provider accepts, unique in the API. */
  readonly name: string;
  readonly method: Method;
  /** As the document has it. */
  readonly path: string;
  readonly description: string;
  readonly parameters: readonly ApiParameter[];
  readonly body?: ApiBody;
  /** Whitelist's `oneOf`: one of these arguments has to be there. */
  readonly oneOf?: readonly string[];
  /** Where it isn't the API's own. */
  readonly baseUrl?: string;
  /** Alternatives of schemes by name, each of which has to be met whole; undefined where nothing is said. */
  readonly security?: readonly SecurityChoice[];
  /** Media types of a success; undefined where nothing is said. */
  readonly answers?: readonly string[];
  readonly inputSchema: JsonObject;
}

/** Schemes by name, with the scopes asked for. */
export type SecurityChoice = Readonly<Record<string, readonly string[]>>;

export type SecurityScheme =
  | {
      readonly kind: 'apiKey';
      readonly place: 'header' | 'query' | 'cookie';
      readonly name: string;
    }
  | { readonly kind: 'basic' }
  | { readonly kind: 'bearer' }
  | { readonly kind: 'client-credentials'; readonly tokenUrl: string };

/** What holds for all operations of a document. */
export interface ApiHead {
  readonly title: string;
  /** Absolute, relative to where the document came from, or empty where it names none. */
  readonly baseUrl: string;
  /** API-03: with a port where it isn't the scheme's own. */
  readonly hosts: readonly string[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** What in the document could not be followed, with its place; the rest works. */
  readonly remarks: readonly ApiRemark[];
}

export interface ApiRemark {
  readonly kind: 'reference' | 'placeholder';
  /** Relative to the package. */
  readonly file: string;
  /** A JSON pointer in it. */
  readonly pointer: string;
  readonly what: string;
}

export interface ConvertedApi extends ApiHead {
  readonly operations: readonly ApiOperation[];
}
