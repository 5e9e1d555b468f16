// Where an S3-compatible store is, as QIAO_BLOBS says: `s3://bucket/prefix?endpoint=https://…&region=…`.

export interface S3Place {
  readonly bucket: string;
  /** Ends with `/`, or is blank. */
  readonly prefix: string;
  /** Of the bucket, without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PARAMETERS = new Set(['endpoint', 'region']);
const USUAL_REGION = 'us-east-1';

/** Undefined for what is none; without `endpoint` it is AWS's own. */
export function readS3Place(text: string): S3Place | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !BUCKET.test(url.host) || url.hash !== '') return undefined;
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.has(name))) return undefined;
  const region = url.searchParams.get('region') ?? USUAL_REGION;
  const server = serverOf(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  if (server === undefined || region === '') return undefined;
  const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  return { bucket: url.host, prefix, endpoint: `${server}/${url.host}`, region };
}

/** Without a slash at its end; undefined for what is no address of a web server, or holds a password. */
function serverOf(endpoint: string): string | undefined {
  const url = URL.parse(endpoint);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.search !== '') return undefined;
  return url.href.replace(/\/+$/, '');
}
