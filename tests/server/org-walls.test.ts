// ORG-01 on the services that the server really has, with their own tables behind them.

import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createStreamServer } from '#api/streams/stream-server.ts';
import { startApi, type ApiGround } from '#api/testing/api-fixture.ts';
import { testOrgWalls } from '#api/testing/org-walls.ts';
import { composePlatform, type Platform } from '#app/compose-platform.ts';
import { PLATFORM_MIGRATIONS } from '#app/platform-migrations.ts';
import { createArtifactService } from '#app/services/artifact-service.ts';
import { createAttachmentService } from '#app/services/attachment-service.ts';
import { createBackgroundService } from '#app/services/background-service.ts';
import {
  createConfigurationService,
  createProviderKeyService,
} from '#app/services/configuration-service.ts';
import { createConversationService, isOwnSession } from '#app/services/conversation-service.ts';
import { createDeliveryService } from '#app/services/delivery-service.ts';
import { createRunService } from '#app/services/run-service.ts';
import { createSandboxService } from '#app/services/sandbox-service.ts';
import { createSkillService } from '#app/services/skill-service.ts';
import { createUsageService } from '#app/services/usage-service.ts';
import type { Caller } from '#features/accounts/index.ts';
import { openSecrets } from '#features/configuration/index.ts';
import { buildFixedContext } from '#features/execution/index.ts';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { createLog, createSecretRegistry } from '#system/log.ts';
import { readSettings } from '#system/settings.ts';

const dataFolder = await mkdtemp(join(tmpdir(), 'qiao-walls-'));
const settings = readSettings({ QIAO_DATA: dataFolder, LANG: 'en_US.UTF-8' });
const database = await createTestDatabase(PLATFORM_MIGRATIONS);
const secretRegistry = createSecretRegistry();
const platform = await composePlatform(
  {
    settings,
    database,
    secretRegistry,
    secrets: await openSecrets({ database, secretKey: undefined, dataFolder }),
    log: createLog({ level: 'error', secrets: secretRegistry }),
    isEmbedded: false,
    warnings: [],
    close: () => database.close(),
  },
  ['skills'],
);
afterAll(() => platform.close(5000));

testOrgWalls(await startApi({}, groundOf(platform)));

function groundOf(given: Platform): ApiGround {
  const { accounts, conversations, events, runs } = given;
  return {
    database,
    accounts,
    services: {
      conversations: createConversationService(given),
      attachments: createAttachmentService(given),
      artifacts: createArtifactService(given),
      deliveries: createDeliveryService(given),
      background: createBackgroundService(given),
      streams: createStreamServer<Caller>({
        events,
        authenticate: async () => undefined,
        mayRead: (caller, sessionId) => isOwnSession(given, caller, sessionId),
        isAllowedOrigin: () => false,
        languageOf: () => 'en',
        onFailure: () => undefined,
      }),
      configuration: createConfigurationService(given),
      providerKeys: createProviderKeyService(given),
      skills: createSkillService(given.skills),
      sandboxes: createSandboxService(given.skills),
      usage: createUsageService(given),
      runs: createRunService(given),
      async addArtifact(_caller, { turnId }) {
        const id = randomUUID();
        const { key } = await given.blobs.put({
          async *read() {
            yield Buffer.from('# hello');
          },
        });
        await conversations.openTurn(turnId).addMadeFiles([
          {
            id,
            name: 'hello.md',
            path: 'hello.md',
            kind: 'file',
            mediaType: 'text/markdown',
            bytes: 7,
            blob: key,
          },
        ]);
        return id;
      },
      async addDelivery({ orgId }, { sessionId, turnId }) {
        const id = randomUUID();
        const part = { index: 0, key: id, body: { kind: 'text', text: 'hello' } };
        const about = { channel: 'text', target: sessionId, language: 'en', is_command: false };
        await database.run({
          name: '',
          text: 'select platform.put_delivery($1, $2, $3, $4)',
          values: [JSON.stringify({ id, ...about, parts: [part] }), orgId, sessionId, turnId],
        });
        await database.run({
          name: '',
          text: `update platform.delivery_parts set state = 'failed' where delivery_id = $1`,
          values: [id],
        });
        return id;
      },
      async addRun({ orgId }, sessionId) {
        const id = randomUUID();
        await runs.add({
          id,
          orgId,
          skill: 'weather',
          version: '1',
          roleId: 'role',
          sessionId,
          line: 'dialog',
          calledBy: undefined,
          startedAt: new Date(),
          durationMs: 5,
          attempts: 1,
          status: 'done',
          decisions: [],
          envelope: { success: true },
          log: '',
        });
        return id;
      },
      async addBackground({ orgId }, { sessionId, turnId }) {
        await given.background.start({
          identity: { orgId, roleId: 'role', sessionId, teamId: '', userId: '', isAdmin: false },
          turnId,
          callId: 'c1',
          skill: 'weather',
          input: {},
          fixed: buildFixedContext({}),
          language: 'en',
          channel: 'text',
          isIdempotent: false,
        });
        const [run] = await given.background.ofTurns(orgId, [turnId]);
        return run?.id ?? '';
      },
    },
  };
}
