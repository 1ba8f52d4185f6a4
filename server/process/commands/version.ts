import { VERSION } from '../../platform/version';
import { type Command, print, readArguments } from './command';

export const version: Command = {
  usage: 'version',
  summary: 'print the version of this program, of a checkout with its commit; needs no database',

  async run(args, context) {
    readArguments({ args, options: {} });
    print(context, { version: VERSION, node: process.versions.node }, [VERSION]);
    return 0;
  },
};
