import { AppError } from '../../../kernel/errors';
import { isLicensed } from '../../../kernel/premises';
import type { WriteContext } from '../../../operation/context';
import type { CoaQuestion } from '../../lots/coa/schema';
import type { LineCoa } from './certificates';
import { isBlocked, type LotLine } from './packages';
import { type LotState, tagsOnOrder } from './packages.sql';
import type { GOODS_QUESTIONS, GoodsNotice } from './schema';
import type { Supplier } from './suppliers';
import { sameReference } from './suppliers.sql';

/** What is asked before goods are received (decision 942). */
interface Question {
  path: string;
  code: (typeof GOODS_QUESTIONS)[number];
  value: string;
  /** Of `tag_on_order`. */
  order_id?: string;
  /** Of `certificate_differs`: what of it does. */
  difference?: CoaQuestion;
}

/** What a receipt says as a whole. */
interface Whole {
  supplier: Omit<Supplier, 'expiredOn'>;
  reference: string | null;
  confirm: readonly string[];
  /** The receipt itself, where it exists. */
  except: string | null;
}

/**
 * Asks about what seems wrong, all at once.
 * @param arriving lines whose units come now
 * @param coas their certificates
 * @throws AppError CONFLICT with `details.reason = "confirm_required"` and the questions that weren't confirmed
 */
export async function assertConfirmed(
  ctx: WriteContext,
  whole: Whole,
  arriving: readonly LotLine[],
  coas: readonly LineCoa[] = [],
): Promise<void> {
  const tags = [...new Set(arriving.flatMap(({ packageTag }) => packageTag ?? []))];
  const { db, actor } = ctx;
  const onOrder = tags.length > 0 ? await tagsOnOrder(db, actor.entity.id, tags) : [];
  const orderOf = new Map(onOrder.map((one) => [one.tag, one]));
  const coaOf = new Map(coas.map((coa) => [coa.line.index, coa]));
  const questions = arriving.flatMap((line) =>
    [
      ...questionsOf(line, orderOf.get(line.packageTag ?? '')),
      ...differencesOf(coaOf.get(line.index)),
    ].filter(({ code }) => !line.confirm.includes(code)),
  );
  const { supplier, reference, confirm, except } = whole;
  if (reference !== null && supplier.supplierName !== null && !confirm.includes('same_reference')) {
    const [same] = await sameReference(db, actor, { ...supplier, reference, except });
    if (same) questions.push({ path: 'reference', code: 'same_reference', value: same.number });
  }
  if (questions.length === 0) return;
  throw new AppError(
    'CONFLICT',
    'Some of these goods need a second look. Check them, then confirm or correct them.',
    {
      reason: 'confirm_required',
      questions,
    },
  );
}

function questionsOf(
  { index, state }: LotLine,
  order: { order_id: string; order_number: string } | undefined,
): Question[] {
  const path = (field: string) => `lines[${index}].${field}`;
  const asked: Question[] = [];
  if (state?.expired) asked.push({ path: path('expires_on'), code: 'expired', value: state.last_day ?? '' });
  if (state?.recalled) asked.push({ path: path('batch_id'), code: 'recalled', value: state.batch_id });
  if (order) {
    const { order_id, order_number: value } = order;
    asked.push({ path: path('package_tag'), code: 'tag_on_order', value, order_id });
  }
  return asked;
}

/** The fields of a line that a certificate's differences are about. */
const AT = { batch_id: 'batch_id', product_id: 'coa', date: 'coa.date' } as const;

function differencesOf(coa: LineCoa | undefined): Question[] {
  if (!coa) return [];
  return coa.questions.map(({ path, code: difference, value }) => ({
    path: `lines[${coa.line.index}].${AT[path]}`,
    code: 'certificate_differs',
    value,
    difference,
  }));
}

const DATES = ['harvested_on', 'packaged_on', 'expires_on'] as const;

/**
 * What to know of lines; it stops nothing.
 * @param isDry in a dry run nothing is said of a batch that the business doesn't read
 */
export function noticesOf(lines: readonly LotLine[], isDry: boolean): GoodsNotice[] {
  return lines.flatMap((line) => {
    const { index, state, batch } = line;
    if (!state) return [];
    const notices: GoodsNotice[] = [];
    const add = (field: string, code: GoodsNotice['code'], value: string | null) =>
      notices.push({ path: `lines[${index}].${field}`, code, value });
    if (isBlocked(line)) {
      if (state.recalled) add('batch_id', 'recalled', state.batch_id);
      else if (state.held) add('batch_id', 'held', state.batch_id);
      if (state.expired) add('expires_on', 'expired', state.last_day);
      if (state.failed) add('test_status', 'failed', state.batch_id);
    }
    if (!batch || (isDry && !line.isRead)) return notices;
    for (const field of [...DATES, 'test_status'] as const) {
      if (differs(batch[field], state, field)) add(field, 'batch_differs', state[field]);
    }
    return notices;
  });
}

const differs = (
  said: string | null | undefined,
  state: LotState,
  field: (typeof DATES)[number] | 'test_status',
) => said !== undefined && said !== null && said !== state[field];

/** Where goods are received. */
interface Place {
  licensed_until: string;
  has_pos: boolean;
}

/** What to know of the place and the seller, whatever came. */
export function placeNotices(place: Place, expiredOn: string | null, today: string): GoodsNotice[] {
  const { licensed_until: licensedUntil, has_pos } = place;
  const isOver = !isLicensed({ licensedUntil }, today);
  const lastDay = licensedUntil.includes('infinity') ? null : licensedUntil;
  return [
    ...(has_pos ? [{ path: 'location_id', code: 'pos_counts_here' as const, value: null }] : []),
    ...(isOver ? [{ path: 'location_id', code: 'license_expired' as const, value: lastDay }] : []),
    ...(expiredOn ? [{ path: 'supplier_id', code: 'license_expired' as const, value: expiredOn }] : []),
  ];
}
