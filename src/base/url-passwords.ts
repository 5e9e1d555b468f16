// Passwords that stand in addresses (`postgres://user:password@host`): nobody who reads the address needs them.

/** Bounded, so that no text makes the search slow. */
const URL_PASSWORD = /\b([a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"']{0,256}:)[^\s/"']{1,1024}@/gi;

export function hideUrlPasswords(text: string): string {
  return text.includes('://') ? text.replaceAll(URL_PASSWORD, '$1***@') : text;
}
