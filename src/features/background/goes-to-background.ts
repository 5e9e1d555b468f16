// Where an async skill is not waited for (ASY-02).

export interface AskingSession {
  readonly channel: string;
  readonly externalId: string;
}

/** A conversation that was delegated by an organisation counts as non-web, whatever its channel says. */
export function goesToBackground({ channel, externalId }: AskingSession): boolean {
  return (channel !== 'web' && channel !== 'web_admin') || externalId.startsWith('orgdeleg:');
}
