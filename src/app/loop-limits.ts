// What the settings allow one turn.

import { turnClockMs, type LoopLimits } from '#features/agents/index.ts';
import type { Settings } from '#system/settings.ts';

export function loopLimits(settings: Settings): LoopLimits {
  return {
    failPerTool: settings.failPerTool,
    failTotal: settings.failTotal,
    maxRounds: settings.maxToolRounds,
    loopMs: turnClockMs(settings.maxLoopSec, settings.toolWallSec),
    toolWallMs: settings.toolWallSec * 1000,
    contextTokens: settings.contextTokens,
    turnResultTokens: settings.turnResultTokens,
  };
}
