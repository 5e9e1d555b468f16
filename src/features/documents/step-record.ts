// What a sub-agent did, step by step: told as it happens, and kept for the trace (DOC-13).

import { cutText } from '#base/cut-text.ts';
import type { JsonObject } from '#base/json.ts';
import type { SecretMask } from '#base/secret-mask.ts';
import type { Decision } from '#contract/decision.ts';
import { documentTexts } from '#contract/texts/document-texts.ts';
import type { LoopEvent } from '#features/agents/index.ts';
import {
  type SubAgentEnd,
  type SubAgentStep,
  type SubAgentTask,
} from '#features/runtimes/index.ts';
import { boundedText } from '#system/bounded-text.ts';

export interface StepRecord {
  tell(event: LoopEvent): void;
  /** Before a call's end is told: why what it gave is no success, though it is no failure either. */
  gave(id: string, failure: string | undefined): void;
  steps(): readonly SubAgentStep[];
  trace(): Pick<SubAgentEnd, 'decisions' | 'log'>;
}

const WORDS_CHARS = 160;
const REASON_CHARS = 200;
const LOGGED_CHARS = 4000;
const LOG_BYTES = 120_000;

/** Fields that say what a call is about; others are shown as JSON. */
const TELLING = ['command', 'file', 'code'] as const;

export function createStepRecord(task: SubAgentTask, mask: SecretMask): StepRecord {
  const { language, tools } = task;
  const steps: SubAgentStep[] = [];
  const decisions: Decision[] = [];
  const log = boundedText(LOG_BYTES, language);
  const started = new Map<string, { readonly number: number; readonly input: JsonObject }>();
  const failures = new Map<string, string | undefined>();
  let count = 0;
  const workTools = new Set(tools.filter(({ isWork }) => isWork).map(({ name }) => name));
  const print = (line: string): void => log.add(Buffer.from(`${mask.text(line)}\n`));

  const end = (event: EndEvent, failure: string | undefined, how: string): void => {
    const { id, tool } = event;
    const { number, input } = started.get(id) ?? { number: (count += 1), input: {} };
    const durationMs = event.type === 'tool-finished' ? event.durationMs : 0;
    const { envelope } = event.result;
    const isWork = workTools.has(tool);
    steps.push({ number, tool, input, envelope, isWork, failure, durationMs });
    const head = documentTexts.step(number, tool, wordsOf(input));
    const note = documentTexts.stepEnded(head, how)[language];
    decisions.push({ stage: 'runtime', rule: 'DOC-13', note: mask.text(note) });
    print(`[${number}] ${tool} ${cutText(JSON.stringify(input), LOGGED_CHARS)}`);
    print(`    → ${how}`);
    print(cutText(JSON.stringify(envelope), LOGGED_CHARS));
  };

  return {
    gave: (id, failure) => void failures.set(id, failure),
    tell(event) {
      switch (event.type) {
        case 'tool-started': {
          const number = (count += 1);
          started.set(event.id, { number, input: event.input });
          const words = mask.text(wordsOf(event.input));
          task.progress(null, documentTexts.step(number, event.tool, words)[language]);
          return;
        }
        case 'tool-finished': {
          const { verdict } = event.result;
          const failure = verdict.reason ?? failures.get(event.id);
          const seconds = `${(event.durationMs / 1000).toFixed(1)} s`;
          end(event, failure, `${cutText(failure ?? 'ok', REASON_CHARS)}, ${seconds}`);
          return;
        }
        case 'tool-refused':
          end(event, event.reason, cutText(event.reason, REASON_CHARS));
          return;
        default:
      }
    },
    steps: () => steps,
    trace: () => ({ decisions, log: log.text() }),
  };
}

type EndEvent = Extract<LoopEvent, { type: 'tool-finished' | 'tool-refused' }>;

function wordsOf(input: JsonObject): string {
  const telling = TELLING.map((name) => input[name]).find((value) => typeof value === 'string');
  const words = typeof telling === 'string' ? telling : JSON.stringify(input);
  return cutText(words.replaceAll(/\s+/g, ' ').trim(), WORDS_CHARS);
}
