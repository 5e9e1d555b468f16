// What the loop tells its caller while it runs.

import type { JsonObject } from '#base/json.ts';
import type { SettledResult } from '#features/results/index.ts';

/** One for each line of `qiao chat --json` (`src/contract/chat-events.ts`) that a loop can cause. */
export type LoopEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | {
      readonly type: 'tool-started';
      readonly id: string;
      readonly tool: string;
      readonly input: JsonObject;
    }
  | {
      readonly type: 'tool-progress';
      readonly id: string;
      readonly fraction: number | null;
      readonly text: string;
    }
  /** Also for a call that was cut while it ran. */
  | {
      readonly type: 'tool-finished';
      readonly id: string;
      readonly tool: string;
      readonly result: SettledResult;
      readonly durationMs: number;
    }
  /** The call was not run; `reason` is what the model is told. */
  | {
      readonly type: 'tool-refused';
      readonly id: string;
      readonly tool: string;
      readonly reason: string;
      readonly result: SettledResult;
    };

/** Called in the order things happen; must not throw. */
export type OnLoopEvent = (event: LoopEvent) => void;
