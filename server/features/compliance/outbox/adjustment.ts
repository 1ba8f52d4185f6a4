import type { VendorReason } from '../tables';
import type { Mode, Problem, ToldReason } from '../words';
import { type Measure, quantityIn, usualUnit } from './measure';

/** What an adjustment is made of. */
export interface AdjustmentFacts {
  tag: string;
  item_id: string;
  /** Signed units, or steps of goods by weight. */
  units: number;
  reason: ToldReason;
  note: string | null;
  inferred: boolean;
  /** Day of the change in the timezone of the business. */
  day: string;
  measure: Measure;
}

/** What a member said of a job. */
export interface JobEdits {
  reason?: string | null;
  note?: string | null;
  date?: string | null;
}

/** What is known of a license. */
export interface KnownSite {
  reasons: Record<string, string> | null;
  vendorReasons: VendorReason[] | null;
  packages: boolean;
}

export interface Judged {
  request: { method: 'POST' | 'PUT' | 'DELETE'; path: string; body: unknown } | null;
  problems: Problem[];
}

/** Our mark in what is sent, by which it is found again: the last eight signs of the job's id, as its first tell the time. */
export const markOf = (jobId: string) => `[TL ${jobId.replaceAll('-', '').slice(-8)}]`;

/** What is sent of a change of a package, and what stands against it. @param unit of the package; null before it was read */
export function judgeAdjustment(
  jobId: string,
  facts: AdjustmentFacts,
  edits: JobEdits,
  site: KnownSite,
  unit: string | null,
): Judged {
  const { reason, problem } = reasonOf(facts, edits, site);
  const packageUnit = unit ?? usualUnit(facts.measure);
  const quantity = quantityIn(facts.units, facts.measure, packageUnit);
  const problems: Problem[] = [];
  if (!site.packages) problems.push(UNSUPPORTED);
  if (facts.inferred) {
    const message = 'The package was chosen by the order of allocation. Say which one it was.';
    problems.push({ field: 'package_tag', code: 'lot_inferred', message });
  }
  if (problem) problems.push(problem);
  if (quantity === null) {
    const message = `The change can't be said exactly in ${packageUnit}, as Metrc measures the package.`;
    problems.push({ field: null, code: 'unit_mismatch', message });
  }
  if (reason === null || quantity === null) return { request: null, problems };
  const note = noteOf(facts, edits);
  const body = [
    {
      Label: facts.tag,
      Quantity: quantity,
      UnitOfMeasure: packageUnit,
      AdjustmentReason: reason,
      AdjustmentDate: edits.date ?? facts.day,
      ReasonNote: `${note ?? ''} ${markOf(jobId)}`.trim(),
    },
  ];
  return { request: { method: 'POST', path: '/packages/v2/adjust', body }, problems };
}

export const UNSUPPORTED: Problem = {
  field: null,
  code: 'unsupported_here',
  message: 'Metrc of this state takes no such reports from programs. Make it in Metrc.',
};

const noteOf = (facts: AdjustmentFacts, edits: JobEdits) =>
  (edits.note === undefined ? facts.note : edits.note)?.trim().slice(0, 400) || null;

function reasonOf(
  facts: AdjustmentFacts,
  edits: JobEdits,
  { reasons, vendorReasons }: KnownSite,
): { reason: string | null; problem: Problem | null } {
  const name = edits.reason ?? reasons?.[facts.reason] ?? null;
  const known = vendorReasons?.find((one) => one.name === name);
  if (name === null || (vendorReasons && !known)) {
    const message = `Say which reason of Metrc ${facts.reason} is, for this license or for this job.`;
    return { reason: null, problem: { field: 'reason', code: 'reason_unmapped', message } };
  }
  if (known?.requires_waste_weight) {
    const message = `${name} wants the weight of the waste. Make this report in Metrc.`;
    return { reason: name, problem: { field: null, code: 'report_in_metrc', message } };
  }
  if (known?.requires_note && noteOf(facts, edits) === null) {
    return {
      reason: name,
      problem: { field: 'note', code: 'note_required', message: `${name} needs a note.` },
    };
  }
  return { reason: name, problem: null };
}

/** What is sent to end an empty package. */
export function judgeFinish(tag: string, day: string, edits: JobEdits, { packages }: KnownSite): Judged {
  const body = [{ Label: tag, ActualDate: edits.date ?? day }];
  return {
    request: { method: 'PUT', path: '/packages/v2/finish', body },
    problems: packages ? [] : [UNSUPPORTED],
  };
}

/** Where a job begins. */
export const startOf = (problems: readonly Problem[], mode: Mode): 'needs_data' | 'ready' | 'review' =>
  problems.length > 0 ? 'needs_data' : mode === 'auto' ? 'ready' : 'review';
