import { beforeAll, describe, expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { ENCODINGS, SIGNS, windows1252 } from '../../factories/encodings';
import { applyImport, checkCsv, type ImportBody, linesOf, settled, uploadCsv } from '../../factories/imports';
import { openTrade, type Trade } from '../../factories/trade';
import { workbookOf } from '../../factories/workbook';
import { ok } from '../../setup/client';
import { expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
let trade: Trade;
let sku: string;
beforeAll(async () => {
  trade = await openTrade(stage);
  const { variants, variantId } = await createProduct(stage.db, trade.wholesaler, { name: 'Tom' });
  sku = variants[0]?.sku ?? '';
  await createStock(stage.db, trade.wholesaler, variantId, 10);
});

const CUSTOMER = 'name,type,license_number,street,city,state,zip\r\n';
const NAME = 'Tom’s “Best” Buds – Café €';
const ENDS = { CRLF: '\r\n', LF: '\n', 'CR alone': '\r' };
const DELIMITERS = { commas: ',', semicolons: ';', tabs: '\t' };

const named = async (id: string) => (await linesOf(trade.seller, id)).map((line) => line.customer_name);

describe('encodings', () => {
  test.each(
    ENCODINGS.flatMap(([name, encode], n) => {
      // Each encoding with each line end, the delimiters in turn.
      const delimiters = Object.entries(DELIMITERS);
      return Object.entries(ENDS).map(([end, lineEnd], m) => {
        const [word, delimiter] = delimiters[(n + m) % delimiters.length] ?? ['', ','];
        return [`${name}, ${end}, ${word}`, encode, lineEnd, delimiter] as const;
      });
    }),
  )('reads %s', async (what, encode, lineEnd, delimiter) => {
    const text = `${CUSTOMER}${NAME},retailer,L-${what.replaceAll(',', '')},1 Main,Oakland,CA,94601\r\n`;
    const content = encode(text.replaceAll(',', delimiter).replaceAll('\r\n', lineEnd));
    const checked = await checkCsv(trade.seller, 'customers', content);
    expect(checked).toMatchObject({ status: 'ready', total: 1, counts: { create: 1, error: 0 } });
    expect(await named(checked.id)).toEqual([NAME]);
  });

  test('has all 27 signs of Windows-1252', async () => {
    const line = `${SIGNS.slice(0, 25)},retailer,L-${SIGNS.length},1 Main,Oakland,CA,94601`;
    expect(SIGNS).toHaveLength(27);
    const checked = await checkCsv(trade.seller, 'customers', windows1252(`${CUSTOMER}${line},${SIGNS}\r\n`));
    expect(checked.counts.error).toBe(1);
    const { id } = await checkCsv(
      trade.seller,
      'customers',
      windows1252(`${CUSTOMER}${SIGNS},retailer,L-27,1 Main,Oakland,CA,94601\r\n`),
    );
    expect(await named(id)).toEqual([SIGNS]);
  });

  test('a line `sep=` names the delimiter and is named as skipped', async () => {
    const checked = await checkCsv(trade.seller, 'count', `sep=|\nsku|location|counted\n${sku}|Place 1|7\n`);
    expect(checked).toMatchObject({
      counts: { error: 0 },
      header_line: 2,
      skipped: [{ line: 1, text: 'sep=|', why: 'separator' }],
    });
  });
});

describe('headers', () => {
  test('titles above the header are named as skipped, and lines keep their numbers', async () => {
    const content =
      'Golden Coast Distribution\r\nCustomer Contact List\r\n"November 28, 2026"\r\n\r\n' +
      'Customer,Phone Numbers,Email,Customer full name,Billing address,Shipping address\r\n' +
      'Green Door,Phone:(510) 555-0144,buyer@example.test,Green Door,"12 Oak St\nOakland, CA 94607",\r\n';
    const uploaded = ok(await uploadCsv(trade.seller, 'customers', content));
    expect(uploaded).toMatchObject({
      status: 'mapping',
      header_line: 5,
      skipped: [
        { line: 1, text: 'Golden Coast Distribution', why: 'above_header' },
        { line: 2, text: 'Customer Contact List', why: 'above_header' },
        { line: 3, text: 'November 28, 2026', why: 'above_header' },
      ],
      unread_columns: ['Customer full name', 'Shipping address'],
    });
    const given = await trade.seller.patch<ImportBody>(`/api/v1/imports/${uploaded.id}`, {
      values: [
        { field: 'type', value: 'retailer' },
        { field: 'license_number', value: 'QB-1' },
      ],
    });
    expect(ok(given)).toMatchObject({ status: 'checking', values: [{ field: 'type' }, {}] });
    await settled(trade.seller, uploaded.id);
    expect(await linesOf(trade.seller, uploaded.id)).toMatchObject([
      {
        line: 6,
        outcome: 'create',
        after: { street: '12 Oak St', city: 'Oakland', state: 'CA', zip: '94607', phone: '(510) 555-0144' },
      },
    ]);
  });

  test('a value of all lines is of a field without a column (400)', async () => {
    const { id } = await checkCsv(trade.seller, 'count', `sku,counted\n${sku},7\n`);
    const patch = (values: object[]) => trade.seller.patch(`/api/v1/imports/${id}`, { values });
    expectInvalid(await patch([{ field: 'sku', value: 'A' }]), 'values[0].field');
    expectInvalid(await patch([{ field: 'license_number', value: 'A' }]), 'values[0].field');
    const twice = { field: 'notes', value: 'A' };
    expectInvalid(await patch([twice, twice]), 'values[1].field');
    ok(await patch([{ field: 'location', value: 'Place 1' }]));
    expect((await settled(trade.seller, id)).counts.error).toBe(0);
    const remapped = [
      { column: 'sku', field: 'location' },
      { column: 'counted', field: 'counted' },
    ];
    expectInvalid(
      await trade.seller.patch(`/api/v1/imports/${id}`, { mapping: remapped }),
      'mapping[0].field',
    );
    ok(await patch([]));
    expect(await settled(trade.seller, id)).toMatchObject({ values: [] });
  });

  test("LeafLink's customers: columns, one type of all lines, states by name, terms", async () => {
    const content =
      'ID,Nickname,Business License Name,License Number,License Type,Ext Acct ID,Address,City,State,Zipcode,Phone,Email,Payment Term,Tier\r\n' +
      '1,Green Door,"Green Door Wellness, LLC",C10-0000123-LIC,Adult-Use Retail,GD-001,"12 Oak St\nUnit B",Oakland,California,94607,(510) 555-0144,buyer@example.test,Net 30,Gold\r\n' +
      '2,Blue Fern,Blue Fern Inc.,C10-0000124-LIC,Medicinal Retail,BF-002,4 Elm,San Jose,CA,95112-1234,,,COD,\r\n';
    const { id, unread_columns } = ok(await uploadCsv(trade.seller, 'customers', content));
    expect(unread_columns).toEqual(['ID', 'Tier']);
    ok(await trade.seller.patch(`/api/v1/imports/${id}`, { values: [{ field: 'type', value: 'retailer' }] }));
    await settled(trade.seller, id);
    expect(await linesOf(trade.seller, id)).toMatchObject([
      {
        outcome: 'create',
        after: {
          name: 'Green Door Wellness, LLC',
          ...{ street: '12 Oak St Unit B', state: 'CA', terms_days: '30', external_id: 'import:GD-001' },
        },
      },
      { outcome: 'create', after: { zip: '95112-1234', terms_days: '0' } },
    ]);
  });

  test('a total below the lines is named as skipped; a no-break space is white space', async () => {
    const checked = await checkCsv(
      trade.seller,
      'inventory',
      `sku\tlocation\troom\tqty\t\t\r\n${sku}\tPlace 1\tVault\t\u00a012\t\t\r\nNOPE-3\tPlace 1\tVault\t1\t\t\r\nTotal\t\t\t13\t\t\r\n`,
    );
    expect(checked).toMatchObject({
      total: 2,
      counts: { adjust: 1, error: 1 },
      skipped: [{ line: 4, text: 'Total 13', why: 'total' }],
      unread_columns: [],
    });
    const [first, second] = await linesOf(trade.seller, checked.id);
    expect(first?.after).toMatchObject({ quantity: 12 });
    expect(second?.errors).toMatchObject([{ field: 'sku', code: 'unknown_sku' }]);
  });
});

describe('values', () => {
  const codesOf = async (id: string) =>
    (await linesOf(trade.seller, id)).map(({ errors }) =>
      errors.map(({ field, code }) => `${field} ${code}`),
    );

  test('what a spreadsheet has changed is an error, or read with a note', async () => {
    const content =
      'name,type,license_number,license_expiry,street,city,state,zip,phone\r\n' +
      'Mass Store,Retailer,MR281234,12/31/26,1 Main,Salem,MA,1970,\r\n' +
      'Other Store,retailer,MR281235,31/12/2026,1 Main,Salem,Massachusetts,01970,x\r\n' +
      'Third,retailer,1.23457E+11,46387,1 Main,Salem,MA,01970,6.17556E+09\r\n' +
      'Fourth,retailer,="000124",,1 Main,Salem,MA,01970,123456789012345000\r\n' +
      'Fifth,retailer,#N/A,,1 Main,Salem,MA,1970,\r\n';
    const { id } = await checkCsv(trade.seller, 'customers', content);
    expect(await codesOf(id)).toEqual([
      [],
      ['license_expiry invalid_format'],
      ['license_number shortened', 'license_expiry invalid_format', 'phone shortened'],
      ['phone shortened'],
      ['license_number invalid_text'],
    ]);
    const [first, , third, , fifth] = await linesOf(trade.seller, id);
    expect(fifth?.note).toContain('01970');
    expect(first).toMatchObject({ after: { zip: '01970', license_expiry: '2026-12-31' } });
    expect(first?.note).toContain('01970');
    expect(third?.problem).toContain('Excel has shortened this number');
    const kept = await checkCsv(
      trade.seller,
      'customers',
      `${CUSTOMER}K,retailer,="000124",1 Main,Salem,MA,01970\r\n`,
    );
    expect((await linesOf(trade.seller, kept.id))[0]?.after).toMatchObject({ license_number: '000124' });
  });

  test('a column that is not read has no errors', async () => {
    const content = `sku,counted,barcode\n${sku},7,8.50013E+11\n`;
    const checked = await checkCsv(trade.seller, 'count', content);
    expect(checked).toMatchObject({ counts: { error: 0 }, unread_columns: ['barcode'] });
  });

  test('a decimal comma is one in a file with semicolons; what reads two ways names both', async () => {
    const { variantId, variants } = await createProduct(stage.db, trade.wholesaler, {});
    await stage.sql`update product_variants set unit = 'kg', step = 10 where id = ${variantId}`;
    const kg = variants[0]?.sku;
    const content = `sku;location;room;amount\n${kg};Place 1;vault;1,250\n${sku};Place 1;vault;1,5\n`;
    const { id } = await checkCsv(trade.seller, 'inventory', content);
    const [first] = await linesOf(trade.seller, id);
    expect(first?.errors).toMatchObject([{ field: 'amount', code: 'ambiguous' }]);
    expect(first?.problem).toMatch(/1\.250 or 1250/);
    ok(
      await trade.seller.patch(`/api/v1/imports/${id}`, {
        fixes: [{ line: 2, field: 'amount', value: '1,25' }],
      }),
    );
    await settled(trade.seller, id);
    expect((await linesOf(trade.seller, id))[0]?.after).toMatchObject({ amount: 1.25 });
    const commas = await checkCsv(
      trade.seller,
      'inventory',
      `sku,location,quantity\n${sku},Place 1,"1,250"\n`,
    );
    expect((await linesOf(trade.seller, commas.id))[0]?.after).toMatchObject({ quantity: 1250 });
  });

  test('days have one order in a file', async () => {
    const of = async (...days: string[]) => {
      const lines = days.map((day, n) => `C${n},retailer,DAY-${n},${day},1 Main,Oakland,CA,94601`);
      const head = 'name,type,license_number,license_expiry,street,city,state,zip';
      const { id } = await checkCsv(trade.seller, 'customers', [head, ...lines].join('\n'));
      return (await linesOf(trade.seller, id)).map(
        ({ after, errors }) => errors[0]?.code ?? after?.license_expiry,
      );
    };
    expect(await of('05/04/2026', '12/31/2026')).toEqual(['2026-05-04', '2026-12-31']);
    expect(await of('05/04/2026', '31/12/2026')).toEqual(['2026-04-05', '2026-12-31']);
    expect(await of('04.05.2026', '31/12/2026')).toEqual(['2026-05-04', '2026-12-31']);
    expect(await of('05/04/2026', '31/12/2026', '12/31/2026')).toEqual([
      'ambiguous',
      'invalid_format',
      '2026-12-31',
    ]);
  });

  test('units by name, and potencies that were not measured', async () => {
    const content =
      'name,category,sku,price,sold_by,unit,step,thc,cbd\n' +
      'Bulk A,flower,BULK-A,10,weight,Gram,0.1,<0.1 %,ND\nBulk B,flower,BULK-B,10,weight,Ounces,1,22.5%,0.3\n';
    const { id } = await checkCsv(trade.seller, 'products', content);
    const [a, b] = await linesOf(trade.seller, id);
    expect(a).toMatchObject({
      outcome: 'create',
      after: { unit: 'g', thc_percentage: null, cbd_percentage: null },
    });
    expect(a?.note).toContain('“<0.1 %”');
    expect(b).toMatchObject({ after: { unit: 'oz', thc_percentage: 22.5, cbd_percentage: 0.3 }, note: null });
  });
});

describe('external ids', () => {
  test('name variants of products, stock and counts', async () => {
    const content = 'name,category,sku,price,external_id\nNamed,flower,NAMED-1,10,erp:77\n';
    const first = await checkCsv(trade.seller, 'products', content);
    expect((await linesOf(trade.seller, first.id))[0]).toMatchObject({ after: { external_id: 'erp:77' } });
    await applyImport(trade.seller, first.id);
    expect((await checkCsv(trade.seller, 'products', content)).counts).toMatchObject({
      unchanged: 1,
      error: 0,
    });
    const stock = await checkCsv(
      trade.seller,
      'inventory',
      'external_id,location,quantity\nerp:77,Place 1,5\nerp:78,Place 1,5\n',
    );
    expect(stock.counts).toMatchObject({ error: 1 });
    expect((await linesOf(trade.seller, stock.id))[0]).toMatchObject({
      product_name: 'Named',
      after: { quantity: 5 },
    });
    expect((await linesOf(trade.seller, stock.id))[1]?.errors).toMatchObject([
      { field: 'external_id', code: 'unknown_id', value: '78' },
    ]);
    const both = `sku,external_id,counted\n${sku},erp:77,1\nNAMED-1,erp:77,1\n`;
    expect((await checkCsv(trade.seller, 'count', both)).counts).toMatchObject({ error: 1 });
  });
});

describe('workbooks', () => {
  const customers = (cells: string[]) =>
    workbookOf([[...CUSTOMER.trim().split(','), 'license_expiry', 'phone'], cells]);

  test.each([
    ['1900', false, '46387'],
    ['1904', true, '44925'],
  ])(
    'reads days of the %s system, kept values of formulas and formats of zeros',
    async (_, is1904, serial) => {
      const content = customers([
        ...[
          't:Buds – “Café” €',
          'f:"ret"&"ailer"=retailer',
          'n:850013123456',
          't:1 Main\n2nd floor',
          't:Salem',
          't:MA',
        ],
        ...['z:1970', `d:${serial}`, 'n:5105550144'],
      ]);
      const { id, counts } = await checkCsv(trade.seller, 'customers', content({ is1904 }));
      expect(counts).toMatchObject({ create: 1, error: 0 });
      expect(await linesOf(trade.seller, id)).toMatchObject([
        {
          line: 2,
          customer_name: 'Buds – “Café” €',
          after: {
            ...{ type: 'retailer', license_number: '850013123456', street: '1 Main 2nd floor', zip: '01970' },
            ...{ license_expiry: '2026-12-31', phone: '5105550144' },
          },
        },
      ]);
    },
  );

  test('names other sheets as skipped, and what Excel has shortened or not computed', async () => {
    const content = customers([
      ...['t:A', 't:retailer', 'n:1.23456789012345E+18', 't:1 Main', 't:Salem', 'f:A1', 't:01970', 'n:46387'],
      'e:#N/A',
    ]);
    const { id, skipped } = await checkCsv(trade.seller, 'customers', content({ others: ['Notes'] }));
    expect(skipped).toEqual([{ line: null, text: 'Notes', why: 'other_sheet' }]);
    const [line] = await linesOf(trade.seller, id);
    expect(line?.errors.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
      'license_expiry invalid_format',
      'license_number shortened',
      'phone invalid_text',
      'state invalid_text',
    ]);
  });

  test('a potency in percent is what the sheet shows', async () => {
    const head = ['name', 'category', 'sku', 'price', 'thc'];
    const content = workbookOf([head, ['t:P', 't:flower', 't:PCT-1', 'n:10', 'p:0.225']]);
    const { id } = await checkCsv(trade.seller, 'products', content());
    expect((await linesOf(trade.seller, id))[0]?.after).toMatchObject({ thc_percentage: 22.5 });
  });

  test('opens no entities, links or bombs', async () => {
    const entities = customers([
      'x:&outer;&inner;',
      't:retailer',
      't:ENT-1',
      't:1 Main',
      't:Oakland',
      't:CA',
      't:94601',
    ]);
    const { id } = await checkCsv(trade.seller, 'customers', entities());
    expect(JSON.stringify(await linesOf(trade.seller, id))).not.toMatch(/root:|boom/);
    const bomb = workbookOf([['sku', 'counted']])({ padMegabytes: 65 });
    expect(bomb.length).toBeLessThan(200_000);
    const refused = await uploadCsv(trade.seller, 'count', bomb);
    expectInvalid(refused, 'file');
    expect(refused.text).toContain('64 MB');
    expectInvalid(await uploadCsv(trade.seller, 'count', Buffer.from('PK\x03\x04 not a zip')), 'file');
    expectInvalid(await uploadCsv(trade.seller, 'count', workbookOf([[]])()), 'file');
  });

  test('an old or encrypted workbook is 400 with what to do', async () => {
    const ole2 = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(8192)]);
    const xls = await uploadCsv(trade.seller, 'count', ole2);
    expectInvalid(xls, 'file');
    expect(xls.text).toContain('save it as an Excel workbook');
    const encrypted = Buffer.concat([ole2, Buffer.from('EncryptedPackage', 'utf16le')]);
    const locked = await uploadCsv(trade.seller, 'count', encrypted);
    expectInvalid(locked, 'file');
    expect(locked.text).toContain('remove the password');
  });
});
