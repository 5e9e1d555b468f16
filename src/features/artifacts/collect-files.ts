// Collects the files of one result: what it names by addresses, what it names by paths, and else what is new.

import { extname, join } from 'node:path';
import { assertNever } from '#base/assert-never.ts';
import type { Language, Text } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import { artifactNotes, artifactTexts } from '#contract/texts/artifact-texts.ts';
import type { SettledResult } from '#features/results/index.ts';
import {
  fileStamp,
  safeFileName,
  type StoredFile,
  type WorkspaceSnapshot,
} from '#features/workspaces/index.ts';
import { asksForScript } from './asks-for-script.ts';
import type { Claims } from './claims.ts';
import type { CollectedFile, KeptFile } from './collected-file.ts';
import type { ArtifactCollectorParts, CollectedRun } from './collected-run.ts';
import { downloadLinks, type LinkOutcome } from './download-links.ts';
import { draftOf, heads, MEDIA_LISTS, textAt, type Draft } from './draft-envelope.ts';
import { keepFile, type KeptOrNot } from './keep-file.ts';
import { completeEntry, findNamedFiles, refuseEntry, type NamedFile } from './named-files.ts';
import { mayNameFiles } from './names-files.ts';
import { findRemoteLinks, type RemoteLink } from './remote-links.ts';
import type { Room } from './room.ts';
import { withWarnings } from './told-failures.ts';

export interface Collecting extends ArtifactCollectorParts {
  readonly run: CollectedRun;
  readonly room: Room;
  readonly before: WorkspaceSnapshot;
  readonly claims: Claims;
}

export interface Collected {
  readonly files: readonly CollectedFile[];
  readonly settled: SettledResult;
}

/** Files of one result that are told one by one. */
const MOST_FILES = 200;
/** Files that nobody named. */
const MOST_BACKFILLED = 50;

export async function collectFiles(
  settled: SettledResult,
  collecting: Collecting,
): Promise<Collected> {
  const { envelope } = settled;
  const names = mayNameFiles(envelope);
  const collection = new Collection(names ? draftOf(envelope) : { ...envelope }, collecting);
  if (names) await collection.fetchLinks();
  if (names) await collection.keepNamed();
  if (collection.namesNothing()) await collection.backfill();
  return collection.collected(settled);
}

/** The work on one envelope; each step adds what became of its files. */
class Collection {
  private readonly draft: Draft;
  private readonly collecting: Collecting;
  private readonly language: Language;
  private readonly files = new Map<string, CollectedFile>();
  private readonly decisions: Decision[] = [];
  private hasNamed = false;

  constructor(draft: Draft, collecting: Collecting) {
    this.draft = draft;
    this.collecting = collecting;
    this.language = collecting.run.language;
  }

  namesNothing(): boolean {
    return !this.hasNamed;
  }

  async fetchLinks(): Promise<void> {
    const { run, download, mostBytes, room } = this.collecting;
    const found = findRemoteLinks(this.draft);
    if (found.length === 0) return;
    const { workspace, signal } = run;
    const { outcomes, untried } = await downloadLinks(found, {
      workspace,
      download,
      mostBytes,
      room,
      signal,
    });
    for (const outcome of outcomes) this.addOutcome(outcome);
    for (const { links, outcome } of outcomes)
      if (outcome.status === 'failed') for (const { entry } of links) this.forget(entry, outcome);
    for (const { url, reason } of untried) this.fail({ name: urlName(url), reason });
  }

  private addOutcome({ links, outcome }: LinkOutcome): void {
    const [{ url, entry }] = links;
    switch (outcome.status) {
      case 'left':
        this.note('ART-02', artifactNotes.left(url));
        return;
      case 'failed':
        this.fail({ name: urlName(url, entry), reason: outcome.reason });
        return;
      case 'kept':
        for (const link of links) this.place(link, outcome.stored);
        return;
      default:
        assertNever(outcome);
    }
  }

  /** The file beside its address; in the list of its kind too where its own entry is not looked at for files. */
  private place(link: RemoteLink, { path, name, kind }: StoredFile): void {
    const { workspace } = this.collecting.run;
    const { entry = this.draft, url } = link;
    const isFirst = textAt(entry, 'local_path') === undefined;
    if (isFirst) completeEntry(entry, { workspace, path, name });
    if (textAt(this.draft, 'local_path') === undefined)
      completeEntry(this.draft, { workspace, path, name });
    this.draft['media'] ??= kind;
    if (isFirst && (link.isListed || heads(this.draft).includes(entry))) return;
    const key = MEDIA_LISTS[kind];
    const list = this.draft[key];
    const item = { filename: name, local_path: join(workspace, path), url };
    if (list === undefined || Array.isArray(list)) this.draft[key] = [...(list ?? []), item];
  }

  /** The name that it was to have is no file's then. */
  private forget(entry: Draft | undefined, { reason }: { readonly reason: Text }): void {
    if (entry === undefined || textAt(entry, 'local_path') !== undefined) return;
    refuseEntry(entry, reason[this.language]);
  }

  async keepNamed(): Promise<void> {
    const named = await findNamedFiles(this.draft, this.collecting.run.workspace);
    this.hasNamed = named.length > 0;
    for (const file of named.slice(0, MOST_FILES)) await this.keep(file);
    const left = named.slice(MOST_FILES);
    const [first] = left;
    if (first === undefined) return;
    const reason = artifactTexts.tooManyFiles(MOST_FILES, left.length);
    this.fail({ name: first.name, reason });
  }

