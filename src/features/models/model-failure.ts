// Tells every failure of a provider as one of the product's own codes, with what to do about it.

import { AppError, type ErrorCode } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { modelTexts } from '#contract/texts/model-texts.ts';
import type { ModelRequest } from './chat-model.ts';
import { saysQuotaUsedUp, saysTooLong, saysToolsNeeded } from './failure-signs.ts';
import type { ProviderReport } from './provider-report.ts';
import type { Provider } from './provider.ts';
import { retryAfterMs } from './retry-after.ts';
import { saidText } from './said-text.ts';

export interface FailureContext {
  readonly provider: Provider;
  readonly request?: ModelRequest;
  readonly now: () => Date;
}

interface Told {
  readonly code: ErrorCode;
  readonly text: Text;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Connections that could not be made at all. A certificate that is refused counts as one. */
const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_NODATA|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EPROTO|CERT_.*|ERR_TLS_.*|ERR_SSL_.*|.*CERT.*|UNABLE_TO_.*|HOSTNAME_MISMATCH|ERR_INVALID_URL)$/;
const TIMED_OUT = /^(UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/;

/**
 * Details: `status` where there was one, `retryAfterMs` where the provider named it, `needsTools: true` where it refuses
 * a history of tool calls without tools (GRD-02). The conversation and the key are in neither text nor cause.
 */
export function modelFailure(report: ProviderReport, context: FailureContext): AppError {
  if (report.told !== undefined) return report.told;
  const said = saidText(report.message, context.provider.apiKey);
  const told = tell(report, said, context);
  const isRefusal = report.status !== undefined && report.status >= 300;
  const status = isRefusal ? { status: report.status } : {};
  const cause = new Error(said === '' ? told.text.en : said);
  return new AppError(told.code, told.text, { cause, details: { ...status, ...told.details } });
}

function tell(report: ProviderReport, said: string, context: FailureContext): Told {
  const { place } = context.provider;
  const words = `${report.code} ${report.message}`;
  if (report.status === 413 || saysTooLong(words)) {
    return { code: 'model-too-long', text: modelTexts.tooLong(place, said) };
  }
  if (report.status === 402 || saysQuotaUsedUp(words)) {
    return { code: 'model-refused', text: modelTexts.quotaUsedUp(place, said) };
  }
  return report.status === undefined || report.status < 300
    ? tellBroken(report, said, context)
    : tellStatus(report.status, { report, said, context });
}

/** No status: the connection failed, or the provider reported a failure inside its stream. */
function tellBroken(report: ProviderReport, said: string, { provider }: FailureContext): Told {
  const { code, networkCode = '', status } = report;
  const { place } = provider;
  if (report.isBug === true) {
    return { code: 'model-unavailable', text: modelTexts.unavailable(place, said) };
  }
  if (TIMED_OUT.test(networkCode)) {
    return { code: 'model-timed-out', text: modelTexts.timedOut(place.id, undefined) };
  }
  const isUnconnected = networkCode === '' && /^cannot connect/i.test(said);
  if (status === undefined && (isUnconnected || UNREACHABLE.test(networkCode))) {
    const why = said.includes(networkCode) ? said : `${networkCode}: ${said}`;
    return { code: 'model-unreachable', text: modelTexts.unreachable(place, why) };
  }
  if (/rate_limit|too_many_requests/i.test(code)) {
    return { code: 'model-rate-limited', text: modelTexts.rateLimited(place, undefined, said) };
  }
  if (/overloaded|unavailable/i.test(code)) {
    return { code: 'model-overloaded', text: modelTexts.overloaded(place, undefined, said) };
  }
  return { code: 'model-cut', text: modelTexts.cut(place, said) };
}

interface StatusParts {
  readonly report: ProviderReport;
  readonly said: string;
  readonly context: FailureContext;
}

function tellStatus(status: number, { report, said, context }: StatusParts): Told {
  const { provider, now } = context;
  const { place } = provider;
  const waitMs = retryAfterMs(report.headers, now());
  const details = waitMs === undefined ? {} : { retryAfterMs: waitMs };
  if (status === 401 || status === 403) {
    const hasKey = provider.apiKey !== undefined;
    const text = hasKey ? modelTexts.keyRefused(place, said) : modelTexts.keyMissing(place);
    return { code: 'model-unauthorised', text };
  }
  if (status === 408) {
    return { code: 'model-timed-out', text: modelTexts.timedOut(place.id, undefined), details };
  }
  if (status === 429) {
    return {
      code: 'model-rate-limited',
      text: modelTexts.rateLimited(place, waitMs, said),
      details,
    };
  }
  if (status >= 500) {
    return { code: 'model-overloaded', text: modelTexts.overloaded(place, status, said), details };
  }
  if (status < 400) {
    const target = saidText(report.headers['location'] ?? '', provider.apiKey);
    return { code: 'model-refused', text: modelTexts.redirects(place, target) };
  }
  const needsTools = refusesForTools(report, context) ? { needsTools: true } : {};
  return {
    code: 'model-refused',
    text: modelTexts.refused(place, status, said),
    details: needsTools,
  };
}

function refusesForTools({ code, message }: ProviderReport, { request }: FailureContext): boolean {
  if (request === undefined || request.tools.length > 0) return false;
  const hasCalls = request.messages.some(({ role }) => role === 'tool');
  return hasCalls && (saysToolsNeeded(message) || /\btools?\b/i.test(`${code} ${message}`));
}
