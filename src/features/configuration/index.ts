// The door of this feature: skills' configuration, providers' keys, and the secrets in both.

export type { Configuration, ConfigurationEntry, ConfigurationPlace } from './configuration.ts';
export { configurationMigrations } from './configuration-migrations.ts';
export { createConfigurationOf } from './configured-skill.ts';
export { createConfiguration } from './create-configuration.ts';
export { examineKey, type KeyState } from './examine-key.ts';
export {
  forgetSecrets,
  forgettableSecrets,
  refuseToForget,
  type ForgottenSecrets,
} from './forget-secrets.ts';
export { instanceSecret } from './instance-secrets.ts';
export { openSecrets, type Secrets } from './open-secrets.ts';
