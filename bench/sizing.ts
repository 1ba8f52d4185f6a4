import { cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { program, readArgs } from './options';
import { usageOf } from './processes';
import { aligned, median, percentile, writeResults } from './report';
import { BUSINESSES, type Business, heavyOf, insertBusinesses, mixOf } from './sizing-data';
import { failedOf, keepOpen, type Load, rejectedOf, sendAtRate } from './sizing-load';
import { type BenchStage, onStage } from './stage';

/** Clients that each send the next request after a response: what a server can do at most. */
const CLIENTS = 32;
/** Of that, what a machine is sized for: the rest is for peaks, jobs and a process that is replaced. */
const SHARE = 0.5;
const TIMES = 4;
/** Seconds before overload is judged: it takes some to be distinguished from a burst, and lines that formed meanwhile end. */
const LEAD = 20;
/** Requests that the bad tenant keeps open. */
const FLOOD = 64;
const MOST = { overload: 2, neighbors: 1.25 };

const p95 = ({ accepted }: Load) => percentile(accepted, 0.95);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Requests a second at most, and processor milliseconds of server and PostgreSQL for each. */
async function measureMost({ url, pid, databasePid, sql, data }: BenchStage<Business[]>, seconds: number) {
  const pids = [pid, databasePid] as const;
  const cpu = () => pids.map((one) => usageOf(one)?.cpu ?? Number.NaN);
  await keepOpen(url, mixOf(data), CLIENTS, AbortSignal.timeout(5_000));
  const before = cpu();
  const load = await keepOpen(url, mixOf(data), CLIENTS, AbortSignal.timeout(seconds * 1000));
  const [server = 0, database = 0] = cpu().map((ms, n) => (ms - (before[n] ?? 0)) / load.accepted.length);
  const [size] = await sql`select pg_database_size(current_database())::float8 as bytes`;
  return {
    perSecond: load.accepted.length / load.seconds,
    p95: p95(load),
    failed: failedOf(load),
    cpu: { server, database },
    memory: usageOf(pid)?.memory ?? Number.NaN,
    bytesPerBusiness: Number(size?.bytes) / BUSINESSES,
  };
}

/** At the sized load, at four times it, and at the sized load again. */
async function measureOverload({ url, pid, data }: BenchStage<Business[]>, rate: number, seconds: number) {
  const sized = await sendAtRate(url, mixOf(data), rate, seconds);
  const overload = await sendAtRate(url, mixOf(data), TIMES * rate, seconds, LEAD);
  await delay(5_000);
  const after = await sendAtRate(url, mixOf(data), rate, seconds);
  return {
    sized: { p95: p95(sized), rejected: rejectedOf(sized), failed: failedOf(sized) },
    overload: {
      acceptedPerSecond: overload.accepted.length / seconds,
      p95: p95(overload),
      rejected: rejectedOf(overload),
      withoutRetry: overload.withoutRetry,
      failed: failedOf(overload),
      statuses: Object.fromEntries(overload.statuses),
    },
    after: { p95: p95(after), rejected: rejectedOf(after), failed: failedOf(after) },
    ratio: p95(overload) / p95(sized),
    // The same process: a restart has another one, and ends the requests that were open.
    restarted: usageOf(pid) === null,
  };
}

/** Nine businesses alone and beside a tenth that keeps large lists open, in turn. */
async function measureNeighbors(
  { url, data }: BenchStage<Business[]>,
  rate: number,
  { seconds, rounds }: { seconds: number; rounds: number },
) {
  const [bad, ...others] = data as [Business, ...Business[]];
  const share = (rate * others.length) / data.length;
  const pairs: { alone: number; beside: number }[] = [];
  let failed = 0;
  for (let n = 0; n < rounds; n++) {
    const alone = await sendAtRate(url, mixOf(others), share, seconds);
    const end = new AbortController();
    const flood = keepOpen(url, heavyOf(bad), FLOOD, end.signal);
    const beside = await sendAtRate(url, mixOf(others), share, seconds, 2);
    end.abort();
    await flood;
    failed += failedOf(alone) + failedOf(beside) + rejectedOf(beside);
    pairs.push({ alone: p95(alone), beside: p95(beside) });
  }
  return { pairs, failed, ratio: median(pairs.map(({ alone, beside }) => beside / alone)) };
}

await program(async () => {
  const options = readArgs({ seconds: [20, 600], rounds: [3, 20] });
  return onStage(insertBusinesses, async (stage) => {
    const most = await measureMost(stage, options.seconds);
    const rate = SHARE * most.perSecond;
    const overload = await measureOverload(stage, rate, options.seconds);
    const neighbors = await measureNeighbors(stage, rate, options);
    const cores = (most.cpu.server + most.cpu.database) / 1000;
    const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    const { sized, overload: at4, after } = overload;
    const judged = [
      [
        `p95 of what is accepted at ${TIMES} times ÷ at the sized load, at most ${MOST.overload}`,
        overload.ratio.toFixed(2),
        overload.ratio <= MOST.overload,
      ],
      [
        'the rest is 429 or 503 with Retry-After, and nothing restarts',
        `${at4.rejected} rejected, ${at4.withoutRetry} without it, ${at4.failed} failed`,
        at4.withoutRetry + at4.failed === 0 && !overload.restarted,
      ],
      [
        `p95 of nine businesses beside a bad one ÷ alone, at most ${MOST.neighbors}`,
        neighbors.ratio.toFixed(2),
        neighbors.ratio <= MOST.neighbors && neighbors.failed === 0,
      ],
    ] as const;
    print(
      aligned([
        ['most', `${most.perSecond.toFixed(0)} req/s`, `p95 ${ms(most.p95)}, ${CLIENTS} clients`],
        ['sized', `${rate.toFixed(0)} req/s`, `p95 ${ms(sized.p95)}, ${sized.rejected} rejected`],
        [`${TIMES} times`, `${at4.acceptedPerSecond.toFixed(0)} req/s accepted`, `p95 ${ms(at4.p95)}`],
        ['sized again', '', `p95 ${ms(after.p95)}, ${after.rejected} rejected`],
        [
          'a core does',
          `${(1 / cores).toFixed(0)} req/s`,
          `server ${most.cpu.server.toFixed(2)} ms, PostgreSQL ${most.cpu.database.toFixed(2)} ms`,
        ],
        [
          'memory',
          mb(most.memory),
          `database ${mb(most.bytesPerBusiness)} for each of ${BUSINESSES} businesses`,
        ],
        [
          'this machine',
          `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
          `load ${loadavg()
            .map((one) => one.toFixed(1))
            .join(' ')}, which includes this bench`,
        ],
      ]),
    );
    for (const [what, value, holds] of judged) print(`${holds ? 'holds' : 'FAILS'}  ${what}: ${value}`);
    print(writeResults({ sizing: { ...options, most, rate, overload, neighbors } }));
    return judged.every(([, , holds]) => holds);
  });
});
