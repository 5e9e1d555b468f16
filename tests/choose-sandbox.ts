// On a machine without a sandbox the tests' skills run without one: everything but the sandboxes is tested there all the same.

import { composeSandboxes } from '#app/compose-sandboxes.ts';
import { readSettings } from '#system/settings.ts';

/** Told once; what needs a sandbox leaves itself out, and says so. */
export async function setup(): Promise<void> {
  const settings = readSettings();
  if (settings.sandbox === 'off') return;
  const sandboxes = composeSandboxes(settings);
  const { own, providers } = await sandboxes.state();
  await sandboxes.close();
  if (own !== undefined) return;
  const reasons = providers.map(({ name, reason }) => `${name}: ${reason.en}`).join('\n    ');
  process.stderr.write(
    `\n*** No sandbox works here: SKILLS ARE TESTED WITHOUT ONE. Install Debian's package bubblewrap. ***\n    ${reasons}\n\n`,
  );
  process.env['QIAO_SANDBOX'] = 'off';
}
