import { expect, test } from 'vitest';
import { settleReturned } from '#features/results/index.ts';
import { workspaceUrl } from './artifact-url.ts';
import type { SkillToolFace } from './skill-tool-face.ts';
import { createTurnReport } from './turn-report.ts';

test('DSP-01 blocks stand in the order the model called in, in whichever order the calls start and end', () => {
  const report = createTurnReport({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a report asks for names alone
    face: { skillOf: (tool: string) => tool } as SkillToolFace,
    workspace: '/w',
    urlOf: workspaceUrl,
    onMade: async () => undefined,
    onEvent: () => undefined,
  });
  const run = (id: string): void => {
    report.tell({ type: 'tool-started', id, tool: 'show', input: {} });
    const value = { success: true, display_md: `block ${id}` };
    const result = settleReturned({ skill: 'show', value, language: 'en' });
    report.tell({ type: 'tool-finished', id, tool: 'show', result, durationMs: 1 });
  };
  report.planned(['first', 'second']);
  run('second');
  run('first');
  report.planned(['third']);
  run('third');
  expect(report.blocks().map(({ markdown }) => markdown)).toEqual([
    'block first',
    'block second',
    'block third',
  ]);
});
