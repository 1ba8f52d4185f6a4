import { unverifiedLicenses } from '../../features/entities/identity.sql';
import { type Command, readArguments } from './command';

export const licenses: Command = {
  usage: 'licenses',
  summary:
    'list businesses whose license is not verified: under review, or with a number that another one had; changes nothing',

  run(args, { withDb, out }) {
    readArguments({ args, options: {} });
    return withDb(async (db) => {
      const found = await unverifiedLicenses(db);
      for (const { id, name, license_number, review, reports, others } of found) {
        const also = others ? `, also ${others}` : '';
        const reported =
          reports > 0 ? `, reported by ${reports} ${reports === 1 ? 'recipient' : 'recipients'}` : '';
        out.write(`${license_number}: ${name} (${id})${review ? ', under review' : ''}${reported}${also}\n`);
      }
      if (found.length === 0) out.write('Every license is verified.\n');
      return 0;
    });
  },
};
