import { installed } from '../process.mjs';

/**
 * The figures of reliability and security by number: what must hold, and the tests or the command that show it, each
 * with as many repetitions as it takes to trust them.
 */
export const FIGURES = {
  1: tests('500 orders at once for the last 100 units sell exactly 100', 'integration/orders/last-units'),
  2: tests('random five-line orders: no deadlock reaches a client', 'integration/orders/deadlocks'),
  3: tests(
    '10,000 random operations: stock is the sum of the ledger',
    'integration/orders/model',
    'integration/stock/inventory/model',
  ),
  4: tests('kill -9 loses no event and moves nothing twice', 'integration/business/webhooks/kill.full'),
  5: tests('PostgreSQL killed five times under load: only 503', 'integration/process-embedded.full'),
  6: tests('200 accepts of one order: one 200, one event', 'integration/orders/races'),
  7: tests('cancel against ship: one winner each', 'integration/orders/races'),
  8: tests('statuses by sides and roles are the matrix', 'rest/orders/orders-matrix'),
  9: tests('one Idempotency-Key in 100 parallel requests: one order', 'rest/idempotency'),
  10: tests('a bulk update with one invalid entry changes no row', 'rest/stock/inventory-bulk'),
  11: tests('every operation by role, type and tenant', 'contract/permissions', 'contract/tenants'),
  12: tests('fuzz from the document: no 5xx, nothing undocumented', 'contract/fuzz'),
  13: tests('extreme values and bodies are 400 or 413', 'rest/platform-bodies', 'contract/fuzz'),
  14: tests('wrong media types, methods and paths', 'attacks/request-lines', 'rest/platform-bodies'),
  15: tests(
    'a reused refresh token ends its family',
    'rest/business/auth-session',
    'integration/orders/races',
  ),
  16: tests('a token ends at logout, removal and reset', 'rest/business/auth-session', 'rest/business/team'),
  17: tests('forged tokens are 401', 'rest/business/auth-session'),
  18: tests('a code works once', 'rest/business/auth-mfa', 'attacks/sign-in-guessing'),
  19: tests('known and unknown emails take the same time', 'attacks/account-timing.long'),
  20: tests('addresses of internal hosts get no connection', 'unit/outgoing', 'integration/outgoing'),
  21: tests('hostile PDFs are 400 or 413', 'rest/stock/coa-malformed.full', 'attacks/certificates'),
  22: tests('a receiver that fails 30 % gets every event', 'rest/business/webhooks-giving-up.full'),
  23: tests('at most five of 200 passwords are checked', 'attacks/sign-in-guessing', 'attacks/batches'),
  24: tests('unread exports delay no other tenant', 'attacks/exports.long'),
  25: tests('heavy reads delay no other tenant', 'attacks/heavy-reads.long'),
  26: tests('hanging POS systems delay no other tenant', 'attacks/hanging-pos'),
  27: command('a backup under orders loses nothing acknowledged', 'bench', 'backup'),
  28: tests(
    'foreign, damaged, copied and moved data: exit code 3',
    'attacks/data-folder',
    'attacks/data-folder-place',
    'attacks/foreign-schema',
  ),
  29: tests('a full disk: 503, and recovery without help', 'attacks/disk-full'),
  30: tests('a rotated secret ends nothing', 'integration/secret-rotation.full'),
  31: tests(
    'a row changed by hand is named',
    'integration/commands/verify-audit',
    'integration/stock/inventory/verify-ledger',
    'integration/application-role',
  ),
  32: command('each removed scope condition fails a test', 'attack-scopes'),
  33: tests('generated clients compile and call', 'generators/generators'),
  34: tests('SIGTERM under load behind a balancer fails no request', 'integration/process-balancer.full'),
  35: command('memory is flat over 30 minutes', 'bench', 'soak'),
  36: tests(
    'old and new processes on one database during an upgrade: no request fails, totals are right',
    'integration/rolling-upgrade.full',
  ),
  37: tests(
    'a batch spelled five ways reaches every holder, and its sums hold at every moment',
    'integration/stock/recalls/accounting',
    'integration/stock/recalls/spelled',
  ),
  38: command('no pattern is super-linear, and parsers run outside the server', 'test', '--full', 'patterns'),
  39: tests(
    'no one grants more than they hold, and a stolen session can’t make itself permanent',
    'contract/grants',
  ),
  40: tests('a random walk of trade keeps its invariants after each step', 'rest/orders/trade-model'),
  41: tests(
    'parallel orders against one credit limit, and parallel shipments of which some fail',
    'rest/money/credit',
    'integration/money/billing/numbers.full',
  ),
  42: notBuilt('a lossy state system ends with equal quantities', 'no state system is connected'),
  43: tests("each release's dump migrates to the present schema", 'integration/db/releases'),
  44: tests('5,000 random sales: a quote is what placing says', 'integration/orders/quote-agrees'),
  45: tests(
    'a seller that enters a business before it joins gives it nothing and learns nothing',
    'attacks/decoy',
  ),
  46: tests(
    'the password alone confirms nothing of a member with a second factor, in any operation that asks for a recent sign-in',
    'contract/second-factor',
  ),
  47: tests(
    'every operation at its bounds works on the main thread for at most 100 ms in one piece',
    'bounds/main-thread',
  ),
  48: tests(
    'no unit comes back that never arrived, and the sums are equal at each step',
    'integration/stock/recalls/short-units',
    'integration/db/short-units-migration',
    'rest/orders/receipts-short',
  ),
  49: tests(
    'kinds of files by encodings and exporters, and our own exports back in: read as meant, or an error that says so',
    'rest/business/imports-matrix.full',
    'rest/business/imports-files',
    'rest/round-trips',
  ),
  50: command('400 strangers a second on a menu delay no member, and no view writes a row', 'bench', 'menus'),
  51: tests(
    'every command runs beside a built release that serves: no file of it changes, and no request fails',
    'integration/built-release.full',
  ),
};

/** A figure whose tests are files of tests/. */
function tests(says, ...files) {
  return {
    says,
    program: installed('vitest'),
    args: ['run', ...files.map((file) => `tests/${file}`)],
    byTests: true,
  };
}

/** A figure that a script of `scripts/` shows, by its exit code: npm in between would keep the signal that ends it. */
function command(says, script, ...args) {
  return { says, program: process.execPath, args: [`scripts/${script}.mjs`, ...args], byTests: false };
}

/** A figure of what the product doesn't have. */
function notBuilt(says, why) {
  return { says, cannot: why };
}
