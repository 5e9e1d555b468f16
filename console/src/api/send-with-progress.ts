// Sends a file and tells how far it is: `fetch` can't say that, and so what it would answer is made of an older way's.

import { AppError } from '#base/app-error.ts';
import type { SendFile } from '#client/api-client.ts';
import { attachTexts } from '#contract/texts/console-attachment-texts.ts';

export const sendWithProgress: SendFile = (address, init, onSent) =>
  new Promise((resolve, reject) => {
    const { signal, method = 'POST', body } = init;
    const request = new XMLHttpRequest();
    const lost = (): void =>
      reject(new AppError('server-unreachable', attachTexts.connectionLost()));
    const cancel = (): void => request.abort();
    signal?.addEventListener('abort', cancel, { once: true });
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onSent(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      resolve(new Response(responseText === '' ? null : responseText, { status }));
    });
    request.addEventListener('error', lost);
    request.addEventListener('abort', lost);
    request.open(method, address);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.send(body instanceof Blob ? body : null);
  });
