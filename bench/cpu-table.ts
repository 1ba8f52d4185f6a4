import { aligned, type Cell, percentile, SIDES } from './report';

/** Processor milliseconds per request, of node and of PostgreSQL, the writes of one transaction and the most megabytes of the server, for each side; and ours in the requests per second of the others. */
export function cpuTableOf(cells: readonly Cell[]): string {
  const measured = cells.filter(({ figures }) => figures);
  const sides = SIDES.filter((side) => measured.some(({ figures }) => figures?.[side]));
  const head = ['', 'clients'];
  for (const side of sides) head.push(`${side} req/s`, 'node', 'PostgreSQL', 'both', 'group', 'MB');
  head.push(...sides.filter((side) => side !== 'ours').map((side) => `ours/${side}`));
  const rows = measured.map(({ title, clients, figures }) => {
    const row = [title, String(clients)];
    for (const side of sides) {
      const {
        requestsPerSecond = [],
        cpu = null,
        databaseCpu = null,
        group = null,
        memory = null,
      } = figures?.[side] ?? {};
      const both = cpu === null || databaseCpu === null ? null : cpu + databaseCpu;
      row.push(
        percentile(requestsPerSecond, 0.5).toFixed(0),
        ...[cpu, databaseCpu, both].map(inMilliseconds),
        group?.toFixed(1) ?? '',
        memory === null ? '' : (memory / 1e6).toFixed(0),
      );
    }
    row.push(figures?.ratio.toFixed(2) ?? '', figures?.change?.toFixed(2) ?? '');
    return row;
  });
  return aligned([head, ...rows]);
}

const inMilliseconds = (value: number | null) => (value === null ? 'not measured' : value.toFixed(2));
