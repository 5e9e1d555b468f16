// Tells a turn's events as the contract has them, with the blocks to show and what became of the files that were made.

import { join } from 'node:path';
import { assertNever } from '#base/assert-never.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import type { Decision } from '#contract/decision.ts';
import type { LoopEvent } from '#features/agents/index.ts';
import type { CollectedFile, FailedFile, KeptFile } from '#features/artifacts/index.ts';
import { displayBlockOf, type DisplayBlock } from '#features/results/index.ts';
import type { ArtifactUrl } from './artifact-url.ts';
import type { SkillToolFace } from './skill-tool-face.ts';

export interface CallDecision {
  /** The tool call's id. */
  readonly id: string;
  /** The skill. */
  readonly tool: string;
  readonly decision: Decision;
}

export interface TurnReport {
  /** The calls of a step as the model ordered them: they may start in any order. */
  planned(ids: readonly string[]): void;
  tell(event: LoopEvent): void;
  /** In call order. */
  blocks(): readonly DisplayBlock[];
  /** What the stages of each finished call decided, in the order the calls ended. */
  decisions(): readonly CallDecision[];
  /** Before a call's result is told: what became of its files. Resolves when they are the conversation's. */
  collected(callId: string, files: readonly CollectedFile[]): Promise<void>;
  /** All that is known so far, each file once, the newest last. */
  delivered(): DeliveredFiles;
}

interface DeliveredFiles {
  readonly files: readonly (KeptFile & { readonly url: string })[];
  readonly undelivered: readonly FailedFile[];
}

export interface TurnReportParts {
  readonly face: SkillToolFace;
  readonly workspace: string;
  readonly urlOf: ArtifactUrl;
  /** Before the files are told. */
  readonly onMade: (files: readonly CollectedFile[], callId: string) => Promise<void>;
  readonly onEvent: (event: ChatEvent) => void;
}

export function createTurnReport(parts: TurnReportParts): TurnReport {
  const blocks = new Map<string, DisplayBlock>();
  const callOrder: string[] = [];
  const ended = new Set<string>();
  const files = createFileReport(parts);
  const decisions: CallDecision[] = [];

  const finish = ({ id, tool, result }: FinishedEvent) => {
    const skill = parts.face.skillOf(tool);
    for (const decision of result.decisions) decisions.push({ id, tool: skill, decision });
    const block = displayBlockOf(result.envelope);
    if (block !== undefined) {
      blocks.set(id, block);
      parts.onEvent({ type: 'display', ...block });
    }
    ended.add(id);
    files.tell(id);
  };

  return {
    planned: (ids) => void callOrder.push(...ids),
    tell(event) {
      parts.onEvent(asChatEvent(event, parts.face));
      if (event.type === 'tool-finished') finish(event);
    },
    blocks: () => callOrder.flatMap((id) => blocks.get(id) ?? []),
    decisions: () => decisions,
    async collected(callId, made) {
      await files.add(callId, made);
      // A call that was cut may still have made something.
      if (ended.has(callId)) files.tell(callId);
    },
    delivered: () => files.delivered(),
  };
}

interface FileReport extends Pick<TurnReport, 'delivered'> {
  add(callId: string, made: readonly CollectedFile[]): Promise<void>;
  tell(callId: string): void;
}

function createFileReport({ workspace, urlOf, onMade, onEvent }: TurnReportParts): FileReport {
  const waiting = new Map<string, readonly CollectedFile[]>();
  const kept = new Map<string, KeptFile & { readonly url: string }>();
  const undelivered: FailedFile[] = [];
  const isTold = ({ path, bytes, blob }: KeptFile): boolean => {
    const known = kept.get(path);
    return known !== undefined && known.blob === blob && known.bytes === bytes;
  };
  return {
    async add(callId, made) {
      const news = made.filter((file) => file.state === 'failed' || !isTold(file));
      if (news.length > 0) await onMade(news, callId);
      waiting.set(callId, [...(waiting.get(callId) ?? []), ...news]);
    },
    tell(callId) {
      for (const file of waiting.get(callId) ?? []) {
        if (file.state === 'failed') {
          undelivered.push(file);
          continue;
        }
        if (isTold(file)) continue;
        const { id, name, kind: media, mediaType, bytes, path } = file;
        const url = urlOf({ workspace, path: join(workspace, path) });
        kept.delete(path);
        kept.set(path, { ...file, url });
        onEvent({ type: 'artifact', id, name, media, media_type: mediaType, bytes, url });
      }
      waiting.delete(callId);
    },
    delivered: () => ({ files: [...kept.values()], undelivered }),
  };
}

type FinishedEvent = Extract<LoopEvent, { type: 'tool-finished' }>;

function asChatEvent(event: LoopEvent, face: SkillToolFace): ChatEvent {
  switch (event.type) {
    case 'text-delta':
    case 'tool-progress':
      return event;
    case 'tool-started': {
      const { type, id, tool, input } = event;
      return { type, id, tool: face.skillOf(tool), arguments: input };
    }
    case 'tool-finished': {
      const { type, id, tool, result, durationMs } = event;
      const { status } = result.verdict;
      const fields = {
        status,
        result: { ...result.envelope },
        duration_ms: Math.round(durationMs),
      };
      return { type, id, tool: face.skillOf(tool), ...fields };
    }
    case 'tool-refused': {
      const { type, id, tool, reason } = event;
      return { type, id, tool: face.skillOf(tool), reason };
    }
    default:
      return assertNever(event);
  }
}
