// The environment of every installer: the machine's variables and a home of its own, nothing of the server's.

import { dirname, delimiter } from 'node:path';
import { systemEnvironment } from '#system/child-process.ts';

/** `home` is an existing folder that goes with the installation. */
export function toolEnvironment(home: string): Readonly<Record<string, string>> {
  const { PATH, TZ, SSL_CERT_FILE, SSL_CERT_DIR } = systemEnvironment();
  return {
    PATH: [PATH ?? '/usr/local/bin:/usr/bin:/bin', dirname(process.execPath)].join(delimiter),
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    ...(TZ === undefined ? {} : { TZ }),
    ...(SSL_CERT_FILE === undefined ? {} : { SSL_CERT_FILE }),
    ...(SSL_CERT_DIR === undefined ? {} : { SSL_CERT_DIR }),
  };
}
