// Skills' configuration in layers: org, then team, then role; the nearest wins (CFG-04).

import type { JsonObject, JsonValue } from '#base/json.ts';
import type { ProviderSettingsStore } from './provider-settings.ts';

/** Where a value is saved. Whether the team or role is one of the organisation's is asked before. */
export type ConfigurationPlace =
  | { readonly layer: 'org' }
  | { readonly layer: 'team' | 'role'; readonly id: string };

export interface ConfigurationTarget {
  readonly place: ConfigurationPlace;
  readonly skill: string;
}

export interface ConfigurationChange {
  /** By name; what is not named stays as it is, `null` takes the value away. */
  readonly values: JsonObject;
  /**
   * Secret because a person says so; names that tell a secret need not be here. Each is in `values` or saved already:
   * what was saved in the clear is sealed then.
   */
  readonly secretNames: readonly string[];
  /** Secret because the package declares it, whether it is saved or not. */
  readonly declaredSecrets?: readonly string[];
  /** The person who does it. */
  readonly by: string;
}

export interface ConfigurationEntry {
  readonly name: string;
  readonly layer: ConfigurationPlace['layer'];
  readonly isSet: true;
  readonly isSecret: boolean;
  /** Undefined where it is secret: that is never given back after saving (CFG-03). */
  readonly value: JsonValue | undefined;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

/** An entry with where it stands. */
export interface SavedEntry {
  readonly skill: string;
  readonly place: ConfigurationPlace;
  readonly entry: ConfigurationEntry;
}

export interface ConfigurationScope {
  readonly orgId: string;
  /** `''` where there is none. */
  readonly teamId: string;
  /** `''` where there is none. */
  readonly roleId: string;
  readonly skill: string;
  /** What the package declares as secret. */
  readonly secretNames: readonly string[];
}

/** What execution's `configurationOf` gives. */
export interface ResolvedConfiguration {
  readonly values: JsonObject;
  /** Texts to mask wherever they turn up. */
  readonly secrets: readonly string[];
}

export interface Configuration {
  /**
   * All or nothing. Throws `input-invalid` for a name or value that can't be saved, `request-invalid` for a secret that
   * is neither given nor saved, `conflict` for a second spelling of a name, `limit-reached` for too many.
   */
  set(orgId: string, target: ConfigurationTarget, change: ConfigurationChange): Promise<void>;
  remove(orgId: string, target: ConfigurationTarget, names: readonly string[]): Promise<void>;
  /** Everything of a team or role that is no more. */
  forget(orgId: string, place: ConfigurationPlace): Promise<void>;
  /** What is saved in this one place for this skill, by name. */
  list(orgId: string, target: ConfigurationTarget): Promise<readonly ConfigurationEntry[]>;
  /** Of the whole organisation, or of one skill in it; by skill, layer and name. */
  listAll(orgId: string, skill: string | undefined): Promise<readonly SavedEntry[]>;
  /**
   * The skill's own values and no other's (CFG-01), layers merged. One query, kept for 2 s at most in this process: that
   * long another process's change may take to arrive. Throws `secret-unreadable` with the place.
   */
  resolve(scope: ConfigurationScope): Promise<ResolvedConfiguration>;
  readonly providers: ProviderSettingsStore;
}