  private async keep({ entry, given, path, name, kind }: NamedFile): Promise<void> {
    const { workspace } = this.collecting.run;
    if (path === undefined) {
      this.refuse(entry, { name, reason: artifactTexts.outside(given) });
      return;
    }
    const known = this.files.get(path);
    const outcome = known ?? (await this.kept({ path, name, kind }));
    if (outcome.state === 'kept') completeEntry(entry, { workspace, path, name });
    else this.refuse(entry, outcome);
  }

  private refuse(entry: Draft, { name, reason }: Told): void {
    refuseEntry(entry, reason[this.language]);
    this.fail({ name, reason });
  }

  /** What is kept is added; what is not is the caller's to tell. */
  private async kept(
    named: Pick<KeptFile, 'path' | 'name'> & Pick<NamedFile, 'kind'>,
  ): Promise<KeptFile | NotKept> {
    const { path, name } = named;
    const { run, blobs, room, newId, claims } = this.collecting;
    const { workspace } = run;
    const stamp = await fileStamp(join(workspace, path));
    const outcome = await keepFile({ workspace, ...named, blobs, room });
    if (outcome.status === 'failed') {
      const { because, reason } = outcome;
      return { state: 'failed', name, reason, because };
    }
    if (stamp !== undefined) claims.claim(join(workspace, path), stamp);
    const { kind, mediaType, bytes, blob } = outcome;
    const file: KeptFile = { state: 'kept', id: newId(), name, path, kind, mediaType, bytes, blob };
    this.files.set(path, file);
    return file;
  }

  /** ART-05. */
  async backfill(): Promise<void> {
    const { before, claims, run } = this.collecting;
    const isForUser = createFilter(run.asked);
    const isUnclaimed = (name: string, stamp: string): boolean =>
      claims.claim(join(run.workspace, name), stamp);
    const changed = (await before.changed())
      .filter(({ name, bytes }) => isForUser(name) && bytes > 0)
      .slice(-MOST_BACKFILLED)
      .filter(({ name, stamp }) => isUnclaimed(name, stamp));
    const names: string[] = [];
    for (const { name: path } of changed) {
      const file = await this.kept({ path, name: safeFileName(path), kind: undefined });
      if (file.state === 'kept') names.push(path);
      // What another run still writes, or has taken away, is that one's to register.
      else if (file.because === 'other') this.fail(file);
      else this.note('ART-05', file.reason);
    }
    const newest = names.at(-1);
    if (newest === undefined) return;
    this.note('ART-05', artifactNotes.backfilled(names));
    const name = safeFileName(newest);
    completeEntry(this.draft, { workspace: run.workspace, path: newest, name });
  }

  collected(settled: SettledResult): Collected {
    const files = [...this.files.values()];
    const kept = files.filter((file) => file.state === 'kept');
    const failures = files.filter((file) => file.state === 'failed');
    const bytes = kept.reduce((sum, file) => sum + file.bytes, 0);
    if (kept.length > 0) this.note('ART-04', artifactNotes.kept(kept.length, bytes));
    for (const { name, reason } of failures) this.note('ART-09', failedNote(name, reason));
    const empty = kept
      .filter((file) => file.bytes === 0)
      .map(({ name }) => artifactTexts.empty(name));
    const decisions = [...settled.decisions, ...this.decisions];
    const told = withWarnings({ draft: this.draft, failures, empty, language: this.language });
    const isPartial = told.isPartial && settled.verdict.status === 'done';
    const verdict = isPartial
      ? { ...settled.verdict, status: 'partial' as const }
      : settled.verdict;
    return { files, settled: { ...settled, envelope: told.envelope, verdict, decisions } };
  }

  private fail({ name, reason }: Told): void {
    const id = this.collecting.newId();
    const file: CollectedFile = { state: 'failed', id, name: safeFileName(name), path: '', reason };
    this.files.set(`failed ${name} ${reason.en}`, file);
  }

  private note(rule: string, text: Text): void {
    this.decisions.push({ stage: 'artifacts', rule, note: text[this.language] });
  }
}

interface NotKept extends Told {
  readonly state: 'failed';
  readonly because: Extract<KeptOrNot, { status: 'failed' }>['because'];
}

interface Told {
  readonly name: string;
  readonly reason: Text;
}

function failedNote(name: string, reason: Text): Text {
  const { zh, en } = artifactNotes.failed(name);
  return { zh: `${zh}：${reason.zh}`, en: `${en}: ${reason.en}` };
}

function urlName(url: string, entry?: Draft): string {
  const given = entry === undefined ? undefined : textAt(entry, 'filename');
  const { pathname = '', host = '' } = URL.parse(url) ?? {};
  return given ?? (pathname.split('/').at(-1) || host || url);
}

const NOT_FOR_THE_USER = new Set('.py .js .ts .mjs .sh .log .tmp .srt .pyc'.split(' '));

function createFilter(asked: string): (name: string) => boolean {
  const wantsScripts = asksForScript(asked);
  return (name) =>
    !name.startsWith('.') &&
    !name.startsWith('toolout_') &&
    (wantsScripts || !NOT_FOR_THE_USER.has(extname(name).toLowerCase()));
}
