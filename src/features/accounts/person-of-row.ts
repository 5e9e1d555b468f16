// A person as others see them: without the password's hash.

import type { PersonRow } from './account-tables.ts';
import type { Person } from './people.ts';

export function personOfRow(row: PersonRow): Person {
  const { id, orgId, name, login, position, language, isDisabled, createdAt } = row;
  const hasPassword = row.passwordHash !== null;
  return { id, orgId, name, login, position, language, isDisabled, hasPassword, createdAt };
}
