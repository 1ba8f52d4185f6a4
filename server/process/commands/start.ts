import { fileURLToPath } from 'node:url';
import { type Command, readArguments } from './command';

/** The build has the program beside this one. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? '../main.ts' : './main.js', import.meta.url);

export const start: Command = {
  usage: 'start',
  summary:
    'run the server until it gets a signal; its exit codes are 2 environment, 3 database, 4 data folder held, 5 port in use, 6 replaced by a newer version, 1 anything else',

  async run(args) {
    readArguments({ args, options: {} });
    // Web processes of their own are started by this path.
    process.argv[1] = fileURLToPath(PROGRAM);
    await import(PROGRAM.href);
    return 0;
  },
};
