import { VERSION } from '../../platform/version';
import { type Command, readArguments } from './command';

export const version: Command = {
  usage: 'version',
  summary: 'print the version of this program, of a checkout with its commit; needs no database',

  async run(args, { out }) {
    readArguments({ args, options: {} });
    out.write(`${VERSION}\n`);
    return 0;
  },
};
