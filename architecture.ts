// Who may import whom. `npm run architecture` holds the code to these two tables.
// A new arrow is a design decision: change the table in the same commit and say why.

/** Each room, from the ground up, and the rooms it may import. */
export const ROOMS = {
  'src/base': [],
  'src/contract': ['src/base'],
  // The machine's failures are told to people too, so `system` reads the catalogue of texts.
  'src/system': ['src/base', 'src/contract'],
  'src/features': ['src/base', 'src/contract', 'src/system'],
  'src/builtin': ['src/base', 'src/contract', 'src/features'],
  'src/client': ['src/base', 'src/contract'],
  'src/api': ['src/base', 'src/contract', 'src/system', 'src/features'],
  'src/app': ['src/base', 'src/contract', 'src/system', 'src/features', 'src/builtin', 'src/api'],
  'src/cli': ['src/base', 'src/contract', 'src/system', 'src/client', 'src/app'],
  'src/main.ts': ['src/base', 'src/cli'],
  'console/src': ['src/base', 'src/contract', 'src/client'],
  // Example skills run as anybody's do: they know nothing of the inside.
  skills: [],
} as const satisfies Record<string, readonly string[]>;

/** Each feature and the features whose door (`index.ts`) it may import. */
export const FEATURES = {
  results: [],
  runs: [],
  accounts: [],
  events: [],
  jobs: [],
  configuration: [],
  channels: ['events'],
  sandboxes: [],
  packages: [],
  workspaces: ['results'],
  artifacts: ['results', 'workspaces'],
  models: [],
  dependencies: ['sandboxes'],
  runtimes: ['sandboxes', 'dependencies', 'results'],
  execution: ['packages', 'runtimes', 'results', 'workspaces', 'runs'],
  apis: ['packages', 'runtimes', 'results', 'workspaces'],
  'skill-databases': ['runtimes'],
  agents: ['models', 'results'],
  documents: [
    'agents',
    'dependencies',
    'models',
    'packages',
    'runtimes',
    'sandboxes',
    'workspaces',
    'results',
  ],
  conversations: ['agents', 'models', 'results', 'events'],
  background: [
    'artifacts',
    'execution',
    'jobs',
    'conversations',
    'events',
    'workspaces',
    'results',
  ],
  dialog: [
    'agents',
    'documents',
    'background',
    'models',
    'artifacts',
    'execution',
    'packages',
    'workspaces',
    'results',
    'runs',
    'events',
    'conversations',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Features with one folder for each kind of a thing; the kinds do not know each other. */
export const FAMILIES = [
  'runtimes',
  'channels',
] as const satisfies readonly (keyof typeof FEATURES)[];

/** Rooms that also run in the browser, so they may not touch Node.js. */
export const BROWSER_SAFE = ['src/base', 'src/contract', 'src/client', 'console/src'] as const;
