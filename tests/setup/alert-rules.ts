import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
}
export interface RuleFile {
  groups: { name: string; rules: Rule[] }[];
}

export const RULES = resolve(import.meta.dirname, '../../deploy/monitoring/alerts.yml');

/** What a test can't wait for: a minute of `for` and of ranges is a second. */
const FASTER = 60;
const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * Ages and counts that would take minutes, days or 100,000 rows to cause, and what is left of each. A count is divided; what is
 * compared with what stays. Ages of work are ten seconds: state is read as often, and a busy machine pauses.
 */
const THRESHOLDS: Record<string, ReadonlyArray<readonly [from: string, to: string]>> = {
  TallyleafQueueOld: [['> 300', '> 10']],
  TallyleafEventsWait: [['> 120', '> 10']],
  TallyleafDeliveriesOverdue: [['> 300', '> 10']],
  TallyleafTotalsBehind: [['>= 100000', '>= 20']],
  TallyleafBackupOld: [['* 3600', '* 1']],
  TallyleafRestoreUnverified: [
    ['* 86400', '* 4'],
    ['offset 8d', 'offset 32s'],
  ],
  TallyleafCertificatesFail: [['> 20', '> 2']],
};

export const alertsIn = (text: string): string[] =>
  (parse(text) as RuleFile).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

/**
 * The rules of the file with shorter times and lower counts; their expressions are otherwise those of the file.
 * @throws Error when an expression doesn't have its threshold exactly once, so that a changed rule isn't tested as it was
 */
export function shortenedRules(text: string = readFileSync(RULES, 'utf8')): RuleFile {
  const { groups } = parse(text) as RuleFile;
  return {
    groups: groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => ({
        ...rule,
        expr: lowered(rule).replace(/\[(\w+)\]/g, (_, range: string) => `[${shortened(range)}]`),
        ...(rule.for && { for: shortened(rule.for) }),
      })),
    })),
  };
}

function lowered({ alert, expr }: Rule): string {
  return (THRESHOLDS[alert] ?? []).reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`${alert} doesn't have "${from}" once: ${text}`);
    return text.replace(from, to);
  }, expr);
}

function shortened(duration: string): string {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
  if (Number.isNaN(seconds)) throw new Error(`not a duration with one unit: ${duration}`);
  return `${Math.ceil(seconds / FASTER)}s`;
}
