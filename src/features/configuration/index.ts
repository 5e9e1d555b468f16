// The door of this feature: skills' configuration, providers' keys, and the secrets in both.

export type {
  Configuration,
  ConfigurationChange,
  ConfigurationEntry,
  ConfigurationPlace,
  ConfigurationScope,
  ConfigurationTarget,
  ResolvedConfiguration,
} from './configuration.ts';
export { configurationMigrations } from './configuration-migrations.ts';
export type {
  ProviderAccess,
  ProviderChange,
  ProviderEntry,
  ProviderName,
  ProviderSettingsStore,
} from './provider-settings.ts';
