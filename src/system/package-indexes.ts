// Where pip, uv and npm fetch packages, in the variables that these programs know themselves.

export interface PackageIndexes {
  readonly python: {
    /** Undefined for the tool's own default. An address may hold a password. */
    readonly index: string | undefined;
    readonly extraIndexes: readonly string[];
    /** Directories of wheels, or pages with links to them. */
    readonly findLinks: readonly string[];
    /** No index is asked, only `findLinks`. */
    readonly isOffline: boolean;
    /** Hosts whose certificate is not looked at. */
    readonly trustedHosts: readonly string[];
    /** Path of the certificates that count. */
    readonly certificate: string | undefined;
  };
  readonly npm: { readonly registry: string | undefined; readonly certificate: string | undefined };
  /** Further hosts that files of these indexes come from (`QIAO_INDEX_HOSTS`). */
  readonly moreHosts: readonly string[];
}

/** pip's names first, then uv's; npm's in either case, as npm itself takes them. */
export function readPackageIndexes(environment: NodeJS.ProcessEnv): PackageIndexes {
  const first = (...names: readonly string[]): string | undefined =>
    names
      .map((name) => environment[name]?.trim())
      .find((value) => value !== undefined && value !== '');
  const words = (...names: readonly string[]): readonly string[] =>
    (first(...names) ?? '').split(/[\s,]+/).filter((word) => word !== '');
  return {
    python: {
      index: first('PIP_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_INDEX_URL'),
      extraIndexes: words('PIP_EXTRA_INDEX_URL', 'UV_EXTRA_INDEX_URL'),
      findLinks: words('PIP_FIND_LINKS', 'UV_FIND_LINKS'),
      isOffline: /^(1|true|yes|on)$/i.test(first('PIP_NO_INDEX', 'UV_NO_INDEX') ?? ''),
      trustedHosts: words('PIP_TRUSTED_HOST', 'UV_INSECURE_HOST'),
      certificate: first('PIP_CERT'),
    },
    npm: {
      registry: first('NPM_CONFIG_REGISTRY', 'npm_config_registry'),
      certificate: first('NPM_CONFIG_CAFILE', 'npm_config_cafile'),
    },
    moreHosts: words('QIAO_INDEX_HOSTS'),
  };
}
