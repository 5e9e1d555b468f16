// The words by which providers say what an HTTP status leaves open.

/** The conversation is longer than the model takes. One row a provider, roughly. */
const TOO_LONG = [
  // OpenAI, DeepSeek, vLLM, OpenRouter
  /context_length_exceeded|string_above_max_length|maximum context length|exceeds? the context window/i,
  // Anthropic, Bedrock
  /prompt is too long|exceeds? context limit|request_too_large|input is too long for requested model/i,
  // vLLM, SGLang
  /decoder prompt .* is longer than|longer than the (maximum )?model('s)? (length|context)/i,
  // DashScope
  /range of input length should be|input length .* exceeds/i,
  // Zhipu, Baidu, and Chinese gateways
  /超长|上下文长度|tokens? too long|input chars? (is|are) too long/i,
  // Moonshot, Doubao, MiniMax
  /exceeded model token limit|exceed max message tokens|context window exceeds limit/i,
  // llama.cpp, LM Studio, Ollama
  /exceeds? the available context size|exceed_context_size|context the overflows|context length exceeded/i,
  // Gemini, Mistral, Groq, xAI
  /input token count .* exceeds|too large for model|reduce the length of the messages|maximum prompt length/i,
  // Text Generation Inference
  /`inputs` (tokens \+|must have less than)/i,
] as const;

/** OpenAI answers so where one request alone is above the minute's limit: waiting does not help. */
const TOO_LARGE_FOR_A_MINUTE = /request too large/i;

const QUOTA_USED_UP =
  /insufficient[_ ]quota|exceeded your current quota|insufficient[_ ](balance|credits?|funds)|credit balance is too low|arrearage|billing_(error|hard_limit)|free ?tier ?only|quota (is )?exhausted|余额不足|欠费|额度已?(用完|不足)/i;

const NEEDS_TOOLS =
  /must define tools|toolconfig field must be defined|expects the `?tools=?`? param|tools? (param|parameter|field|definitions?) .*(required|missing|must)/i;

export function saysTooLong(text: string): boolean {
  return TOO_LONG.some((sign) => sign.test(text)) || TOO_LARGE_FOR_A_MINUTE.test(text);
}

export function saysQuotaUsedUp(text: string): boolean {
  return QUOTA_USED_UP.test(text);
}

/** The provider refuses a history with tool calls where no tools are sent. */
export function saysToolsNeeded(text: string): boolean {
  return NEEDS_TOOLS.test(text);
}
