// Downloads the files that a result names by their addresses: few at once, within limits, whole or not at all (ART-02).

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import type { SafeDownload } from '#system/fetch/safe-download.ts';
import { downloadLink, type DownloadedLink, type LinkDownload } from './download-link.ts';
import type { RemoteLink } from './remote-links.ts';
import type { Room } from './room.ts';

export interface DownloadsRequest {
  readonly workspace: string;
  readonly download: SafeDownload;
  /** Of one file. */
  readonly mostBytes: number;
  /** What the role may still store. */
  readonly room: Room;
  readonly signal: AbortSignal;
}

/** Of one address, wherever it stands. */
export interface LinkOutcome {
  readonly links: readonly [RemoteLink, ...RemoteLink[]];
  readonly outcome: DownloadedLink;
}

export interface Downloads {
  /** In the order of the result. */
  readonly outcomes: readonly LinkOutcome[];
  /** What nobody tried, and why, where it is missed. */
  readonly untried: readonly { readonly url: string; readonly reason: Text }[];
}

const DOWNLOAD_LIMITS = {
  mostFiles: 50,
  /** Links that may be files (ART-02). */
  mostProbed: 8,
  atOnce: 4,
  /** Of all downloads of one result. */
  mostBytesInAll: 1024 * 1024 * 1024,
  limitMs: 300_000,
  headMs: 20_000,
  idleMs: 30_000,
} as const;

export async function downloadLinks(
  found: readonly RemoteLink[],
  request: DownloadsRequest,
): Promise<Downloads> {
  const { tried, untried } = chosen(byAddress(found));
  const deadline = AbortSignal.timeout(DOWNLOAD_LIMITS.limitMs);
  const task: LinkDownload = {
    ...request,
    ...DOWNLOAD_LIMITS,
    signal: AbortSignal.any([request.signal, deadline]),
    check: (bytes) => request.room.check(bytes),
    spend: createBudget(request.room),
  };
  const outcomes: LinkOutcome[] = [];
  const waiting = [...tried.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, links] = next;
      const outcome = await downloadLink(strongest(links), task);
      outcomes[place] = { links, outcome: told(outcome, request.signal, deadline) };
    }
  };
  await Promise.all(Array.from({ length: DOWNLOAD_LIMITS.atOnce }, work));
  return { outcomes, untried };
}

type SameAddress = readonly [RemoteLink, ...RemoteLink[]];

function byAddress(found: readonly RemoteLink[]): readonly SameAddress[] {
  const groups = new Map<string, SameAddress>();
  for (const link of found) {
    const known = groups.get(link.url);
    groups.set(link.url, known === undefined ? [link] : [...known, link]);
  }
  return [...groups.values()];
}

const STRENGTH = { certain: 0, listed: 1, possible: 2 } as const;

function strongest([first, ...others]: SameAddress): RemoteLink {
  return others.reduce(
    (best, link) => (STRENGTH[link.certainty] < STRENGTH[best.certainty] ? link : best),
    first,
  );
}

/** What a person expects comes first; of what was left out, only that is missed. */
function chosen(groups: readonly SameAddress[]): {
  readonly tried: readonly SameAddress[];
  readonly untried: Downloads['untried'];
} {
  const { mostFiles, mostProbed } = DOWNLOAD_LIMITS;
  const of = (certainty: RemoteLink['certainty']) =>
    groups.filter((links) => strongest(links).certainty === certainty);
  const [certain, listed] = [of('certain'), of('listed')];
  const probed = [...listed, ...of('possible')].slice(0, mostProbed);
  const tried = new Set([...certain, ...probed].slice(0, mostFiles));
  const missed = (from: readonly SameAddress[], reason: (count: number) => Text) => {
    const left = from.filter((links) => !tried.has(links));
    const [first] = left;
    return first === undefined ? [] : [{ url: first[0].url, reason: reason(left.length) }];
  };
  return {
    tried: groups.filter((links) => tried.has(links)),
    untried: [
      ...missed(certain, (count) => artifactTexts.tooManyLinks(mostFiles, count)),
      ...missed(listed, (count) => artifactTexts.tooManyProbed(mostProbed, count)),
    ],
  };
}

/** Counts what all downloads together take; throws at the first byte that is too many. */
function createBudget(room: Room): (bytes: number) => void {
  const { mostBytesInAll } = DOWNLOAD_LIMITS;
  let spent = 0;
  return (bytes) => {
    spent += bytes;
    if (spent > mostBytesInAll)
      throw new AppError('request-too-large', artifactTexts.resultTooLarge(mostBytesInAll));
    room.take(bytes);
  };
}

function told(outcome: DownloadedLink, stop: AbortSignal, deadline: AbortSignal): DownloadedLink {
  if (outcome.status !== 'failed') return outcome;
  if (stop.aborted) return { status: 'failed', reason: artifactTexts.stopped() };
  if (!deadline.aborted) return outcome;
  const reason = artifactTexts.noTimeLeft(DOWNLOAD_LIMITS.limitMs / 1000);
  return { status: 'failed', reason };
}
