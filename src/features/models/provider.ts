// One provider of models as it is configured: where it is, with which key, how it is opened.

import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ModelAsker, ModelPlace } from '#contract/texts/model-texts.ts';

export interface Provider {
  readonly place: ModelPlace;
  readonly apiKey: string | undefined;
  /** The provider's own host takes nothing without a key: nothing is sent there then. */
  readonly needsKey: boolean;
  readonly dialect: Dialect;
  /** As far as its name tells; one that refuses images is asked once more without. */
  readonly takesImages: boolean;
  /** Sent with every request. */
  readonly options?: SharedV4ProviderOptions;
  /** Loads the provider's package; called at most once. */
  open(fetchAnswer: typeof fetch): Promise<LanguageModelV4>;
}

/** In what a provider's wire format differs, as far as we have to care. */
export interface Dialect {
  /** Marks the stable prefix and the newest message for the provider's cache. */
  readonly marksCache: boolean;
  /** Takes the arguments of past calls as the model wrote them; otherwise as an object. */
  readonly takesArgumentsAsText: boolean;
  /** What an id may hold; the rest becomes `_`. */
  readonly callIds: RegExp;
}

/** What a provider is opened with, as the settings hold it. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  /** Who is told where it does not answer; the operator where it is left out. */
  readonly asker?: ModelAsker;
}

export interface BaseAddress {
  /** Without user, query and the slashes at its end. */
  readonly url: string;
  readonly host: string;
  readonly query: Readonly<Record<string, string>>;
  /** For a server behind a password, as in `https://user:password@host`. */
  readonly headers: Readonly<Record<string, string>>;
}

export function addressOf(baseUrl: string): BaseAddress {
  const { protocol, host, pathname, searchParams, username, password } = new URL(baseUrl);
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url: `${protocol}//${host}${pathname.replace(/\/+$/, '')}`,
    host,
    query: Object.fromEntries(searchParams),
    headers: user === ':' ? {} : { Authorization: `Basic ${Buffer.from(user).toString('base64')}` },
  };
}
