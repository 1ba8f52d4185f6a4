import { readFileSync } from 'node:fs';

/** What a process and its children have used. */
export interface Usage {
  /** Processor milliseconds so far; Linux counts in hundredths of a second. */
  cpu: number;
  /** Bytes in memory; what processes share is counted for each of them. */
  memory: number;
}

const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** @returns null where the system doesn't report it */
export function usageOf(pid: number): Usage | null {
  try {
    const own = statOf(pid);
    return childrenOf(pid).reduce((sum, child) => {
      const of = usageOf(child);
      return of ? { cpu: sum.cpu + of.cpu, memory: sum.memory + of.memory } : sum;
    }, own);
  } catch {
    return null;
  }
}

/** The parent of a process: of a database connection's, the server. */
export function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1]);
}

function statOf(pid: number): Usage {
  const fields = fieldsOf(pid);
  // With what its children that have ended had used: their parent takes it over.
  const cpu = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  return { cpu, memory: Number(fields[21]) * PAGE_BYTES };
}

/** The fields of /proc/<pid>/stat from the state on: the name before it may hold anything. */
function fieldsOf(pid: number): string[] {
  return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
