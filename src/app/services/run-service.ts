// The record of what ran, as the API offers it.

import type { RunService } from '#api/services.ts';
import { AppError } from '#base/app-error.ts';
import { momentCursor, readMomentCursor } from '#base/moment-cursor.ts';
import { isPositionEnough } from '#contract/api/route.ts';
import type { RunBody, RunSummaryBody } from '#contract/api/run-routes.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { RunSummary } from '#features/runs/index.ts';
import type { Platform } from '../compose-platform.ts';
import { isOwnSession } from './conversation-service.ts';

const PAGE = 50;

export function createRunService(platform: Platform): RunService {
  const { runs } = platform;
  return {
    async list(caller, { cursor, limit = PAGE, ...query }) {
      const sessionId = query.session_id;
      if (
        !isPositionEnough(caller.position, 'admin') &&
        !(sessionId !== undefined && (await isOwnSession(platform, caller, sessionId)))
      )
        return { items: [], next_cursor: null };
      const found = await runs.list(caller.orgId, {
        roleId: query.role_id,
        sessionId,
        turnId: query.turn_id,
        skill: query.skill,
        status: query.status,
        after: placeOf(cursor),
        limit: limit + 1,
      });
      const last = found[limit - 1];
      return {
        items: found.slice(0, limit).map(summaryBody),
        next_cursor:
          found.length > limit && last !== undefined
            ? momentCursor({ moment: last.startedAt, id: last.id })
            : null,
      };
    },
    async get(caller, runId) {
      const run = await runs.get(caller.orgId, runId);
      if (
        run === undefined ||
        !(
          isPositionEnough(caller.position, 'admin') ||
          (await isOwnSession(platform, caller, run.sessionId))
        )
      )
        throw new AppError('not-found', turnTexts.noRun());
      return {
        ...summaryBody(run),
        decisions: run.decisions.map((decision) => ({ ...decision })),
        output: run.envelope,
        log: run.log,
      } satisfies RunBody;
    },
  };
}

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const place = readMomentCursor(cursor);
  if (place === undefined) throw new AppError('request-invalid', turnTexts.cursorWrong());
  return { startedAt: place.moment, id: place.id };
}

function summaryBody(run: RunSummary): RunSummaryBody {
  return {
    id: run.id,
    skill: run.skill,
    version: run.version,
    role_id: run.roleId,
    session_id: run.sessionId,
    turn_id: run.turnId ?? null,
    call_id: run.callId ?? null,
    called_by: run.calledBy ?? null,
    status: run.status,
    attempts: run.attempts,
    started_at: run.startedAt.toISOString(),
    duration_ms: run.durationMs,
  };
}
