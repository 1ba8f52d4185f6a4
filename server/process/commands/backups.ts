import { readLastRuns } from '../../platform/backup/runs';
import { onDatabase } from './backup';
import { backupPlace } from './backup-place';
import { type Command, readArguments } from './command';
import { withAddress } from './open-database';

export const backups: Command = {
  usage: 'backups',
  summary:
    'list the backups of BACKUP_TO, oldest first, and which was the last to be verified; exit code 1 when the last attempt failed',

  async run(args, { env, out }) {
    readArguments({ args, options: {} });
    const { place, keys } = await backupPlace(env);
    const names = await place.names();
    const runs = await withAddress(env, (address) => onDatabase(address, readLastRuns));
    const verified = runs.find(({ kind }) => kind === 'verify')?.good;
    for (const name of names) {
      const proof = name === verified?.name ? `, verified ${verified.finishedAt.toISOString()}` : '';
      out.write(`${name}${proof}\n`);
    }
    const failing = runs.filter(({ isFailing }) => isFailing).map(({ kind }) => kind);
    if (failing.length > 0) out.write(`The last attempt failed: ${failing.join(', ')}\n`);
    out.write(`${names.length} backups; the current key is ${keys.current.id}\n`);
    return failing.length === 0 ? 0 : 1;
  },
};
