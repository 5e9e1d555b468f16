// One statement of the extended protocol, its values by the types that it expects and its result held to a size.

import type { Client, Connection } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { JsonValue } from '#base/json.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import { parameterText } from './parameter-values.ts';

export interface BoundedStatement {
  readonly text: string;
  readonly values: readonly JsonValue[];
  /** More are an error, and the rest is not read. */
  readonly maxRows: number;
  /** More, with all that comes beside the rows, ends the connection. */
  readonly maxBytes: number;
}

export interface StatementResult {
  readonly columns: readonly ResultColumn[];
  /** Each value as PostgreSQL's text. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows given or changed; 0 where the statement does neither. */
  readonly rowCount: number;
}

interface ResultColumn {
  readonly name: string;
  readonly dataTypeID: number;
}

/**
 * Rejects with what PostgreSQL said, or an `AppError` where a limit was reached; the connection is then ready for the
 * next statement, unless it is lost.
 */
export async function runStatement(
  client: Client,
  statement: BoundedStatement,
): Promise<StatementResult> {
  return await new Promise((resolve, reject) => {
    client.query(new StatementOnTheWire(statement, { resolve, reject }));
  });
}

interface Settle {
  resolve(result: StatementResult): void;
  reject(error: unknown): void;
}

/** The driver's connection as it is, where its types tell otherwise. */
type Wire = Omit<Connection, 'execute'> & {
  execute(config: { readonly rows: number }): void;
  sendCopyFail(message: string): void;
};

/** Driven by the driver, which calls its methods by name. */
class StatementOnTheWire {
  readonly #statement: BoundedStatement;
  readonly #settle: Settle;
  readonly #rows: (readonly (string | null)[])[] = [];
  #wire: Wire | undefined;
  #types: readonly number[] = [];
  #columns: readonly ResultColumn[] = [];
  #rowCount = 0;
  #bytes = 0;
  #failure: unknown;
  #isSynced = false;

  constructor(statement: BoundedStatement, settle: Settle) {
    this.#statement = statement;
    this.#settle = settle;
  }

  /** Only parsed and described at first: what it returns and expects decides how to go on. */
  submit(connection: Connection): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what its types leave out (`Wire`)
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    wire.on('parameterDescription', this.#onParameters);
    wire.on('noData', this.#execute);
    wire.on('end', this.#onEnd);
    wire.on('readyForQuery', this.#done);
    wire.stream.on('data', this.#count);
    wire.parse({ text: this.#statement.text, name: '', types: [] }, false);
    wire.describe({ type: 'S' }, false);
    wire.flush();
  }

  handleRowDescription(message: { readonly fields: readonly ResultColumn[] }): void {
    this.#columns = message.fields;
    this.#execute();
  }

  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure === undefined) this.#rows.push(message.fields);
  }

  handlePortalSuspended(): void {
    const text = skillDatabaseTexts.tooManyRows(this.#statement.maxRows);
    this.#fail(new AppError('limit-reached', text));
  }

  handleEmptyQuery(): void {
    this.#fail(new AppError('input-invalid', skillDatabaseTexts.emptyStatement()));
  }

  handleCommandComplete(message: { readonly text: string }): void {
    this.#rowCount = Number(/\d+$/.exec(message.text)?.[0] ?? 0);
  }

  handleCopyInResponse(connection: Wire): void {
    this.#fail(new AppError('input-invalid', skillDatabaseTexts.copyRefused()));
    connection.sendCopyFail('not available');
    // The server has ignored the one before, as it was reading data.
    connection.sync();
  }

  handleCopyData(): void {
    this.#fail(new AppError('input-invalid', skillDatabaseTexts.copyRefused()));
  }

  handleError(error: unknown): void {
    this.#fail(error);
    if (isFatal(error)) this.#done();
  }

  /** Only called where there was no error, so the connection itself is asked. */
  handleReadyForQuery(): void {}

  readonly #onParameters = (message: { readonly dataTypeIDs: readonly number[] }): void => {
    this.#types = message.dataTypeIDs;
  };

  readonly #onEnd = (): void => {
    this.#fail(new TypeError('Connection terminated'));
    this.#done();
  };

  readonly #count = (chunk: Buffer): void => {
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#statement.maxBytes) return;
    this.#failure = new AppError(
      'limit-reached',
      skillDatabaseTexts.tooManyBytes(this.#statement.maxBytes),
    );
    this.#wire?.stream.destroy();
  };

  readonly #execute = (): void => {
    const wire = this.#wire;
    if (wire === undefined || this.#failure !== undefined) return;
    const { values, maxRows } = this.#statement;
    try {
      if (values.length !== this.#types.length) {
        const text = skillDatabaseTexts.parameterCount(this.#types.length, values.length);
        throw new AppError('input-invalid', text);
      }
      const texts = values.map((value, index) => parameterText(value, this.#types[index] ?? 0));
      wire.bind({ values: texts }, false);
      // One more than is wanted tells that there are more.
      wire.execute({ rows: maxRows + 1 });
      this.#sync();
    } catch (error) {
      this.#fail(error);
    }
  };

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#sync();
  }

  #sync(): void {
    if (this.#isSynced) return;
    this.#isSynced = true;
    this.#wire?.sync();
  }

  readonly #done = (): void => {
    const wire = this.#wire;
    wire?.off('parameterDescription', this.#onParameters);
    wire?.off('noData', this.#execute);
    wire?.off('end', this.#onEnd);
    wire?.off('readyForQuery', this.#done);
    wire?.stream.off('data', this.#count);
    if (this.#failure !== undefined) this.#settle.reject(this.#failure);
    else {
      this.#settle.resolve({ columns: this.#columns, rows: this.#rows, rowCount: this.#rowCount });
    }
  };
}

/** Nothing comes after it: the server has ended the connection, or the driver has lost it. */
function isFatal(error: unknown): boolean {
  const severity = error instanceof Error && 'severity' in error ? error.severity : undefined;
  return severity === undefined || severity === 'FATAL' || severity === 'PANIC';
}
