// The thread that looks into one workbook: what is in it may take long, and much memory.

import { parentPort, workerData } from 'node:worker_threads';
import { workbookPreview } from './workbook-preview.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `make-preview.ts` gives it
const preview = await workbookPreview(workerData as Uint8Array);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(preview);
