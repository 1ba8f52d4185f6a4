import { unverifiedLicenses } from '../../features/entities/identity.sql';
import { type Command, print, readArguments } from './command';

export const licenses: Command = {
  usage: 'licenses',
  summary:
    'list businesses whose license is not verified: under review, or with a number that another one had; changes nothing',

  run(args, context) {
    readArguments({ args, options: {} });
    return context.withDb(async (db) => {
      const data = await unverifiedLicenses(db);
      const lines = data.map(({ id, name, license_number, review, reports, others }) => {
        const also = others ? `, also ${others}` : '';
        const reported =
          reports > 0 ? `, reported by ${reports} ${reports === 1 ? 'recipient' : 'recipients'}` : '';
        return `${license_number}: ${name} (${id})${review ? ', under review' : ''}${reported}${also}`;
      });
      print(context, { data }, lines.length > 0 ? lines : ['Every license is verified.']);
      return 0;
    });
  },
};
