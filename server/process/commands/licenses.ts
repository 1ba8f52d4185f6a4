import { unverifiedLicenses } from '../../features/entities/identity.sql';
import { type Command, readArguments } from './command';

export const licenses: Command = {
  usage: 'licenses',
  summary:
    'list businesses whose license number another business already had when it was saved; changes nothing',

  run(args, { withDb, out }) {
    readArguments({ args, options: {} });
    return withDb(async (db) => {
      const found = await unverifiedLicenses(db);
      for (const { id, name, license_number, others } of found) {
        out.write(`${license_number}: ${name} (${id}), also ${others ?? 'a location of another business'}\n`);
      }
      if (found.length === 0) out.write('Every license number belongs to one business.\n');
      return 0;
    });
  },
};
