import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { join } from 'node:path';
import type Postgres from 'postgres';

/**
 * What is wrong with postgres.js 3.4.9 when the database dies under load, and what it is replaced by. All of it stood in
 * the way of a process that outlives its database.
 */
const MENDED: ReadonlyArray<readonly [string, string]> = [
  // A statement for a connection that is gone was written to nothing, in a callback that nobody can catch: the process
  // ended (porsager/postgres#1154).
  [
    '    if (q.cancelled)\n      return\n',
    "    if (socket === null || socket.destroyed)\n      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true\n\n$&",
  ],
  // Bytes that were never written kept the connection from ever being opened again.
  ['    clearImmediate(nextWriteTimer)\n', '$&    chunk = nextWriteTimer = null\n'],
  // After an error of the socket, statements that came between the error and its close stayed in line: on the next
  // connection each answer went to the statement before its own.
  [
    '    !hadError && (query || sent.length) && error(',
    '    rows = 0\n    results = errorResponse = null\n    ;(query || sent.length) && error(',
  ],
  ['    closedTime = performance.now()\n', '    query = null\n$&'],
  // A transaction never learned of its connection when nothing may be pipelined (client.ts, behind a pooler).
  [
    '        && sent.length < max_pipeline\n        && (!q.options.onexecute || q.options.onexecute(connection))\n',
    '        && (q.options.onexecute ? q.options.onexecute(connection) : sent.length < max_pipeline)\n',
  ],
  // Nobody caught the failure of what a new connection asks first: the process ended.
  ['return fetchArrayTypes()\n', 'return fetchArrayTypes().catch(() => {})\n'],
];

function loadDriver(): typeof Postgres {
  const require = createRequire(import.meta.url);
  const entry = require.resolve('postgres');
  const file = join(entry, '../connection.js');
  const source = MENDED.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} is not what server/db/driver.ts mends`);
      return text.replaceAll(from, (match) => to.replace('$&', match));
    },
    readFileSync(file, 'utf8'),
  );
  const mended = new Module(file) as Module & { _compile(code: string, file: string): void };
  mended.filename = file;
  mended._compile(source, file);
  require.cache[file] = mended;
  return require(entry) as typeof Postgres;
}

export const postgres = loadDriver();
