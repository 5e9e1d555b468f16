// Names and addresses that are offered to choose from; anything else may be typed.

export const MODEL_EXAMPLES = {
  openai: [
    'gpt-5-mini',
    'gpt-5',
    'deepseek-chat',
    'qwen-plus',
    'kimi-latest',
    'glm-4.6',
    'qwen3:8b',
  ],
  anthropic: ['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-5'],
} as const;

export const ADDRESS_EXAMPLES = {
  openai: [
    { value: 'https://api.openai.com/v1', name: 'OpenAI' },
    { value: 'https://api.deepseek.com/v1', name: 'DeepSeek' },
    { value: 'https://dashscope.aliyuncs.com/compatible-mode/v1', name: 'Qwen 通义千问' },
    { value: 'https://api.moonshot.cn/v1', name: 'Kimi' },
    { value: 'https://open.bigmodel.cn/api/paas/v4', name: 'GLM 智谱' },
    { value: 'http://127.0.0.1:11434/v1', name: 'Ollama' },
  ],
  anthropic: [{ value: 'https://api.anthropic.com/v1', name: 'Anthropic' }],
} as const;
