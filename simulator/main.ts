import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import { DUTCHIE_LOCATION, startDutchie } from './dutchie/server';
import { DutchieShop } from './dutchie/shop';
import { LIES, type Lie } from './faults';
import { closeOnSignals, numberOf } from './options';
import { LOCATION, startSimulator } from './server';
import { inLots, madeUpShelves, type Shelf, Shop } from './shop';

const USAGE = `npm run pos-simulator [-- options]

  --port 4600          where it listens, on 127.0.0.1
  --items 500          number of generated items: SIM-0001 and so on
  --stock file.csv     items from a file instead: an inventory list as CSV with the columns sku, quantity and,
                       optionally, room_type, product_name, unit_cost, batch_id, package_tag and expires_on
  --lots               splits each item into two packages, each of a batch
  --seed 1             seed of sales, receipts and failures
  --tick 1000          milliseconds between sales and receipts; 0 for none
  --token secret       the bearer token that requests must have
  --dutchie            serves Dutchie POS instead of our contract; the token is then its API key
  --fail 0.1           share of page requests that fail
  --slow 200           milliseconds before each response
  --retry-after 1      Retry-After of a 429, in seconds
  --lie total,…        ${LIES.join(', ')}
`;

const OPTIONS = {
  port: { type: 'string', default: '4600' },
  items: { type: 'string', default: '500' },
  stock: { type: 'string' },
  lots: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  tick: { type: 'string', default: '1000' },
  token: { type: 'string' },
  dutchie: { type: 'boolean', default: false },
  fail: { type: 'string', default: '0' },
  slow: { type: 'string', default: '0' },
  'retry-after': { type: 'string', default: '1' },
  lie: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const;

/** The shelves of an inventory list as CSV. @throws Error when it has no column for the SKU or the quantity */
function shelvesOf(path: string): Shelf[] {
  const { data, meta } = Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  for (const column of ['sku', 'quantity']) {
    if (!meta.fields?.includes(column)) throw new Error(`${path} has no column ${column}`);
  }
  return data.map((row) => ({
    id: [row.sku, row.room_type ?? '', row.batch_id, row.package_tag]
      .filter((part) => part !== undefined)
      .join('/'),
    sku: row.sku ?? '',
    name: row.product_name ?? row.sku ?? '',
    room: row.room_type || 'sales_floor',
    quantity: Number(row.quantity),
    unitCost: row.unit_cost ? Number(row.unit_cost) : null,
    ...(row.batch_id && {
      lot: {
        batch_id: row.batch_id,
        package_tag: row.package_tag || null,
        expires_on: row.expires_on || null,
      },
    }),
  }));
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

async function serveDutchie(values: Values): Promise<void> {
  const seed = numberOf('seed', values.seed, 2 ** 31);
  const shop = new DutchieShop(numberOf('items', values.items, 100_000), seed);
  const simulator = await startDutchie({
    ...{ shop, seed },
    port: numberOf('port', values.port, 65_535),
    fail: numberOf('fail', values.fail, 1),
    ...(values.token !== undefined && { key: values.token }),
  });
  const tick = numberOf('tick', values.tick, 86_400_000);
  const timer = tick > 0 ? setInterval(() => shop.tick(), tick) : undefined;
  process.stdout.write(`Dutchie simulator at ${simulator.url}, location ${DUTCHIE_LOCATION.id}\n`);
  closeOnSignals(() => {
    clearInterval(timer);
    return simulator.close();
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (values.dutchie) return serveDutchie(values);
  const lies = values.lie.split(',').filter(Boolean);
  const wrong = lies.find((lie) => !LIES.includes(lie as Lie));
  if (wrong !== undefined) throw new Error(`--lie takes a list of ${LIES.join(', ')}`);
  const seed = numberOf('seed', values.seed, 2 ** 31);
  const items = values.stock
    ? shelvesOf(values.stock)
    : madeUpShelves(numberOf('items', values.items, 1_000_000), seed);
  const shelves = values.lots ? inLots(items) : items;
  const shop = new Shop(shelves, seed);
  const simulator = await startSimulator({
    shop,
    seed,
    port: numberOf('port', values.port, 65_535),
    ...(values.token !== undefined && { token: values.token }),
    fail: numberOf('fail', values.fail, 1),
    slow: numberOf('slow', values.slow, 600_000),
    retryAfter: numberOf('retry-after', values['retry-after'], 86_400),
    lies: lies as Lie[],
  });
  const tick = numberOf('tick', values.tick, 86_400_000);
  const timer = tick > 0 ? setInterval(() => shop.tick(), tick) : undefined;
  process.stdout.write(
    `POS simulator at ${simulator.url}, location ${LOCATION.id}, ${shelves.length} items\n`,
  );
  closeOnSignals(() => {
    clearInterval(timer);
    return simulator.close();
  });
}

main().catch((error) => {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
  process.exitCode = 2;
});
