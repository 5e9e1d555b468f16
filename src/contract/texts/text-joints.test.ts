// Composes each text once from real pieces: where one sentence meets another there is one full stop and one blank.

import { expect, test } from 'vitest';
import { LANGUAGES, type Text } from '#base/text.ts';
import { executionTexts } from './execution-texts.ts';
import { folderTexts } from './folder-texts.ts';
import { processTexts } from './process-texts.ts';
import { runFailureTexts } from './run-failure-texts.ts';
import { scriptTexts } from './script-texts.ts';
import { workerTexts } from './worker-texts.ts';

const SENTENCE = 'Something is wrong at $.a. Correct it.';
const ZH_SENTENCE = '某处不对。请改正。';

const { notJson } = workerTexts;

const COMPOSED: Readonly<Record<string, Text>> = {
  raised: runFailureTexts.raised('s', 'ValueError: no'),
  transient: runFailureTexts.transient('s', 'TimeoutError: slow', 3),
  mayHaveHappened: runFailureTexts.mayHaveHappened('s', 'TimeoutError: slow'),
  structure: runFailureTexts.structure('s', '42P01: relation "t" does not exist'),
  missingModule: runFailureTexts.missingModule('s', "No module named 'x'"),
  wallHint: runFailureTexts.wallHint(),
  stopped: runFailureTexts.stopped('s', runFailureTexts.stopRequested()),
  'crashed with output': runFailureTexts.crashed('s', workerTexts.exitCode(3).en, 'Oops'),
  'crashed in silence': runFailureTexts.crashed('s', workerTexts.signal('SIGKILL').en, ''),
  'crashed for its channel': runFailureTexts.crashed(
    's',
    workerTexts.badFrame('frame kind 88').en,
    '',
  ),
  'crashed for the disk': runFailureTexts.crashed('s', workerTexts.cannotStore(SENTENCE).en, ''),
  outOfMemory: runFailureTexts.outOfMemory('s', 512),
  'unserialisable type': runFailureTexts.unserialisable('s', notJson.type('$.a', 'object').en),
  'unserialisable number': runFailureTexts.unserialisable('s', notJson.number('$.a', 'NaN').en),
  'unserialisable, in Chinese': runFailureTexts.unserialisable('s', ZH_SENTENCE),
  noEntry: runFailureTexts.noEntry('s'),
  unstartable: runFailureTexts.unstartable('s', SENTENCE),
  processTimeout: runFailureTexts.processTimeout('s', 60),
  argumentTooLong: runFailureTexts.argumentTooLong('s', 'body', 131_072),
  argumentRefused: runFailureTexts.argumentRefused('s', scriptTexts.containsNul('body').en),
  unknownHint: runFailureTexts.unknownHint(),
  knowledgeSkill: runFailureTexts.knowledgeSkill('s'),
  documentNotRunnable: runFailureTexts.documentNotRunnable('s', 'document'),
  noSubAgent: runFailureTexts.noSubAgent('s', 'document'),
  chainNotRunnable: runFailureTexts.chainNotRunnable('s'),
  cut: workerTexts.cut(5),
  'endedEarly in silence': workerTexts.endedEarly(workerTexts.exitCode(1).en, ''),
  'endedEarly with output': workerTexts.endedEarly(workerTexts.signal('SIGSEGV').en, 'Oops'),
  badFrame: workerTexts.badFrame('a message of 9 bytes'),
  resultTooLarge: workerTexts.resultTooLarge(9, 8),
  cannotStore: workerTexts.cannotStore(folderTexts.cannotMake('/proc/x', 'ENOENT').en),
  'cannotStore, in Chinese': workerTexts.cannotStore(ZH_SENTENCE),
  type: notJson.type('$', 'object'),
  number: notJson.number('$', 'NaN'),
  key: notJson.key('$', 'int'),
  cycle: notJson.cycle('$', 'Array'),
  depth: notJson.depth('$', '400+'),
  size: notJson.size('$', 'more than 512 MB'),
  cannotLoad: workerTexts.cannotLoad('handler.py:3', 'SyntaxError', 'invalid syntax'),
  unknownMethod: workerTexts.unknownMethod('db.drop'),
  badParameters: workerTexts.badParameters('name: Invalid input'),
  tooDeepToSend: workerTexts.tooDeepToSend(400),
  cannotSend: workerTexts.cannotSend('Invalid string length'),
  workerClosed: workerTexts.workerClosed(),
  programMissing: processTexts.programMissing('x'),
  programNotExecutable: processTexts.programNotExecutable('x'),
  folderMissing: processTexts.folderMissing('/x'),
  containsNul: processTexts.containsNul('argv[1]'),
  spawnRefused: processTexts.spawnRefused('x', 'EAGAIN'),
  mediaLeftOut: scriptTexts.mediaLeftOut(
    Array.from({ length: 7 }, () => ({ path: '/x.png', fault: 'missing' })),
  ),
  parameterType: executionTexts.parameterType('a', 'string', 'object'),
  'a folder that can’t be made, for a reason without a name': folderTexts.cannotMake('/x', 'EIO'),
};

const BAD_JOINTS = [
  /\.\./,
  /[。.] *。/,
  /。\./,
  /[a-z)"][.?][A-Z]/,
  / {2}/,
  /\b[Aa] (array|integer|object|Array|Error)\b/,
  /undefined|\[object/,
];

test.each(Object.entries(COMPOSED))('ENV-10 %s reads as sentences', (_, text) => {
  for (const language of LANGUAGES) {
    for (const joint of BAD_JOINTS) expect(text[language]).not.toMatch(joint);
  }
});
