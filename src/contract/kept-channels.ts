// Where a conversation that is kept may be begun by whoever signed in to the platform itself.

/** The page, and the local text channel. */
export const KEPT_CHANNELS = ['web', 'text'] as const;
export type KeptChannel = (typeof KEPT_CHANNELS)[number];
