import { readLastRuns } from '../../platform/backup/runs';
import { onDatabase } from './backup';
import { backupPlace } from './backup-place';
import { type Command, print, readArguments } from './command';
import { withAddress } from './open-database';

export const backups: Command = {
  usage: 'backups',
  summary:
    'list the backups of BACKUP_TO, oldest first, and which was the last to be verified; exit code 1 when the last attempt failed',

  async run(args, context) {
    const { env } = context;
    readArguments({ args, options: {} });
    const { place, keys } = await backupPlace(env);
    const names = await place.names();
    const runs = await withAddress(env, (address) => onDatabase(address, readLastRuns));
    const verified = runs.find(({ kind }) => kind === 'verify')?.good;
    const data = names.map((name) => ({
      name,
      verified_at: name === verified?.name ? verified.finishedAt.toISOString() : null,
    }));
    const failing = runs.filter(({ isFailing }) => isFailing).map(({ kind }) => kind);
    print(context, { data, failing, key: keys.current.id }, [
      ...data.map(({ name, verified_at: at }) => (at ? `${name}, verified ${at}` : name)),
      ...(failing.length > 0 ? [`The last attempt failed: ${failing.join(', ')}`] : []),
      `${names.length} backups; the current key is ${keys.current.id}`,
    ]);
    return failing.length === 0 ? 0 : 1;
  },
};
