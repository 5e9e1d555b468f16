// Which models take images, as far as their names tell.

/** Families whose every model does, or whose name says so. */
const KNOWN = [
  /^claude-(?!2|instant)/,
  /^(chatgpt-4o|gpt-4o|gpt-4\.|gpt-4-turbo|gpt-4-vision|gpt-[5-9])/,
  /^o[134](-|$)(?!mini-2024|preview)/,
  /gemini|gemma-?[34]|pixtral|llava|bakllava|internvl|minicpm-v|moondream|cogvlm|idefics|molmo/,
  /glm-[45](\.\d)?v|qvq|step-\d[\w.]*v|yi-vl|grok-(2-vision|[4-9])|llama-?4|llama-?3\.2-(11|90)b|mistral-(small|medium)-?3/,
  /(^|[-_/.\d])(vl|vision|omni|multimodal)([-_.:\d]|$)/,
] as const;

/** `named`: those that the operator adds. What a server in front of the model puts before its name counts for nothing. */
export function takesImages(modelName: string, named: readonly string[]): boolean {
  if (named.includes('*') || named.includes(modelName)) return true;
  const name = modelName.toLowerCase().split('/').at(-1) ?? '';
  return KNOWN.some((pattern) => pattern.test(name));
}
