// The sandboxes of this machine, as the API tells them.

import type { SandboxService } from '#api/services.ts';
import type { Language } from '#base/text.ts';
import type { SandboxesBody } from '#contract/api/sandbox-routes.ts';
import type { Sandboxes, SandboxesState } from '#features/sandboxes/index.ts';

export function createSandboxService({
  sandboxes,
}: {
  readonly sandboxes: Pick<Sandboxes, 'state' | 'examine'>;
}): SandboxService {
  return {
    state: async (language) => bodyOf(await sandboxes.state(), language),
    examine: async (language) => bodyOf(await sandboxes.examine(), language),
  };
}

function bodyOf(
  { setting, providers, own, any }: SandboxesState,
  language: Language,
): SandboxesBody {
  return {
    setting,
    providers: providers.map(({ name, works, reason, remedy }) => ({
      name,
      works,
      reason: reason[language],
      remedy: remedy?.[language] ?? null,
    })),
    own: own ?? null,
    any: any ?? null,
  };
}
