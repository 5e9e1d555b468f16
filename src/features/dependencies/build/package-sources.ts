// Where packages come from: the operator's own settings of pip, uv and npm, as variables and as what may be reached.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SandboxMount, SandboxNetwork } from '#features/sandboxes/index.ts';
import { systemEnvironment } from '#system/child-process.ts';
import type { PackageIndexes } from '#system/package-indexes.ts';

export interface PackageSource {
  readonly variables: Readonly<Record<string, string>>;
  readonly network: SandboxNetwork;
  /** Local directories of packages, and certificates. */
  readonly mounts: readonly SandboxMount[];
}

/** For pip. Nothing else of the machine's pip settings counts: what is installed must not depend on a file far away. */
export function pipSource(indexes: PackageIndexes): PackageSource {
  const { index, extraIndexes, findLinks, isOffline, trustedHosts, certificate } = indexes.python;
  return {
    variables: {
      PIP_CONFIG_FILE: '/dev/null',
      PIP_NO_INPUT: '1',
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
      PIP_NO_CACHE_DIR: '1',
      PIP_ROOT_USER_ACTION: 'ignore',
      PIP_RETRIES: '1',
      PIP_DEFAULT_TIMEOUT: '10',
      ...(isOffline && { PIP_NO_INDEX: '1' }),
      ...given('PIP_INDEX_URL', index),
      ...given('PIP_EXTRA_INDEX_URL', extraIndexes.join(' ')),
      ...given('PIP_FIND_LINKS', findLinks.join(' ')),
      ...given('PIP_TRUSTED_HOST', trustedHosts.join(' ')),
      ...given('PIP_CERT', certificate),
    },
    ...pythonReach(indexes),
  };
}

export function uvSource(indexes: PackageIndexes): PackageSource {
  const { index, extraIndexes, findLinks, isOffline, trustedHosts, certificate } = indexes.python;
  return {
    variables: {
      UV_NO_CONFIG: '1',
      UV_NO_PROGRESS: '1',
      UV_PYTHON_DOWNLOADS: 'never',
      UV_HTTP_TIMEOUT: '10',
      ...(isOffline && { UV_NO_INDEX: '1' }),
      ...given('UV_INDEX_URL', index),
      ...given('UV_EXTRA_INDEX_URL', extraIndexes.join(' ')),
      ...given('UV_FIND_LINKS', findLinks.join(',')),
      ...given('UV_INSECURE_HOST', trustedHosts.join(' ')),
      ...given('SSL_CERT_FILE', certificate),
    },
    ...pythonReach(indexes),
  };
}

export function npmSource({ npm, moreHosts }: PackageIndexes): PackageSource {
  const hosts = hostsOf([npm.registry]);
  return {
    variables: {
      npm_config_update_notifier: 'false',
      npm_config_logs_max: '0',
      npm_config_fetch_retries: '1',
      npm_config_fetch_retry_mintimeout: '500',
      npm_config_fetch_retry_maxtimeout: '2000',
      npm_config_fetch_timeout: '30000',
      npm_config_replace_registry_host: npm.registry === undefined ? 'npmjs' : 'always',
      ...given('npm_config_registry', npm.registry),
      ...given('npm_config_cafile', npm.certificate),
    },
    network: reach(hosts, moreHosts, false),
    mounts: readable([npm.certificate]),
  };
}

/** The same without anything that is fetched: only what lies in local directories. */
export function offlineSource(source: PackageSource): PackageSource {
  return { ...source, network: { kind: 'none' } };
}

function pythonReach({ python, moreHosts }: PackageIndexes): Omit<PackageSource, 'variables'> {
  const { index, extraIndexes, findLinks, isOffline, certificate } = python;
  const hosts = hostsOf([...(isOffline ? [] : [index, ...extraIndexes]), ...findLinks]);
  const usesDefault = !isOffline && index === undefined;
  return {
    network: usesDefault ? { kind: 'public' } : reach(hosts, moreHosts, true),
    mounts: readable([index, ...extraIndexes, ...findLinks, certificate]),
  };
}

function reach(
  hosts: readonly string[],
  moreHosts: readonly string[],
  isLocalWithout: boolean,
): SandboxNetwork {
  if (hosts.length > 0) return { kind: 'hosts', hosts: [...new Set([...hosts, ...moreHosts])] };
  return isLocalWithout ? { kind: 'none' } : { kind: 'public' };
}

function hostsOf(addresses: readonly (string | undefined)[]): readonly string[] {
  return addresses.flatMap((address) => {
    const url = URL.parse(address ?? '');
    return url !== null && /^https?:$/.test(url.protocol) ? [url.host] : [];
  });
}

function readable(places: readonly (string | undefined)[]): readonly SandboxMount[] {
  const { SSL_CERT_FILE, SSL_CERT_DIR } = systemEnvironment();
  return [...places, SSL_CERT_FILE, SSL_CERT_DIR].flatMap((place) => {
    const path = place?.startsWith('file:') === true ? fileURLToPath(place) : place;
    return path?.startsWith('/') === true && existsSync(path) ? [{ path, access: 'read' }] : [];
  });
}

function given(name: string, value: string | undefined): Record<string, string> {
  return value === undefined || value === '' ? {} : { [name]: value };
}
