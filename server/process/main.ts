import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { EnvError, readEnv } from '../kernel/env';
import { ReportedError, StartError } from '../kernel/start-error';
import { openLog, printableError } from '../platform/log';
import { runProcess } from './process';

// Where a machine has much memory, V8 lets four times as much garbage stand as is in use (decision 807).
setFlagsFromString('--heap-growing-percent=130');

process.on('uncaughtException', (error) => {
  openLog('fatal').fatal({ err: error }, 'an exception was not caught');
  process.exit(1);
});

/** Exit codes of a start that failed: 2 environment, 3 database, 4 data folder held, 5 port in use, 1 anything else. Later: 6 replaced. */
try {
  await runProcess(readEnv(), cluster);
} catch (error) {
  if (error instanceof ReportedError) process.exit(error.exitCode);
  const known = error instanceof EnvError || error instanceof StartError;
  process.stderr.write(`${known ? `tallyleaf: ${error.message}` : printableError(error)}\n`);
  process.exit(error instanceof EnvError ? 2 : error instanceof StartError ? error.exitCode : 1);
}
