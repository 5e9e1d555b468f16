// What is asked of the one fetch for skills, and what it answers.

export interface FetchRequest {
  readonly url: string;
  /** Of these only what any site may see goes on to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds for all of it, redirects and reading too; 30,000 where it is left out. */
  readonly limitMs?: number;
  /** Bytes of the body after decompression; 10 MB where it is left out. */
  readonly limitBytes?: number;
  /** What a larger body comes to; refused where it is left out. */
  readonly whenLarger?: 'refuse' | 'cut';
  /** Whether a media type (lower case, '' where the server gives none) is wanted; all are where it is left out. */
  readonly accepts?: (mediaType: string) => boolean;
}

export interface FetchedBody {
  /** Where it came from after redirects. */
  readonly url: string;
  readonly status: number;
  /** By lower-case name; several of one name joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** `text/html`, say; '' where the server gives none. */
  readonly mediaType: string;
  /** As the header says; undefined where it doesn't. */
  readonly charset: string | undefined;
  readonly body: Uint8Array;
  /** The body went on. */
  readonly isCut: boolean;
  readonly redirects: number;
}

/**
 * Fetches, by GET, what stands at a public address. Throws `input-invalid` for what is no http(s) address, `not-allowed` for a
 * refused address, port or redirect, `request-too-large` and `request-invalid` for a body that is too large or not
 * of a wanted type, `server-unreachable` (the network's fault as its cause) where the server does not answer. Who
 * stops it gets the signal's reason.
 */
export type SafeFetch = (request: FetchRequest) => Promise<FetchedBody>;
