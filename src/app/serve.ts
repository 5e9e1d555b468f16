// Starts the server on its database, and stops it so that nothing is lost.

import { randomUUID } from 'node:crypto';
import { createHttpApp } from '#api/http-app.ts';
import { createMetrics, type Metrics } from '#api/metrics.ts';
import { startHttpServer, type HttpServer } from '#api/start-http-server.ts';
import { createStreamServer, type StreamServer } from '#api/streams/stream-server.ts';
import { createUpgradeAccess } from '#api/upgrade-access.ts';
import { closeInTurn } from '#base/close-in-turn.ts';
import type { Text } from '#base/text.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { Settings } from '#system/settings.ts';
import { cannotListen, checkListening } from './check-listening.ts';
import { composePlatform, type Platform } from './compose-platform.ts';
import { consoleFolder } from './console-folder.ts';
import { createHealth, type Health } from './health.ts';
import { startHousekeeping } from './housekeeping.ts';
import { openInstance, type Instance } from './open-instance.ts';
import { addPlatformMetrics, createPlatformWatch } from './platform-metrics.ts';
import { createArtifactService } from './services/artifact-service.ts';
import { createAttachmentService } from './services/attachment-service.ts';
import { createBackgroundService } from './services/background-service.ts';
import {
  createConfigurationService,
  createProviderKeyService,
} from './services/configuration-service.ts';
import { createConversationService, isOwnSession } from './services/conversation-service.ts';
import { createDeliveryService } from './services/delivery-service.ts';
import { createRunService } from './services/run-service.ts';
import { createSandboxService } from './services/sandbox-service.ts';
import { createSkillService } from './services/skill-service.ts';
import { createUsageService } from './services/usage-service.ts';
import { serverAddress, signInAddress } from './sign-in-address.ts';
import { hearStopNotices } from './stop-notices.ts';
import { VERSION } from './version.ts';

export interface RunningServer {
  /** Where people reach it. */
  readonly url: string;
  /** At the very first start: signs the owner in, once, for 15 minutes. */
  readonly signInUrl: string | undefined;
  readonly warnings: readonly Text[];
  /** Lets turns end for a moment, stores everything, and leaves the database. Again gives the same promise. */
  stop(): Promise<void>;
}

export interface ServeParts {
  readonly settings: Settings;
  readonly skillRoots: readonly string[];
  /** Milliseconds that a turn may go on after a stop. */
  readonly graceMs: number;
  /** Called just before anybody is answered: who is answered may stop the server at once. */
  readonly beforeListening: () => void;
}

const POOL_SIZE = 20;
const CUT_MS = 2000;

/** What is open, the last opened first. */
type Opened = (() => Promise<unknown>)[];

/** Throws `database-unavailable`, `secret-unreadable`, `settings-invalid` or `path-refused`, each with what to do. */
export async function serve(parts: ServeParts): Promise<RunningServer> {
  const { settings, skillRoots } = parts;
  // Before the database is touched: a start that can't listen changes nothing.
  await checkListening(settings);
  const instance = await openInstance({ settings, poolSize: POOL_SIZE });
  const opened: Opened = [() => instance.close()];
  try {
    const metrics = createMetrics();
    const watch = createPlatformWatch(metrics);
    const { works } = settings;
    const platform = await composePlatform(instance, skillRoots, { watch, works });
    opened.unshift(() => platform.close(0));
    const { graceMs, beforeListening } = parts;
    return await serveOn(platform, { metrics, opened, graceMs, beforeListening });
  } catch (error) {
    // What is told is why it did not start, not what else went wrong on the way out.
    await closeInTurn(opened).catch((also: unknown) =>
      instance.log.error('server-not-closed', { error: also }),
    );
    throw error;
  }
}

interface Serving {
  readonly metrics: Metrics;
  readonly opened: Opened;
  readonly graceMs: number;
  readonly beforeListening: () => void;
}

