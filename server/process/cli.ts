import { EnvError, readEnv } from '../kernel/env';
import { REPLACED } from '../kernel/start-error';
import { violatedConstraint } from '../platform/db/client';
import { FENCE } from '../platform/db/fence';
import { UnusableDatabaseError } from '../platform/db/unusable';
import { printableError } from '../platform/log';
import { connectReactions } from '../transport/reactions';
import { backup } from './commands/backup';
import { backups } from './commands/backups';
import { type Command, CommandError, print, UsageError } from './commands/command';
import { createEntity } from './commands/create-entity';
import { doctor } from './commands/doctor';
import { listEntities } from './commands/entities';
import { eraseEntity, eraseUser } from './commands/erase';
import { exportCommand } from './commands/export';
import { helpDocument, helpText } from './commands/help';
import { importProducts } from './commands/import-products';
import { jobs } from './commands/jobs';
import { licenses } from './commands/licenses';
import { listen } from './commands/listen';
import { migrate } from './commands/migrate';
import { withDatabase } from './commands/open-database';
import { rebuild } from './commands/rebuild';
import { reencryptCommand } from './commands/reencrypt';
import { releaseMails } from './commands/release-mails';
import { resetMfa } from './commands/reset-mfa';
import { restore } from './commands/restore';
import { runDaily } from './commands/run-daily';
import { seed } from './commands/seed';
import { setTier } from './commands/set-tier';
import { start } from './commands/start';
import { resume, suspend } from './commands/suspend';
import { verify } from './commands/verify';
import { verifyAuditCommand } from './commands/verify-audit';
import { verifyBackup } from './commands/verify-backup';
import { verifyLedgerCommand } from './commands/verify-ledger';
import { verifyLicense } from './commands/verify-license';
import { version } from './commands/version';

const COMMANDS: Readonly<Record<string, Command>> = {
  start,
  'create-entity': createEntity,
  licenses,
  'verify-license': verifyLicense,
  'release-mails': releaseMails,
  entities: listEntities,
  suspend,
  resume,
  export: exportCommand,
  'erase-user': eraseUser,
  'erase-entity': eraseEntity,
  'set-tier': setTier,
  'reset-mfa': resetMfa,
  seed,
  'import-products': importProducts,
  migrate,
  backup,
  backups,
  'verify-backup': verifyBackup,
  restore,
  reencrypt: reencryptCommand,
  verify,
  'verify-ledger': verifyLedgerCommand,
  'verify-audit': verifyAuditCommand,
  rebuild,
  'run-daily': runDaily,
  jobs,
  listen,
  doctor,
  version,
};

/**
 * Runs a command. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 unusable database, 6 replaced. An error is one line on
 * standard error.
 */
async function main([name, ...args]: string[]): Promise<number> {
  const { stdin, stdout, stderr } = process;
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const json = args.includes('--json');
  const asksForHelp = args.includes('--help') || args.includes('-h');
  if (name === undefined || ['help', '--help', '-h'].includes(name) || (command && asksForHelp)) {
    return showHelp(command ? name : args.find((arg) => !arg.startsWith('-')), json);
  }
  try {
    if (!command) throw new UsageError('there is no such command; "help" lists them');
    const env = readEnv();
    connectReactions();
    return await command.run(args, {
      env,
      json,
      withDb: (work, login) => withDatabase(env, ({ db }) => work(db), login),
      in: stdin,
      out: stdout,
      err: stderr,
    });
  } catch (error) {
    if (error instanceof UnusableDatabaseError) {
      stderr.write(`${name}: ${error.message}\n`);
      return 3;
    }
    if (violatedConstraint(error) === FENCE) {
      stderr.write(
        `${name}: an upgrade moved the schema beyond this version, so it can't write safely. Run the newer version's command.\n`,
      );
      return REPLACED;
    }
    const isUsage = error instanceof UsageError || error instanceof EnvError;
    if (!isUsage && !(error instanceof CommandError)) throw error;
    const hint = command && error instanceof UsageError ? ` ("help ${name}" shows how)` : '';
    stderr.write(`${name}: ${error.message}${hint}\n`);
    return isUsage ? 2 : 1;
  }
}

function showHelp(name: string | undefined, json: boolean): number {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const text = command ? `usage: ${command.usage}\n${command.summary}\n` : helpText(COMMANDS);
  const document = command
    ? { name, usage: command.usage, summary: command.summary }
    : helpDocument(COMMANDS);
  print({ json, out: process.stdout }, document, [text.trimEnd()]);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(printableError(error));
  process.exitCode = 1;
}
