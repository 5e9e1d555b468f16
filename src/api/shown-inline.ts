// Which files may be shown in the browser instead of saved, and in what room: nothing that runs does so as a page of ours.

/** Of what is saved, or nothing else is known of. */
export const SAVED_CSP = "sandbox; default-src 'none'; frame-ancestors 'none'";

const MEDIA = /^(image\/(png|jpeg|gif|webp|avif|bmp)|(audio|video)\/[\w.+-]+)$/;
/** Markup: in a sandbox, where no script runs and nothing is fetched. */
const MARKUP = new Set(['text/html', 'image/svg+xml']);

/** Headers of a file that is shown; undefined where it is only to be saved. Media types without parameters. */
export function shownHeaders(mediaType: string): Readonly<Record<string, string>> | undefined {
  const policy = policyOf(mediaType);
  if (policy === undefined) return undefined;
  return { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' };
}

function policyOf(mediaType: string): string | undefined {
  if (MEDIA.test(mediaType))
    return "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";
  if (MARKUP.has(mediaType))
    return "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'self'";
  // Browsers show no PDF in a sandbox; their viewers have one of their own.
  return mediaType === 'application/pdf' ? "frame-ancestors 'self'" : undefined;
}
