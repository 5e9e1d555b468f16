import { expect, test } from 'vitest';
import { knowledgeSkill } from './knowledge-fixture.ts';
import { relevantKnowledge } from './relevant-knowledge.ts';

const body = (...headings: readonly string[]) =>
  headings.map((heading) => `## ${heading}\n\nText.\n`).join('\n');
const skills = [
  knowledgeSkill('travel-rules', '公司差旅制度：住宿标准、交通与报销流程', {
    body: body('住宿标准', '机票与火车', '报销所需材料', '境外出差补贴'),
  }),
  knowledgeSkill('brand-guide', 'How the brand is written, its colours and its tone of voice.', {
    body: body('Logo', 'Colours', 'Tone of voice', 'Words we avoid'),
  }),
  knowledgeSkill('leave-policy', '请假与考勤：年假、病假、婚假、产假的天数和申请办法', {
    body: body('年假', '病假', '产假与陪产假', '加班与调休'),
  }),
  knowledgeSkill('refund-faq', '售后常见问题：退货、换货、退款时效', {
    body: body('七天无理由退货', '退款多久到账', '运费由谁承担'),
  }),
  knowledgeSkill('security-baseline', 'Baseline for servers: passwords, patching, firewalls.', {
    body: body('Passwords', 'Patching', 'Firewalls', 'Incident response'),
  }),
  knowledgeSkill('it-onboarding', '新员工电脑、邮箱、VPN 的领取和设置', {
    body: body('电脑领取', '企业邮箱', 'VPN 设置', '打印机'),
  }),
];

test.each([
  ['出差住酒店的标准是多少？', 'travel-rules'],
  ['境外出差有补贴吗', 'travel-rules'],
  ['退款一般多久能到账？', 'refund-faq'],
  ['我还有几天年假', 'leave-policy'],
  ['VPN 连不上，应该怎么设置', 'it-onboarding'],
  ['Which colours may I use with our logo?', 'brand-guide'],
  ['How long must passwords be?', 'security-baseline'],
  ['travel rules', 'travel-rules'],
])('of %s the first is %s', async (message, name) => {
  const found = await relevantKnowledge(message, skills);
  expect(found[0]?.name).toBe(name);
  expect(found.length).toBeLessThanOrEqual(3);
});

test.each([
  '你好',
  '谢谢，就这样',
  '把 3.5 英寸换算成厘米',
  'What is the weather in Paris tomorrow?',
  'Convert this CSV to JSON and count its rows, please.',
  '帮我写一首关于秋天的诗',
  '',
])('nothing is told with: %s', async (message) => {
  expect(await relevantKnowledge(message, skills)).toEqual([]);
});

test('a long message finds what several of its words are about', async () => {
  const story =
    '我们团队上个月一起去了海边，晚上吃了很多好吃的海鲜，还看了日出，大家都很开心。'.repeat(4);
  const [found] = await relevantKnowledge(`${story}另外想问住宿标准和报销需要什么材料`, skills);
  expect(found?.name).toBe('travel-rules');
});

test('three are told at most, of thousands, while others have their turn', async () => {
  const thousands = Array.from({ length: 3000 }, (_, at) =>
    knowledgeSkill(`rules-${at}`, `Rules for expenses of department ${at % 700}.`),
  );
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const found = await relevantKnowledge('Which expenses may department 42 claim?', thousands);
  clearInterval(ticking);
  expect(found.map(({ name }) => name)).toEqual(['rules-42', 'rules-742', 'rules-1442']);
  expect(turns).toBeGreaterThan(0);
});
