import { expect, test } from 'vitest';
import { saysQuotaUsedUp, saysTooLong } from './failure-signs.ts';

test.each([
  'context_length_exceeded',
  "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens.",
  'Your input exceeds the context window of this model. Please adjust your input and try again.',
  "Invalid 'messages[1].content': string too long. string_above_max_length",
  'prompt is too long: 215000 tokens > 200000 maximum',
  'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
  'Input is too long for requested model.',
  'The decoder prompt (length 9000) is longer than the maximum model length of 8192.',
  "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
  'InvalidParameter Range of input length should be [1, 30720]',
  '1261 Prompt 超长',
  'Invalid request: Your request exceeded model token limit: 8192',
  'Total tokens of image and text exceed max message tokens',
  'invalid params, context window exceeds limit (2013)',
  'the request exceeds the available context size. exceed_context_size_error',
  'Trying to keep the first 9000 tokens when context the overflows.',
  'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  'Please reduce the length of the messages or completion.',
  "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
  'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096',
  'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 50000.',
])('knows a conversation that is too long by: %s', (said) => {
  expect(saysTooLong(said)).toBe(true);
});

test.each([
  'max_tokens is too large: 5000. This model supports at most 4096 completion tokens',
  'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000.',
  'The model `x` does not exist or you do not have access to it.',
  "Invalid value for 'tool_choice'",
])('does not take for too long: %s', (said) => {
  expect(saysTooLong(said)).toBe(false);
});

test('a rate limit is no used-up quota', () => {
  expect(saysQuotaUsedUp('Rate limit reached for requests')).toBe(false);
  expect(saysQuotaUsedUp('Insufficient Balance')).toBe(true);
});
