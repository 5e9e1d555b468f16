// The market row (MKT-01): read from the top level only.

import type { MarketRow } from '#contract/inspect-report.ts';
import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import { categoryNamed, guessCategory } from './category.ts';
import { findField, placeOf, type Declaration } from './declaration.ts';
import { scalarText, textOf } from './field-values.ts';

export function readMarketRow(
  declaration: Declaration,
  told: { readonly name: string; readonly description: string },
  report: ReportFinding,
): MarketRow {
  const text = (name: string): string | null =>
    textOf(findField(declaration, name), report) ?? null;
  return {
    category: readCategory(declaration, told, report),
    cost_tier: text('cost_tier'),
    version: text('version'),
    tags: readTags(findField(declaration, 'tags')?.value),
    skill_type: text('skill_type'),
    skill_md: text('skill_md'),
    name_zh: text('name_zh'),
    display_name_zh: text('display_name_zh'),
    description_zh: text('description_zh'),
  };
}

/** The row of a package that could not be read. */
export function emptyMarketRow(): MarketRow {
  return {
    category: 'general',
    cost_tier: null,
    version: null,
    tags: [],
    skill_type: null,
    skill_md: null,
    name_zh: null,
    display_name_zh: null,
    description_zh: null,
  };
}

function readCategory(
  declaration: Declaration,
  { name, description }: { readonly name: string; readonly description: string },
  report: ReportFinding,
): MarketRow['category'] {
  const field = findField(declaration, 'category');
  const declared = textOf(field, report);
  const known = declared === undefined ? undefined : categoryNamed(declared);
  if (known !== undefined) return known;
  const guessed = guessCategory(name, description);
  if (field !== undefined && declared !== undefined) {
    const text = packageFieldTexts.categoryUnknown(declared, guessed);
    report(findingAt(placeOf(field), ['category-unknown', 'low'], text));
  }
  return guessed;
}

/** A list, or a text with commas. */
function readTags(value: unknown): string[] {
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => scalarText(item) ?? '')
    : (scalarText(value) ?? '').replace(/^\[(.*)\]$/s, '$1').split(/[,，、;；]/);
  const trimmed = parts.map((part) => part.trim()).filter((part) => part !== '');
  return [...new Set(trimmed)];
}
