// Whether the tests' skills run in a sandbox; what is not tested without one is told by `choose-sandbox.ts`.

import { composeSandboxes } from '#app/compose-sandboxes.ts';
import { readSettings } from '#system/settings.ts';

const sandboxes = composeSandboxes(readSettings());
const { own } = await sandboxes.state();
await sandboxes.close();

export const hasSandbox = own !== undefined && own !== 'plain';
