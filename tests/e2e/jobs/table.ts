import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Acts } from '../acts';
import { expect } from '../support';

/** A job of a day, and the acts that it may take: clicks and keys that don't write; typing is extra. */
const AIMS = {
  'phone order of five lines for a customer that is unknown': 5,
  'receive goods from outside with a certificate': 5,
  'receive an order with two damaged units and one short': 3,
  'reorder from three suppliers for two stores': 2,
  'find a customer': 2,
  'find an invoice': 2,
  'find a batch': 2,
  'find a package tag': 2,
  'check over three invoices': 4,
  'credit a damaged case from the order': 3,
  'weekly offer of 12 goods': 4,
  '40 prices by paste, seen before they apply': 3,
  'margin by brand of last month': 2,
  'what a customer bought last month, by product': 2,
  'pay what is due': 3,
  'stranger: from the welcome page to a first order': 15,
} as const;
export type Job = keyof typeof AIMS;

type Counts = Partial<Record<Job, number>>;

/** Of one run: a worker that follows a failed test goes on with the counts of the one before. */
const FILE = join(tmpdir(), `tallyleaf-jobs-${process.ppid}.json`);
const counts = (): Counts => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {});

/** Notes how many acts a job took. @throws when there were more than its aim, or none */
export function end(job: Job, acts: Acts): void {
  writeFileSync(FILE, JSON.stringify({ ...counts(), [job]: acts.done.length }));
  acts.expectAtMost(AIMS[job]);
}

/** What was counted beside the aims, as a table of text; jobs that nothing counted have no screen yet, or another spec. */
export function tableOf(elsewhere: Partial<Record<Job, string>>): string {
  const done = counts();
  const rows = (Object.keys(AIMS) as Job[]).map((job) => {
    const acts = done[job] ?? elsewhere[job] ?? 'not counted';
    return `| ${job.padEnd(58)} | ${String(acts).padEnd(44)} | ${AIMS[job]} |`;
  });
  return ['', `| ${'Job'.padEnd(58)} | ${'Acts'.padEnd(44)} | Aim |`, ...rows, ''].join('\n');
}

/** Every job has a count or says where it is. */
export function expectAll(elsewhere: Partial<Record<Job, string>>): void {
  const done = counts();
  const missing = (Object.keys(AIMS) as Job[]).filter((job) => !done[job] && !elsewhere[job]);
  expect(missing).toEqual([]);
}
