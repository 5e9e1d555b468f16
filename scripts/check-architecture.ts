// Holds the imports of the code to the tables in architecture.ts; with --graph, draws them.

import { readdirSync } from 'node:fs';
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser';
import { BROWSER_SAFE, FAMILIES, FEATURES, ROOMS } from '../architecture.ts';

type Rule = IRegularForbiddenRuleType;

const TESTS = '\\.test\\.tsx?$';
/** What tests stand on; nothing that is shipped may. */
const TEST_GROUND = '/testing/';
const ANY_TEST = `${TESTS}|${TEST_GROUND}|^tests/|^bench/`;
const VAGUE_NAME = /\/(utils?|helpers?|common|shared|misc|lib)(\.tsx?|\/)/;

const folderOf = (feature: string) => `src/features/${feature}`;
const ZONES = [...Object.keys(ROOMS), ...Object.keys(FEATURES).map(folderOf)];

const result = await measure();
const problems = [
  ...result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  ...unnamedFolders(),
  ...vagueNames(result),
  ...relativeImportsBetweenZones(result),
  ...nothingRead(result),
];

if (process.argv.includes('--graph')) process.stdout.write(`${graph(result)}\n`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stderr.write(`${result.modules.length} modules, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function measure(): Promise<ICruiseResult> {
  const { output } = await cruise(['src', 'skills', 'console/src'], {
    ruleSet: { forbidden: [...generalRules(), ...roomRules(), ...featureRules()] },
    validate: true,
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  });
  if (typeof output === 'string') throw new TypeError('dependency-cruiser answered with text.');
  return output;
}

function generalRules(): Rule[] {
  const browserSafe = { path: under(BROWSER_SAFE), pathNot: TESTS };
  const shipped = { path: '^src/', pathNot: `${TESTS}|${TEST_GROUND}` };
  return [
    forbid('no-loops', {}, { circular: true }),
    forbid('no-unresolved', {}, { couldNotResolve: true }),
    forbid('no-dev-packages-in-src', shipped, { dependencyTypes: ['npm-dev'] }),
    forbid('tests-are-leaves', {}, { path: TESTS }),
    forbid(
      'tests-are-leaves',
      { pathNot: ANY_TEST },
      { path: `^tests/|^bench/|${TEST_GROUND}`, pathNot: 'node_modules' },
    ),
    forbid('browser-safe', browserSafe, { dependencyTypes: ['core'] }),
  ];
}

function roomRules(): Rule[] {
  return Object.entries(ROOMS).map(([room, allowed]) => {
    const elsewhere = { path: '^(src|console/src)/', pathNot: under([room, ...allowed]) };
    return forbid(`room ${room}`, { path: under([room]) }, elsewhere);
  });
}

function featureRules(): Rule[] {
  const doors = '[^/]+/index\\.ts$';
  const byName = Object.entries(FEATURES).map(([feature, allowed]) => {
    const others = { path: '^src/features/', pathNot: under([feature, ...allowed].map(folderOf)) };
    return forbid(`feature ${feature}`, { path: under([folderOf(feature)]) }, others);
  });
  return [
    ...byName,
    forbid(
      'features-by-their-door',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: `^src/features/($1/|${doors})` },
    ),
    forbid(
      'features-by-their-door',
      { pathNot: '^src/features/' },
      { path: '^src/features/', pathNot: `^src/features/${doors}` },
    ),
    forbid(
      'kinds-do-not-know-each-other',
      { path: `^src/features/(${FAMILIES.join('|')})/([^/]+)/` },
      { path: '^src/features/$1/[^/]+/', pathNot: '^src/features/$1/$2/' },
    ),
  ];
}

function forbid(name: string, from: Rule['from'], to: Rule['to']): Rule {
  return { name, severity: 'error', from, to };
}

function under(paths: readonly string[]): string {
  return `^(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})(/|$)`;
}

/** A folder that no table names would escape every rule. */
function unnamedFolders(): string[] {
  const found = ['src', 'src/features'].flatMap((parent) =>
    readdirSync(parent).map((name) => `${parent}/${name}`),
  );
  return found
    .filter((path) => !ZONES.includes(path))
    .map((path) => `not in architecture.ts: ${path}`);
}

function vagueNames({ modules }: ICruiseResult): string[] {
  return modules
    .filter(({ source }) => zoneOf(source) !== undefined && VAGUE_NAME.test(source))
    .map(({ source }) => `name it for what it does: ${source}`);
}

/** An import that crosses a wall names the room it enters: `#base/…`, never `../../base/…`. */
function relativeImportsBetweenZones({ modules }: ICruiseResult): string[] {
  return modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(
        ({ module, resolved }) =>
          module.startsWith('.') &&
          zoneOf(source) !== zoneOf(resolved) &&
          // What plays a provider has no room of its own; only tests may import it, by the rule above.
          !resolved.startsWith('tests/stubs/'),
      )
      .map(({ module }) => `import it by its #name: ${source} -> ${module}`),
  );
}

/** A parser that is missing reads no import and finds no fault: that must not pass. */
function nothingRead({ modules }: ICruiseResult): string[] {
  const isRead = modules.some(({ dependencies }) => dependencies.length > 0);
  return isRead ? [] : ['no import was read: is the parser installed?'];
}

/** The innermost room or feature that a file stands in. */
function zoneOf(file: string): string | undefined {
  return ZONES.findLast((zone) => file === zone || file.startsWith(`${zone}/`));
}

function graph({ modules }: ICruiseResult): string {
  const arrows = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => [zoneOf(source), zoneOf(resolved)] as const),
  );
  const lines = arrows
    .filter(([from, to]) => from !== undefined && to !== undefined && from !== to)
    .map(([from, to]) => `  ${from} --> ${to}`);
  return ['flowchart TD', ...[...new Set(lines)].toSorted()].join('\n');
}
