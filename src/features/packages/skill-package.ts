// One skill package, as the platform understood it.

import type { JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import type { Severity } from '#contract/finding.ts';
import type { ConfigItem, MarketRow, SkillKind } from '#contract/inspect-report.ts';

export interface SkillPackage {
  /** Absolute path of the directory. */
  readonly folder: string;
  /** PKG-04: declared and valid, else the directory's name made safe. */
  readonly name: string;
  readonly description: string;
  readonly kind: SkillKind;
  /** ASY-01. */
  readonly isAsync: boolean;
  /** DOC-01: `explicit`, or what the package says instead. */
  readonly triggerType: string;
  /** RUN-05; undefined where the package declares none. */
  readonly schema: JsonObject | undefined;
  /** CFG-02. */
  readonly config: readonly ConfigItem[];
  readonly market: MarketRow;
  /** Seconds, as declared (CLK-01), before any cap. */
  readonly wallSec: number | undefined;
  /** ENV-16; undefined where the package does not say. */
  readonly isIdempotent: boolean | undefined;
  /** RUN-01: the handler file, relative to `folder`. */
  readonly handler: { readonly file: string; readonly language: 'python' | 'node' } | undefined;
  /** API-01: the description of its API, relative to `folder`; only where it is an API skill by a file. */
  readonly apiFile: string | undefined;
  /** CLI-10: the declared program, split into words. */
  readonly command: readonly string[] | undefined;
  /** CFG-01 (2): keys that the handler's code reads from its input, found without running it. */
  readonly inputKeysRead: readonly string[];
  /** What the package is gated by or asks for; odd shapes end in findings, never in an open gate. */
  readonly requires: PackageRequires;
  /** The main document, relative to `folder`: SKILL.md, or the file named by `skill_md`; undefined where there is none. */
  readonly document: string | undefined;
  /** The document without its front matter. */
  readonly body: string;
  /** DOC-02: the text has something to execute. */
  readonly hasExecutableReferences: boolean;
  /** DOC-12: `outputType: file`; a run without a file has not succeeded. */
  readonly owesFile: boolean;
  readonly findings: readonly PackageFinding[];
}

/** `hosts`: `host`, `host:port`, `*.host`. */
export type PackageNetwork =
  | { readonly kind: 'none' }
  | { readonly kind: 'public' }
  | { readonly kind: 'hosts'; readonly hosts: readonly string[] };

export interface PackageInstaller {
  /** What it brings; empty where the package does not say. */
  readonly bins: readonly string[];
  /** `brew install jq`, say: one line, made of checked parts. */
  readonly how: string;
}

export interface PackageRequires {
  readonly bins: readonly string[];
  /** One of these is enough. */
  readonly anyBins: readonly string[];
  /** Node's names: `darwin`, `linux`, `win32`; empty where any will do. */
  readonly os: readonly string[];
  readonly container: boolean;
  /** DOC-12: the variable that carries the key. */
  readonly primaryEnv: string | undefined;
  /** OpenClaw's own settings (`requires.config`), which are nowhere here. */
  readonly hostSettings: readonly string[];
  /** How the author says that programs are installed; never run, only told. */
  readonly installers: readonly PackageInstaller[];
  readonly pip: readonly string[];
  readonly npm: readonly string[];
  /** Where its processes may connect to; without a word of it, to every public address. */
  readonly network: PackageNetwork | undefined;
}

/** Like the contract's finding, in both languages. */
export interface PackageFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number | null;
  readonly message: Text;
  readonly fix: Text;
}

export type ReadPackage =
  | { readonly status: 'loaded'; readonly package: SkillPackage }
  /** Can't be loaded: at least one finding is `fatal`. */
  | {
      readonly status: 'rejected';
      readonly folder: string;
      readonly name: string;
      readonly findings: readonly PackageFinding[];
    };
