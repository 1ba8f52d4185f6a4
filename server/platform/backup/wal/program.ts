import { readFileSync } from 'node:fs';
import { BackupKeys } from '../keys';
import { archive, DAMAGED, fetch, readConfig } from './archive';

/**
 * What PostgreSQL runs for each segment of the write-ahead log: `archive` as archive_command, `fetch` as restore_command. It
 * starts often, so it loads nothing but Node's own modules. Exit codes: 0 done; 1 failed, or no such file; 200 ends a recovery.
 */
const [what, config = '', path = '', name = ''] = process.argv.slice(2);
try {
  const place = readConfig(config);
  if (what === 'archive') await archive(place, name, readFileSync(path));
  else {
    const { BACKUP_KEY = '', BACKUP_KEY_PREVIOUS = '' } = process.env;
    const keys = new BackupKeys(BACKUP_KEY, BACKUP_KEY_PREVIOUS.split(',').filter(Boolean));
    process.exitCode = (await fetch(place, name, path, keys)) ? 0 : 1;
  }
} catch (error) {
  process.stderr.write(`${what} ${name}: ${(error as Error).message}\n`);
  process.exitCode = what === 'fetch' ? DAMAGED : 1;
}
