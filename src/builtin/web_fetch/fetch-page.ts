// What `web_fetch` needs of the network: handed in, since only the system's one fetch knows addresses.

export type FetchPage = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly limitBytes: number;
  readonly whenLarger: 'cut';
  readonly accepts: (mediaType: string) => boolean;
}) => Promise<FetchedPage>;

export interface FetchedPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower case; '' where the server gives none. */
  readonly mediaType: string;
  readonly charset: string | undefined;
  readonly body: Uint8Array;
  readonly isCut: boolean;
}
