// What the HTTP app is put together from.

import type { Language } from '#base/text.ts';
import type { Accounts, Caller } from '#features/accounts/index.ts';
import type { Log } from '#system/log.ts';
import type { Metrics } from './metrics.ts';
import type {
  ArtifactService,
  AttachmentService,
  BackgroundService,
  ConfigurationService,
  ConversationService,
  DeliveryService,
  HealthService,
  ProviderKeyService,
  RunService,
  SandboxService,
  SkillService,
  UsageService,
} from './services.ts';
import type { StreamServer } from './streams/stream-server.ts';

export interface HttpAppParts {
  readonly accounts: Accounts;
  readonly conversations: ConversationService;
  readonly attachments: AttachmentService;
  readonly artifacts: ArtifactService;
  readonly deliveries: DeliveryService;
  readonly background: BackgroundService;
  readonly streams: Pick<StreamServer<Caller>, 'sseStream'>;
  readonly configuration: ConfigurationService;
  readonly providerKeys: ProviderKeyService;
  readonly skills: SkillService;
  readonly sandboxes: SandboxService;
  readonly usage: UsageService;
  readonly runs: RunService;
  readonly health: HealthService;
  readonly metrics: Metrics;
  readonly log: Log;
  /** A request's id, in answers and in the log. */
  readonly newId: () => string;
  /** Milliseconds that never go back. */
  readonly monotonicMs: () => number;
  /** QIAO_PUBLIC_URL: without it the server is for this machine, by its loopback names. */
  readonly publicUrl?: string | undefined;
  /** Of those who do not say which they want. */
  readonly language: Language;
  readonly version: string;
  /** What the console's build made; without it there are a few plain pages only. */
  readonly consoleFolder?: string | undefined;
  /** 1 MiB where it is absent. */
  readonly mostBodyBytes?: number;
  /** Answers that do not fit their schema are failures: for tests. */
  readonly checksAnswers?: boolean;
}
