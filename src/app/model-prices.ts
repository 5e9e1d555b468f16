// What models cost: the operator's own table, from a file.

import * as z from 'zod';
import { AppError } from '#base/app-error.ts';
import { withoutFullStop } from '#base/text.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import { modelPricesSchema, type ModelPrices } from '#features/runs/index.ts';
import type { Settings } from '#system/settings.ts';
import { readJsonFile } from './read-json.ts';

/** None where no file is named. Throws `settings-invalid` or `input-invalid` with the file's name and what is wrong. */
export async function readModelPrices({ modelPricesFile }: Settings): Promise<ModelPrices> {
  if (modelPricesFile === undefined) return {};
  const parsed = modelPricesSchema.safeParse(await readJsonFile(modelPricesFile));
  if (parsed.success) return parsed.data;
  const problem = withoutFullStop(z.prettifyError(parsed.error).replaceAll(/\s+/g, ' '));
  throw new AppError('settings-invalid', serverTexts.pricesWrong(modelPricesFile, problem));
}
