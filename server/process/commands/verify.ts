import { type Command, readArguments } from './command';
import { printFound } from './differences';
import { verifyAudit } from './verify-audit';
import { checkLedger } from './verify-ledger';

export const verify: Command = {
  usage: 'verify',
  summary: 'verify-ledger, then verify-audit; exit code 1 when either finds a difference; changes nothing',

  async run(args, context) {
    readArguments({ args, options: {} });
    const { json } = context;
    const ledger = await checkLedger(context);
    if (!json) printFound(context, ledger);
    const audit = await verifyAudit(context);
    const differences = ledger.document.differences + audit.document.differences;
    const document = { ledger: ledger.document, audit: audit.document, differences };
    return printFound(context, { document, lines: audit.lines });
  },
};
