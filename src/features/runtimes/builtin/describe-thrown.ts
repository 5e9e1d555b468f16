// What a built-in skill threw, as the data that every runtime gives of an exception (ENV-12).

import { AppError, messageOf } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import type { SkillException } from '#features/results/index.ts';

const MOST_CAUSES = 8;

type Level = SkillException['causes'][number];

export function describeThrown(thrown: unknown, language: Language): SkillException {
  const causes: Level[] = [];
  let next = causeOf(thrown);
  while (next !== undefined && causes.length < MOST_CAUSES) {
    causes.push(levelOf(next, language));
    next = causeOf(next);
  }
  return { ...levelOf(thrown, language), causes };
}

function levelOf(thrown: unknown, language: Language): Level {
  const message = thrown instanceof AppError ? thrown.text[language] : messageOf(thrown);
  if (!(thrown instanceof Error)) return { name: 'Error', message, classes: ['Error'] };
  const code: unknown = 'code' in thrown ? thrown.code : undefined;
  const own = thrown.constructor.name;
  const classes = [...new Set([thrown.name, own, 'Error'])].filter((name) => name !== '');
  return {
    name: thrown.name === '' ? own : thrown.name,
    message,
    classes,
    ...(typeof code === 'string' && { code }),
  };
}

function causeOf(thrown: unknown): unknown {
  return thrown instanceof Error ? thrown.cause : undefined;
}
