// Tells a turn's events as the contract has them, with the blocks to show and the files that were made.

import { realpath } from 'node:fs/promises';
import { assertNever } from '#base/assert-never.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import type { Decision } from '#contract/decision.ts';
import type { LoopEvent } from '#features/agents/index.ts';
import { displayBlockOf, type DisplayBlock } from '#features/results/index.ts';
import {
  findMadeFiles,
  mediaTypeOfName,
  snapshotWorkspace,
  workspacePlace,
} from '#features/workspaces/index.ts';
import type { ArtifactUrl } from './artifact-url.ts';
import { mediaKind } from './media-kind.ts';
import type { SkillToolFace } from './skill-tool-face.ts';
import type { MadeFile } from './turn-record.ts';

export interface CallDecision {
  /** The tool call's id. */
  readonly id: string;
  /** The skill. */
  readonly tool: string;
  readonly decision: Decision;
}

export interface TurnReport {
  tell(event: LoopEvent): void;
  /** In call order. */
  blocks(): readonly DisplayBlock[];
  /** What the stages of each finished call decided, in the order the calls ended. */
  decisions(): readonly CallDecision[];
  /** Resolves when every file that was made has been told. */
  settled(): Promise<void>;
}

export interface TurnReportParts {
  readonly face: SkillToolFace;
  readonly workspace: string;
  readonly urlOf: ArtifactUrl;
  /** Before the files are told. */
  onMade(files: readonly MadeFile[]): Promise<void>;
  onEvent(event: ChatEvent): void;
}

export async function createTurnReport(parts: TurnReportParts): Promise<TurnReport> {
  const before = await snapshotWorkspace(parts.workspace);
  const blocks = new Map<string, DisplayBlock>();
  const callOrder: string[] = [];
  const told = new Set<string>();
  const decisions: CallDecision[] = [];
  let telling: Promise<void> = Promise.resolve();

  const tellFiles = async (envelope: FinishedEvent['result']['envelope']) => {
    const made = await findMadeFiles({ workspace: parts.workspace, before, envelope });
    if (made.length === 0) return;
    // As the files are told: with no link on the way.
    const workspace = await realpath(parts.workspace);
    await parts.onMade(
      made.map(({ name, path, bytes }) => ({
        name,
        path: workspacePlace(workspace, path),
        kind: mediaKind(name),
        mediaType: mediaTypeOfName(name),
        bytes,
      })),
    );
    for (const file of made) {
      if (told.has(file.path)) continue;
      told.add(file.path);
      const { name, bytes, path } = file;
      const url = parts.urlOf({ workspace, path });
      parts.onEvent({ type: 'artifact', name, media: mediaKind(name), bytes, url });
    }
  };
  const finish = ({ id, tool, result }: FinishedEvent) => {
    const skill = parts.face.skillOf(tool);
    for (const decision of result.decisions) decisions.push({ id, tool: skill, decision });
    const block = displayBlockOf(result.envelope);
    if (block !== undefined) {
      blocks.set(id, block);
      parts.onEvent({ type: 'display', ...block });
    }
    if (result.verdict.status === 'failed') return;
    telling = telling.then(() => tellFiles(result.envelope));
  };

  return {
    tell(event) {
      if (event.type === 'tool-started') callOrder.push(event.id);
      parts.onEvent(asChatEvent(event, parts.face));
      if (event.type === 'tool-finished') finish(event);
    },
    blocks: () => callOrder.flatMap((id) => blocks.get(id) ?? []),
    decisions: () => decisions,
    settled: () => telling,
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
