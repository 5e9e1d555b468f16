// Background runs as the API offers them: those of a person's own conversations.

import type { BackgroundService } from '#api/services.ts';
import { AppError } from '#base/app-error.ts';
import { momentCursor, readMomentCursor } from '#base/moment-cursor.ts';
import type { BackgroundRunBody } from '#contract/api/background-routes.ts';
import type { CallBackgroundBody } from '#contract/api/turn-bodies.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { BackgroundRun } from '#features/background/index.ts';
import type { Platform } from '../compose-platform.ts';
import { ownSession } from './own-session.ts';

const PAGE = 50;

export function createBackgroundService(platform: Platform): BackgroundService {
  const { background } = platform;
  return {
    async list(caller, sessionId, { cursor, limit = PAGE }) {
      await ownSession(platform, caller, sessionId);
      const after = placeOf(cursor);
      const found = await background.list(caller.orgId, sessionId, { after, limit: limit + 1 });
      const ended = found.filter((run) => run.endedAt !== null);
      const last = ended[limit - 1];
      const hasMore = ended.length > limit && last !== undefined;
      return {
        items: (hasMore ? found.slice(0, -1) : found).map(runBody),
        next_cursor: hasMore ? momentCursor({ moment: last.createdAt, id: last.id }) : null,
      };
    },
    async cancel(caller, { sessionId, id }) {
      await ownSession(platform, caller, sessionId);
      await background.cancel({ orgId: caller.orgId, sessionId, id });
    },
  };
}

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const place = readMomentCursor(cursor);
  if (place === undefined) throw new AppError('request-invalid', turnTexts.cursorWrong());
  return place;
}

function runBody(run: BackgroundRun): BackgroundRunBody {
  return {
    ...callBackgroundBody(run),
    session_id: run.sessionId,
    turn_id: run.turnId,
    call_id: run.callId,
    skill: run.skill,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    ended_at: run.endedAt?.toISOString() ?? null,
  };
}

export function callBackgroundBody(run: BackgroundRun): CallBackgroundBody {
  const { id, state, fraction, progressText, reason, isCancelWanted } = run;
  const isOver = run.endedAt !== null;
  return {
    id,
    state,
    fraction,
    text: progressText,
    reason,
    is_cancelling: isCancelWanted && !isOver,
  };
}
