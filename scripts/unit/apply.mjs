import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { userInfo } from 'node:os';
import { ROOT } from '../process.mjs';
import { installedSettings, UnreadableError } from './settings.mjs';

/** The exit code of a wrong environment, as the server's own. */
const WRONG_ENVIRONMENT = 2;
/** Passes the names in the unit's file on to the program, which says which of them it doesn't know. */
const UNIT_NAMES = 'TALLYLEAF_UNIT_NAMES';

/**
 * Gives this process the settings of the installed server. Variables of the caller win, and are named on standard error. The process
 * that systemd itself started has them already.
 * @param {string[]} args the command, for the line that says how to call it
 * @returns {{ user: string, group: string | undefined } | undefined} whom to continue as, when root calls
 */
export function applyInstalled(args) {
  if (process.env.SYSTEMD_EXEC_PID === String(process.pid)) return undefined;
  let settings;
  try {
    settings = installedSettings();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const words = ['sudo tallyleaf', ...args.map(quoted)].join(' ');
    end(`tallyleaf: ${error.file} can't be read by ${userInfo().username}: ${words}`);
  }
  const { variables, inFile, user, group } = settings;
  const own = Object.keys(variables).filter(
    (name) => name in process.env && process.env[name] !== variables[name],
  );
  if (own.length > 0) {
    process.stderr.write(`tallyleaf: your own ${own.join(', ')} ${own.length === 1 ? 'is' : 'are'} used\n`);
  }
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  if (inFile.length > 0) process.env[UNIT_NAMES] = inFile.join(',');
  return user !== undefined && process.getuid?.() === 0 ? { user, group } : undefined;
}

/**
 * Continues as another user, so that what a command writes is the server's. Without an account nothing changes.
 * @param {{ user: string, group: string | undefined } | undefined} account
 */
export function continueAs(account) {
  if (!account || account.user === 'root') return;
  const { user } = account;
  try {
    const group =
      account.group ?? Number(execFileSync('id', ['-g', user], { encoding: 'utf8', stdio: 'pipe' }));
    process.initgroups(user, group);
    process.setgid(group);
    process.setuid(user);
  } catch {
    end(`tallyleaf: the unit's user ${user} doesn't exist on this machine`);
  }
  Object.assign(process.env, { USER: user, LOGNAME: user, HOME: userInfo().homedir });
  try {
    accessSync(ROOT, constants.R_OK | constants.X_OK);
  } catch {
    end(`tallyleaf: the unit's user ${user} may not read ${ROOT}`);
  }
}

function end(line) {
  process.stderr.write(`${line}\n`);
  process.exit(WRONG_ENVIRONMENT);
}

/** An argument as a shell takes it. */
function quoted(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
