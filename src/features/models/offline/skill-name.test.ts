import { expect, test } from 'vitest';
import { toolOf } from '../../../../tests/stubs/model-requests.ts';
import { descriptionIn } from './skill-name.ts';

test.each([
  ['Counts words. (文本统计：统计字数)', 'Counts words.', '文本统计：统计字数'],
  ['Counts (all) words. (文本统计)', 'Counts (all) words.', '文本统计'],
  ['Counts.\nMore. (统计：字数(可分组))', 'Counts.\nMore.', '统计：字数(可分组)'],
  ['查看 CSV (CSV 查看：列名)', '查看 CSV', 'CSV 查看：列名'],
  ['Counts words (and lines)', 'Counts words (and lines)', 'Counts words (and lines)'],
  ['查询天气 (北京)', '查询天气 (北京)', '查询天气 (北京)'],
  ['调用f(甲：乙)', '调用f(甲：乙)', '调用f(甲：乙)'],
  ['(仅中文：无)', '(仅中文：无)', '(仅中文：无)'],
  ['Odd 甲)', 'Odd 甲)', 'Odd 甲)'],
  ['', '', ''],
])('tells apart what a description says in each language: %s', (description, en, zh) => {
  const tool = toolOf('t', {}, { description });
  expect([descriptionIn('en', tool), descriptionIn('zh', tool)]).toEqual([en, zh]);
});
