// The names under which the page's store keeps answers; what changes something tells the store by them.

export const queryKeys = {
  me: ['me'],
  /** All listings and searches of conversations. */
  sessions: ['sessions'],
  sessionList: (search: string) => ['sessions', 'list', search],
  session: (id: string) => ['sessions', 'one', id],
  /** The summaries of what ran in any of its turns. */
  sessionRuns: (sessionId: string) => ['runs', sessionId],
  /** What goes on in the background of it. */
  background: (sessionId: string) => ['background', sessionId],
  turnRuns: (sessionId: string, turnId: string) => ['runs', sessionId, turnId],
  artifactPreview: (id: string, language: string) => ['artifact preview', id, language],
  run: (runId: string | undefined) => ['run', runId],
  roles: ['roles'],
  allRoles: ['roles', 'archived too'],
  skills: ['skills'],
  sandboxes: ['sandboxes'],
  /** The server says why in a language. */
  sandboxesIn: (language: string) => ['sandboxes', language],
  teams: ['teams'],
  providerKeys: ['provider-keys'],
  /** All listings and searches of people. */
  people: ['people'],
  peopleList: (search: string) => ['people', search],
  invitations: ['invitations'],
} as const;
