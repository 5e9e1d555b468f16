// A run as it is written: one JSON text that PostgreSQL takes whatever the skill returned, and of a bounded size.

import { cutText, cutTextStart } from '#base/cut-text.ts';
import type { JsonObject } from '#base/json.ts';
import { usageTexts } from '#contract/texts/usage-texts.ts';
import { boundedEnvelope, MOST_ENVELOPE_BYTES } from './bounded-envelope.ts';
import { endOf, type RunRecord } from './run-store.ts';

/** UTF-16 units of a log that are stored: the last ones. */
const MOST_LOG_CHARS = 256 * 1024;
const MOST_DECISIONS = 200;
const MOST_NOTE_CHARS = 4 * 1024;

/** Of one UTF-16 unit in UTF-8. */
const MOST_BYTES_PER_CHAR = 3;

/** An object of JSON with the columns of `platform.runs`. */
export function storedRun(record: RunRecord): string {
  return storable(smallText(record) ?? JSON.stringify(columnsOf(record, boundedContent(record))));
}

/** Most runs are so small that nothing of them needs a look of its own; undefined where this one is not. */
function smallText(record: RunRecord): string | undefined {
  try {
    const text = JSON.stringify(columnsOf(record, record));
    return text.length * MOST_BYTES_PER_CHAR <= MOST_ENVELOPE_BYTES ? text : undefined;
  } catch {
    // Longer than any string, or nothing that JSON knows: what can't be written is told by what takes its place.
    return undefined;
  }
}

type Content = Pick<RunRecord, 'decisions' | 'log'> & { readonly envelope: JsonObject };

function columnsOf(record: RunRecord, { decisions, envelope, log }: Content): JsonObject {
  return {
    id: record.id,
    org_id: record.orgId,
    role_id: record.roleId,
    session_id: record.sessionId,
    turn_id: record.turnId ?? null,
    call_id: record.callId ?? null,
    skill: record.skill,
    version: record.version,
    line: record.line,
    called_by: record.calledBy ?? null,
    status: record.status,
    attempts: record.attempts,
    started_at: record.startedAt.toISOString(),
    ended_at: new Date(endOf(record)).toISOString(),
    duration_ms: Math.round(record.durationMs),
    decisions,
    envelope,
    log,
  };
}

function boundedContent({ decisions, envelope, log }: RunRecord): Content {
  return {
    decisions: decisions.slice(0, MOST_DECISIONS).map(({ stage, rule, note }) => ({
      stage,
      rule,
      note: cutText(note, MOST_NOTE_CHARS),
    })),
    envelope: boundedEnvelope(envelope),
    log:
      log.length <= MOST_LOG_CHARS
        ? log
        : `${usageTexts.logCut(log.length).en}\n${cutTextStart(log, MOST_LOG_CHARS)}`,
  };
}

/** An escaped backslash, which hides what follows it; an escaped NUL; and a surrogate: JSON escapes only lone ones. */
const ESCAPES = /\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g;

/** `json` with U+FFFD for what PostgreSQL's jsonb refuses. */
function storable(json: string): string {
  if (!json.includes(String.raw`\u`)) return json;
  return json.replaceAll(ESCAPES, (escape) =>
    escape === String.raw`\\` ? escape : String.raw`\ufffd`,
  );
}
