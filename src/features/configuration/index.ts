// The door of this feature: skills' configuration, providers' keys, and the secrets in both.

export type {
  Configuration,
  ConfigurationChange,
  ConfigurationEntry,
  ConfigurationPlace,
  ConfigurationScope,
  ConfigurationTarget,
  ResolvedConfiguration,
  SavedEntry,
} from './configuration.ts';
export { configurationMigrations } from './configuration-migrations.ts';
export { createConfigurationOf } from './configured-skill.ts';
export { createConfiguration, type ConfigurationParts } from './create-configuration.ts';
export { instanceSecret } from './instance-secrets.ts';
export { openSecrets, type Rotation, type Secrets } from './open-secrets.ts';
export type {
  ProviderAccess,
  ProviderChange,
  ProviderEntry,
  ProviderName,
  ProviderSettingsStore,
} from './provider-settings.ts';
export type { SealedTable } from './sealed-tables.ts';
export { sealingKeyId } from './secret-canary.ts';
