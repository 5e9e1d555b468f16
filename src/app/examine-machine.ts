// Looks at what this machine offers to skills, with reason and remedy (`qiao doctor`).

import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { AppError, messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import type { DoctorReport } from '#contract/doctor-report.ts';
import { doctorTexts } from '#contract/texts/doctor-texts.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import { findPython } from '#features/runtimes/index.ts';
import { makeFolder } from '#system/make-folder.ts';
import { examinePostgres } from '#system/postgres/examine-postgres.ts';
import type { Settings } from '#system/settings.ts';
import { composeSandboxes } from './compose-sandboxes.ts';
import { hasProgram } from './has-program.ts';
import { modelHost, modelProvider } from './model-place.ts';
import { postgresParts } from './postgres-parts.ts';

interface Check {
  readonly name: string;
  readonly status: DoctorReport['checks'][number]['status'];
  readonly detail: Text;
  readonly remedy?: Text | undefined;
}

export async function examineMachine(settings: Settings): Promise<DoctorReport> {
  const { language } = settings;
  const checks = [
    { name: 'node', status: 'ok', detail: doctorTexts.nodeFound(process.versions.node) } as const,
    await checkPython(),
    checkProcessTree(),
    ...(await checkSandboxes(settings)),
    { name: 'database', ...(await examinePostgres(postgresParts(settings))) },
    checkModel(settings),
    await checkDataFolder(settings.dataFolder),
  ] satisfies readonly Check[];
  return {
    checks: checks.map((check: Check) => ({
      name: check.name,
      status: check.status,
      detail: check.detail[language],
      remedy: check.remedy?.[language] ?? null,
    })),
  };
}

async function checkPython(): Promise<Check> {
  try {
    const { path, version } = await findPython();
    return { name: 'python', status: 'ok', detail: doctorTexts.pythonFound(version, path) };
  } catch (error) {
    const detail = error instanceof AppError ? error.text : doctorTexts.pythonMissing();
    return { name: 'python', status: 'missing', detail, remedy: doctorTexts.pythonRemedy() };
  }
}

/** Which one skills run in, then each by itself. */
async function checkSandboxes(settings: Settings): Promise<readonly Check[]> {
  const sandboxes = composeSandboxes(settings);
  try {
    const { setting, own, any, providers } = await sandboxes.state();
    // One that works is enough.
    const lacking = own === undefined ? 'missing' : 'limited';
    const each = providers.map(({ name, works, reason, remedy: mend }): Check => ({
      name: `sandbox-${name}`,
      status: works ? 'ok' : lacking,
      detail: reason,
      remedy: mend,
    }));
    const remedy = doctorTexts.sandboxRemedy();
    if (setting === 'off') {
      return [{ name: 'sandbox', status: 'limited', detail: sandboxTexts.off(), remedy }, ...each];
    }
    if (own === undefined) {
      const detail = doctorTexts.sandboxNone(setting);
      return [{ name: 'sandbox', status: 'missing', detail, remedy }, ...each];
    }
    const detail = doctorTexts.sandboxUsed(own, any ?? own);
    return [{ name: 'sandbox', status: 'ok', detail }, ...each];
  } finally {
    await sandboxes.close();
  }
}

function checkProcessTree(): Check {
  const lacking = [
    ...(hasProgram('setpriv') ? [] : ['setpriv']),
    ...(existsSync('/proc/self/environ') ? [] : ['/proc']),
  ];
  if (lacking.length === 0) {
    return { name: 'process-tree', status: 'ok', detail: doctorTexts.processTree() };
  }
  const detail = doctorTexts.processTreeLimited(lacking.join(', '));
  return {
    name: 'process-tree',
    status: 'limited',
    detail,
    remedy: doctorTexts.processTreeRemedy(),
  };
}

function checkModel(settings: Settings): Check {
  const host = modelHost(settings);
  const provider = modelProvider(settings);
  if (host === undefined || provider === undefined) {
    const detail = doctorTexts.modelOffline();
    return { name: 'model', status: 'limited', detail, remedy: doctorTexts.modelRemedy() };
  }
  const variable = settings.model.startsWith('anthropic/') ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY';
  // A compatible server of one's own often needs no key; the two companies' do.
  const needsKey = /(^|\.)(openai|anthropic)\.com$/.test(host);
  if (needsKey && provider.apiKey === undefined) {
    const detail = doctorTexts.modelKeyMissing(settings.model, variable);
    return { name: 'model', status: 'missing', detail, remedy: doctorTexts.keyRemedy(variable) };
  }
  return { name: 'model', status: 'ok', detail: doctorTexts.modelSet(settings.model, host) };
}

async function checkDataFolder(folder: string): Promise<Check> {
  const name = 'data-folder';
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
    return { name, status: 'ok', detail: doctorTexts.dataFolder(folder) };
  } catch (error) {
    const detail = doctorTexts.dataFolderUnwritable(folder, messageOf(error));
    return { name, status: 'missing', detail, remedy: doctorTexts.dataFolderRemedy() };
  }
}
