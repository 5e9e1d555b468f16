// The door of this feature: the envelope's rules, from what a skill gave back to what the model gets. All pure.

export {
  boundEnvelope,
  LEAST_RESULT_CHARS,
  PAGE_RESULT_CHARS,
  RESULT_CHARS,
} from './bound-envelope.ts';
export { toCallSkillAnswer } from './call-skill-answer.ts';
export { classifyException } from './exception-kind.ts';
export { failureEnvelope, type Failure } from './failure-envelope.ts';
export { composeReply, displayBlockOf, type DisplayBlock } from './reply.ts';
export { writeIndexedJson } from './indexed-json.ts';
export { isJsonLonger, jsonRoom, jsonStart } from './json-size.ts';
export {
  indexPath,
  isIndexChild,
  readResultIndex,
  type IndexNode,
  type IndexPart,
  type IndexRun,
  type ResultIndex,
} from './result-index.ts';
export { LONGEST_TOLD, TOLD_KEYS, toldTexts } from './told-texts.ts';
export { makeReceipt } from './result-receipt.ts';
export {
  settleArgumentRefused,
  settleArgumentTooLong,
  settleChainNotRunnable,
  settleCrashed,
  settleDependenciesMissing,
  settleDocumentNotRunnable,
  settleKnowledgeNotExecutable,
  settleNoEntry,
  settleOutOfMemory,
  settleProcessTimeout,
  settleStopped,
  settleUnknownSkill,
  settleUnserialisable,
  settleUnstartable,
  settleWallClock,
} from './settle-ends.ts';
export { settleRaised } from './settle-raised.ts';
export { settleFailure, settleReturned, type SettleContext } from './settle-returned.ts';
export type { SkillException } from './skill-exception.ts';
export type { SettledResult, Verdict } from './verdict.ts';
