import { parseArgs } from 'node:util';
import { closeOnSignals, numberOf } from '../options';
import { KINDS, kindsIn } from './faults';
import { startMetrc } from './server';

const USAGE = `npm run metrc-simulator [-- options]

  --port 4700            where it listens, on 127.0.0.1
  --state co             the state
  --seed 7               seed of facilities, packages and faults
  --fail 0.1             share of requests that fail
  --faults kind:9,kind   how they fail, each as often as its weight: ${KINDS.join(', ')}
  --retry-after 1        Retry-After of a 429, in seconds
  --slow 3000            milliseconds of a slow request
  --vendor-key secret    the vendor key that requests must have; any when absent
  --casing pascal        casing of responses: pascal or camel; bodies are read in both
  --bare                 lists as bare arrays
  --empty                without facilities, packages and transfers

GET /_sim/state, /_sim/requests; POST /_sim/facilities, /_sim/packages, /_sim/transfers,
/_sim/templates/ID/register, /_sim/transfers/ID/receive; PUT /_sim/faults
`;

const OPTIONS = {
  port: { type: 'string', default: '4700' },
  state: { type: 'string', default: 'co' },
  seed: { type: 'string', default: '1' },
  fail: { type: 'string', default: '0' },
  faults: { type: 'string', default: KINDS.filter((kind) => kind !== 'slow').join(',') },
  'retry-after': { type: 'string', default: '1' },
  slow: { type: 'string', default: '3000' },
  'vendor-key': { type: 'string' },
  casing: { type: 'string', default: 'pascal' },
  bare: { type: 'boolean', default: false },
  empty: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { state, casing } = values;
  if (!/^[a-z]{2}$/.test(state)) throw new Error('--state must be two letters such as co');
  if (casing !== 'pascal' && casing !== 'camel') throw new Error('--casing must be pascal or camel');
  const simulator = await startMetrc({
    ...{ state, casing, bare: values.bare, empty: values.empty, kinds: kindsIn(values.faults) },
    seed: numberOf('seed', values.seed, 2 ** 31),
    port: numberOf('port', values.port, 65_535),
    fail: numberOf('fail', values.fail, 1),
    retryAfter: numberOf('retry-after', values['retry-after'], 86_400),
    slowMs: numberOf('slow', values.slow, 600_000),
    ...(values['vendor-key'] !== undefined && { vendorKey: values['vendor-key'] }),
  });
  process.stdout.write(`Metrc simulator at ${simulator.url}\n`);
  for (const { license, name } of simulator.world.facilities.values()) {
    process.stdout.write(`  license ${license}: ${name}\n`);
  }
  closeOnSignals(simulator.close);
}

main().catch((error) => {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
  process.exitCode = 2;
});
