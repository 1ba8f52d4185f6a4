import { beforeAll, describe, expect, test } from 'vitest';
import { csvOf, MAPPING, openAccount, readStatement } from '../factories/bank';
import { openTrade, type Trade } from '../factories/trade';
import { ok } from '../setup/client';
import { openStage } from '../setup/stage';

const stage = await openStage();
let trade: Trade;
let accountId: string;
beforeAll(async () => {
  trade = await openTrade(stage);
  accountId = (await openAccount(trade.seller)).id;
});

const MIB = 1024 * 1024;
const DIGITS = '7'.repeat(9 * MIB);
const camt = (inner: string, head = '') =>
  `<?xml version="1.0"?>${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>${inner}</Stmt></BkToCstmrStmt></Document>`;
const nested = (levels: number) => '<A>'.repeat(levels) + '</A>'.repeat(levels);
const ofx = (inner: string) =>
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST>${inner}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const ENTITIES = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY b${i} "${`&${i ? `b${i - 1}` : 'a'};`.repeat(10)}">`).join('')}]>`;

const HOSTILE: Array<[what: string, content: string]> = [
  ['entities within entities (CAMT)', camt('<Ntry>&b8;</Ntry>', ENTITIES)],
  ['an entity of a file (CAMT)', camt('&x;', '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
  ['entities (OFX)', `<?xml version="1.0"?>${ENTITIES}${ofx('&b8;')}`],
  ['100,000 levels (CAMT)', camt(nested(100_000))],
  ['100,000 levels (OFX)', ofx(nested(100_000))],
  ['100,000 open elements (OFX)', ofx('<A>'.repeat(100_000))],
  [
    '10 MB of digits (OFX)',
    ofx(`<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261103<TRNAMT>${DIGITS}<FITID>1</STMTTRN>`),
  ],
  ['10 MB of digits (CAMT)', camt(`<Ntry><Amt Ccy="USD">${DIGITS}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>`)],
  [
    '10 MB of digits (BAI2)',
    `01,1,2,261104,0200,1,80,1,2/\n02,1,2,1,261103,,USD,2/\n03,3,,010,,,/\n16,165,${DIGITS},Z,,,X/`,
  ],
  ['10 MB of digits (CSV)', `Date,Description,Amount\n2026-11-03,X,${DIGITS}`],
  ['10 MB of commas (CSV)', `Date,Description,Amount\n${','.repeat(9 * MIB)}`],
  ['10 MB of brackets (OFX)', ofx('<'.repeat(9 * MIB))],
  ['10 MB of spaces (OFX)', ofx(`<A>${' '.repeat(9 * MIB)}`)],
];

describe('a hostile statement ends within 15 seconds, and others wait for a second at most', () => {
  test.each(HOSTILE)('%s', { timeout: 60_000 }, async (_, content) => {
    const began = Date.now();
    const reading = readStatement(
      trade.seller,
      accountId,
      content,
      content.startsWith('Date') ? { mapping: JSON.stringify(MAPPING) } : {},
    );
    let slowest = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const asked = Date.now();
        ok(await trade.buyer.get('/api/v1/orders'));
        slowest = Math.max(slowest, Date.now() - asked);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    const statement = await reading.finally(() => {
      isOver = true;
    });
    await watching;
    expect(Date.now() - began).toBeLessThan(20_000);
    expect(statement.counts.new).toBe(0);
    expect(['failed', 'ready']).toContain(statement.status);
    expect(slowest).toBeLessThan(1_000);
  });

  test('20,001 lines are too many (failed)', { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: 20_001 }, (_, i): [string, string, number] => [
      '2026-11-03',
      `L ${i}`,
      1,
    ]);
    expect(
      await readStatement(trade.seller, accountId, csvOf(...rows), { mapping: JSON.stringify(MAPPING) }),
    ).toMatchObject({
      ...{ status: 'failed', error: { code: 'too_many_lines' } },
    });
  });
});
