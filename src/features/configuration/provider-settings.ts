// Each organisation's model providers: address, key and allowed models.

export const PROVIDERS = ['openai', 'anthropic'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export interface ProviderChange {
  /** Undefined keeps, `null` goes back to the provider's own address. */
  readonly baseUrl?: string | null | undefined;
  /** Undefined keeps, `null` clears. */
  readonly apiKey?: string | null | undefined;
  /** Undefined keeps, `null` allows every model. */
  readonly models?: readonly string[] | null | undefined;
  /** The person who does it. */
  readonly by: string;
}

/** What may be shown: of the key, whether there is one (CFG-03). */
export interface ProviderEntry {
  readonly provider: ProviderName;
  readonly baseUrl: string | undefined;
  readonly isKeySet: boolean;
  /** Undefined: every model. */
  readonly models: readonly string[] | undefined;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

/** What a model client needs. */
export interface ProviderAccess {
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly models: readonly string[] | undefined;
}

export interface ProviderSettingsStore {
  /** Throws `input-invalid`, also where the address changes and the stored key would follow it to another server. */
  set(orgId: string, provider: ProviderName, change: ProviderChange): Promise<void>;
  get(orgId: string, provider: ProviderName): Promise<ProviderEntry | undefined>;
  list(orgId: string): Promise<readonly ProviderEntry[]>;
  remove(orgId: string, provider: ProviderName): Promise<void>;
  /** With the key, for the program's own use. Kept for 2 s at most. Throws `secret-unreadable`. */
  access(orgId: string, provider: ProviderName): Promise<ProviderAccess | undefined>;
}
