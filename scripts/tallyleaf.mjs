import { resolve } from 'node:path';
import { launch } from './launch.mjs';
import { applyInstalled, continueAs } from './unit/apply.mjs';

/** Commands that ask for nothing of the installation. */
const BARE = new Set([undefined, 'help', '--help', '-h', 'version']);
/** Settings that are paths: as the caller gives them they are relative to where the caller is. */
const PATHS = ['DATA_DIR', 'BACKUP_TO'];

const [command, ...rest] = process.argv.slice(2);
for (const name of PATHS) {
  const given = process.env[name];
  if (given && !given.startsWith('s3:')) process.env[name] = resolve(given);
}
const account = BARE.has(command) ? undefined : applyInstalled([command, ...rest]);
const before = () => continueAs(account);

// With an argument, the command line says what it takes.
await (command === 'start' && rest.length === 0
  ? launch('main.js', { isServer: true, before })
  : launch('cli.js', { parts: ['server'], before }));
