// What the local text channel was sent: the messages of its conversations, each once, in their order.

import type { Database } from '#system/database/database.ts';
import type { DeliveryTarget } from '../channel-adapter.ts';
import type { MessageBody } from '../message-body.ts';

export interface TextMessage {
  /** Grows within the conversation. */
  readonly number: number;
  readonly body: MessageBody;
  readonly isPerhapsDuplicate: boolean;
  readonly createdAt: Date;
}

export interface TextMessages {
  /** Its number, the first one where its key is known; undefined where the conversation is gone. */
  add(message: {
    readonly target: DeliveryTarget;
    readonly body: MessageBody;
    readonly key: string;
    readonly isPerhapsDuplicate: boolean;
  }): Promise<number | undefined>;
  /** The oldest first. */
  list(
    orgId: string,
    sessionId: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly TextMessage[]>;
}

/** Of a conversation that is deleted the outbox is emptied first, and nothing is added for what is not in it. */
const ADD = `
  with added as (
    insert into platform.text_messages (key, org_id, session_id, body, is_perhaps_duplicate)
    select $1, $2, $3, $4, $5 from platform.delivery_parts p where p.key = $1 for key share
    on conflict (key) do nothing returning number)
  select number from added
  union all select number from platform.text_messages where key = $1`;

const LIST = `
  select number, body, is_perhaps_duplicate as "isPerhapsDuplicate", created_at as "createdAt"
  from platform.text_messages where session_id = $1 and org_id = $2 and number > $3
  order by number limit $4`;

export function createTextMessages(database: Database): TextMessages {
  return {
    async add({ target: { orgId, sessionId }, body, key, isPerhapsDuplicate }) {
      const values = [key, orgId, sessionId, JSON.stringify(body), isPerhapsDuplicate];
      const add = () => database.run({ name: 'text-message-add', text: ADD, values });
      // Where another process adds the same one just now, only a second look sees it.
      const row = (await add())[0] ?? (await add())[0];
      return row === undefined ? undefined : Number(row['number']);
    },
    async list(orgId, sessionId, { after, limit }) {
      const values = [sessionId, orgId, after, limit];
      const rows = await database.run({ name: 'text-messages', text: LIST, values });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
      return rows as unknown as readonly TextMessage[];
    },
  };
}
