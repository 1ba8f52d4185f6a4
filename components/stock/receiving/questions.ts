import { SENTENCES } from '@/components/stock/certificates/questions';
import { formatDate } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { type Confirmed, goodsName, type Line, placeIn } from './draft';

/** What the server asks before it receives goods. */
export interface Question {
  path: string;
  code: string;
  value: string;
  /** Of a package that an order under way brings. */
  order_id?: string;
  /** Of a certificate: what of it says something else. */
  difference?: string;
}

/** What a rejected receipt asks; null for any other failure. */
export function questionsIn(error: unknown): readonly Question[] | null {
  const details = failureOf(error)?.details;
  return details?.reason === 'confirm_required' && Array.isArray(details.questions)
    ? details.questions
    : null;
}

/** A question in words, and the order that it names. */
export function questionText({ path, code, value, difference }: Question, lines: readonly Line[]): string {
  const line = lines[placeIn(path)?.index ?? -1];
  const name = line ? goodsName(line.goods) : '';
  switch (code) {
    case 'expired':
      return `${name} expired on ${formatDate(value)}. Its units would go to quarantine.`;
    case 'recalled':
      return `Batch ${value} of ${name} is recalled. Its units would go to quarantine.`;
    case 'tag_on_order':
      return `Package ${line?.tag ?? ''} of ${name} comes with order ${value}, which is under way. Receive it there instead.`;
    case 'same_reference':
      return `You have received goods with this reference from this supplier before: ${value}.`;
    case 'certificate_differs':
      return `Certificate of ${name}: ${SENTENCES[difference ?? '']?.(value) ?? value}`;
    default:
      return `${name} ${value}`;
  }
}

/** What was confirmed, with these questions. */
export function withConfirmed(
  confirmed: Confirmed,
  questions: readonly Question[],
  lines: readonly Line[],
): Confirmed {
  const receipt = new Set(confirmed.receipt);
  const ofLines: Record<string, readonly string[]> = { ...confirmed.lines };
  for (const { path, code } of questions) {
    const key = lines[placeIn(path)?.index ?? -1]?.key;
    if (key === undefined) receipt.add(code);
    else ofLines[key] = [...new Set([...(ofLines[key] ?? []), code])];
  }
  return { receipt: [...receipt], lines: ofLines };
}
