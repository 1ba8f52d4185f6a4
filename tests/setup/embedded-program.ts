/**
 * Runs an embedded database in the folder that is its argument, as a server would, and says on standard output
 * (one JSON object per line) what becomes of it. A line on standard input stops it.
 */
import { startEmbeddedDatabase } from '../../server/platform/embedded-postgres/start';

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

const log = {
  info: (_: object, text: string) => say({ log: text }),
  warn: (_: object, text: string) => say({ log: text }),
  error: (_: object, text: string) => say({ log: text }),
};

try {
  const database = await startEmbeddedDatabase({ dataDir: process.argv[2] ?? '', log });
  database.onRestart(() => say({ restarted: true }));
  process.stdin.once('data', async () => {
    await database.stop();
    say({ stopped: true });
    process.exit(0);
  });
  say({ url: database.url });
} catch (error) {
  say({ error: (error as Error).name, message: (error as Error).message });
  process.exit(1);
}
