// Writes varied skill packages as they are found in public collections, the same ones every time.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

type Files = Readonly<Record<string, string>>;

const WORDS =
  'the agent reads a report and writes rows into the table when a user asks for data 查询 订单 客户 从 接口 取得 并 汇总 with curl or python use'.split(
    ' ',
  );

/** Writes `count` packages below `folder` and answers their folders. */
export async function writePackages(folder: string, count: number): Promise<readonly string[]> {
  const random = createRandom(20_261_130);
  const folders: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const path = join(folder, `skill-${number}`);
    folders.push(path);
    for (const [file, text] of Object.entries(packageFiles(number, random))) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text);
    }
  }
  return folders;
}

/** The shares follow two public collections of 2,417 and 18,427 packages; handlers are this platform's own. */
function packageFiles(number: number, random: () => number): Files {
  const is = (share: number): boolean => random() < share;
  const name = is(0.25) ? `Skill ${number}` : `skill-${number}`;
  const description = prose(random, 12 + Math.floor(random() * 40));
  const metadata = is(0.42) ? metadataLines(number, random()) : '';
  const broken = is(0.05) ? `summary: use it: ${description}\n` : '';
  const extra = is(0.3) ? 'version: 1.2.0\ntags: [data, report]\nlicense: MIT\n' : '';
  const head = `name: ${name}\ndescription: ${description}\n${extra}${broken}${metadata}`;
  const body = `# ${name}\n\n${paragraphs(random)}`;
  const whole = is(0.07) ? body : `---\n${head}---\n${body}`;
  const files: Record<string, string> = {
    'SKILL.md': is(0.02) ? whole.replaceAll('\n', '\r\n') : whole,
  };
  for (const [share, others] of otherFiles(name, number, random)) {
    if (is(share)) Object.assign(files, others);
  }
  return files;
}

function otherFiles(
  name: string,
  number: number,
  random: () => number,
): readonly (readonly [number, Files])[] {
  return [
    [0.12, { 'handler.py': pythonHandler(number) }],
    [0.05, { 'handler.ts': nodeHandler(number) }],
    [0.04, { 'schema.json': JSON.stringify(schema(number), null, 2) }],
    [0.25, { 'scripts/main.py': 'import sys\nprint(sys.argv)\n' }],
    [0.25, { 'references/guide.md': paragraphs(random), 'references/more.md': 'x\n' }],
    [0.03, { 'references/openapi.yaml': 'openapi: 3.0.0\npaths: {}\n' }],
    [0.3, { 'LICENSE.txt': 'MIT\n', 'README.md': `# ${name}\n` }],
  ];
}

function metadataLines(number: number, kind: number): string {
  const requires = { bins: ['curl', 'jq'], env: [`SERVICE_${number}_API_KEY`] };
  const emoji = '🧭';
  const values = { emoji, requires, primaryEnv: `SERVICE_${number}_API_KEY`, os: ['linux'] };
  if (kind < 0.5) return `metadata: ${JSON.stringify({ openclaw: values })}\n`;
  if (kind < 0.6)
    return `metadata:\n  ${JSON.stringify({ clawdbot: values }, null, 2).replaceAll('\n', '\n  ')}\n`;
  if (kind < 0.9) {
    return `metadata:\n  openclaw:\n    emoji: ${emoji}\n    requires:\n      bins: [curl]\n      env:\n        - ${requires.env.join('')}\n`;
  }
  return 'metadata:\n  author: somebody\n  version: "1.0"\n';
}

function schema(number: number): object {
  return {
    type: 'object',
    properties: {
      city: { type: 'string', description: `The city of query ${number}` },
      days: { type: 'integer', minimum: 1, default: 3 },
      unit: { type: 'string', enum: ['metric', 'imperial'] },
    },
    required: ['city'],
  };
}

function pythonHandler(number: number): string {
  const literal = JSON.stringify(schema(number), null, 4);
  return `"""Handler ${number}."""\nimport json\n\nINPUT_SCHEMA = ${literal}\n\n\nasync def execute(input_data, runtime_context):\n    city = input_data["city"]\n    days = int(input_data.get("days", 3))\n    rows = [{"city": city, "day": day} for day in range(days)]\n    return {"success": True, "data": {"list": rows, "unit": input_data.get("unit")}}\n`;
}

function nodeHandler(number: number): string {
  return `export const INPUT_SCHEMA = ${JSON.stringify(schema(number), null, 2)} as const;\n\nexport async function execute(input: any, ctx: any) {\n  const { city, days = 3 } = input;\n  return { success: true, data: { city, days, unit: input.unit } };\n}\n`;
}

function paragraphs(random: () => number): string {
  const count = 6 + Math.floor(random() * 20);
  const parts = Array.from({ length: count }, (_, index) => {
    const text = prose(random, 60);
    if (index % 4 === 1) return `## Step ${index}\n\n${text}`;
    return index % 5 === 2
      ? `\`\`\`bash\ncurl -H "$SERVICE_TOKEN" https://example.com\n\`\`\``
      : text;
  });
  return `${parts.join('\n\n')}\n`;
}

function prose(random: () => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
}

/** Mulberry32: small, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