async function serveOn(
  platform: Platform,
  { metrics, opened, graceMs, beforeListening }: Serving,
): Promise<RunningServer> {
  const { accounts, instance, runner } = platform;
  const { settings, log } = instance;
  const health = createHealth(instance.secrets);
  const streams = createStreams(platform);
  opened.unshift(() => streams.close());
  beforeListening();
  const http = await listen(platform, { health, metrics, streams });
  opened.unshift(() => http.stop(CUT_MS));
  // Whoever adds a job meanwhile waits for it.
  await platform.jobs.open();
  // Only now: a first start that can't listen leaves no owner behind whose link nobody saw.
  const first = await accounts.ensureFirstOwner({ language: settings.language });
  const notices = hearStopNotices(platform);
  opened.unshift(() => notices.close());
  const housekeeping = startHousekeeping(platform);
  opened.unshift(() => housekeeping.stop());
  await runner.start({ takesOver: true });
  if (settings.works) await platform.background.work();
  const url = serverAddress(settings, http.port);
  const link = first.isUnentered ? await accounts.signInLinks.issue(first) : undefined;
  log.info('server-started', { url, embedded: instance.isEmbedded });
  // What waits there waits for a moment more: whoever starts a server waits for its address.
  platform.channels.deliverer.start();
  platform.skills.sandboxes.watch();
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    log.info('server-stopping', { running: runner.running(), jobs: platform.jobs.running() });
    health.leave();
    // First the turns: who follows one sees its end.
    await closeInTurn([() => platform.rest(graceMs), ...opened]);
    log.info('server-stopped');
  };
  return {
    url,
    signInUrl: link === undefined ? undefined : signInAddress(url, link.token),
    warnings: [...instance.warnings, ...warningsOf(instance)],
    stop: () => (stopping ??= stop()),
  };
}

function createStreams(platform: Platform): StreamServer<Caller> {
  const { accounts, events, instance } = platform;
  const { publicUrl, language } = instance.settings;
  const access = createUpgradeAccess({ access: accounts.access, publicUrl, language });
  return createStreamServer<Caller>({
    events,
    authenticate: (request) => access.authenticate(request),
    mayRead: (caller, sessionId) => isOwnSession(platform, caller, sessionId),
    isAllowedOrigin: (request) => access.isAllowedOrigin(request),
    languageOf: (headers) => access.languageOf(headers),
    onFailure: (error) => instance.log.error('stream-failed', { error }),
  });
}

interface Listening {
  readonly health: Health;
  readonly metrics: Metrics;
  readonly streams: StreamServer<Caller>;
}

async function listen(
  platform: Platform,
  { health, metrics, streams }: Listening,
): Promise<HttpServer> {
  const { settings, log } = platform.instance;
  const { host, port, publicUrl, language } = settings;
  addPlatformMetrics(metrics, platform, streams);
  const app = createHttpApp({
    accounts: platform.accounts,
    conversations: createConversationService(platform),
    attachments: createAttachmentService(platform),
    artifacts: createArtifactService(platform),
    deliveries: createDeliveryService(platform),
    background: createBackgroundService(platform),
    streams,
    configuration: createConfigurationService(platform),
    providerKeys: createProviderKeyService(platform),
    skills: createSkillService(platform.skills),
    sandboxes: createSandboxService(platform.skills),
    usage: createUsageService(platform),
    runs: createRunService(platform),
    health,
    metrics,
    log,
    newId: randomUUID,
    monotonicMs: () => performance.now(),
    publicUrl,
    language,
    version: VERSION,
    consoleFolder: consoleFolder(),
  });
  return startHttpServer({
    app,
    host,
    port,
    onUpgrade: (incoming, socket, head) => streams.handleUpgrade(incoming, socket, head),
  }).catch((cause: unknown) => {
    throw cannotListen(cause, settings);
  });
}

function warningsOf({ settings }: Instance): readonly Text[] {
  const { host, publicUrl } = settings;
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (isLoopback || publicUrl?.startsWith('https:') === true) return [];
  return [serverTexts.plainElsewhere(host)];
}
