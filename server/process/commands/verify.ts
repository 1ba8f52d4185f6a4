import { type Command, readArguments } from './command';
import { verifyAuditCommand } from './verify-audit';
import { verifyLedgerCommand } from './verify-ledger';

export const verify: Command = {
  usage: 'verify',
  summary: 'verify-ledger, then verify-audit; exit code 1 when either finds a difference; changes nothing',

  async run(args, context) {
    readArguments({ args, options: {} });
    const codes = [await verifyLedgerCommand.run([], context), await verifyAuditCommand.run([], context)];
    return Math.max(...codes);
  },
};
