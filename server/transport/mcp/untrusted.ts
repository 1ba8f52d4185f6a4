/** Values that hold no words. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOMENT = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;
/** Fields of our own words, one of a list each. */
const WORDS = new Set([
  ...[
    'action',
    'by',
    'category',
    'cause',
    'code',
    'confirm',
    'direction',
    'entered_by',
    'held',
    'invoice_state',
  ],
  ...['kind', 'object_type', 'outcome', 'permission', 'permissions', 'problem', 'reason_code', 'result'],
  ...[
    'role',
    'room_type',
    'from_room_type',
    'to_room_type',
    'side',
    'sides',
    'state',
    'status',
    'from_status',
  ],
  ...[
    'to_status',
    'statuses',
    'step',
    'next_steps',
    'test_status',
    'timezone',
    'type',
    'unit',
    'where',
    'rule',
  ],
]);
const WORD = /^[A-Za-z][\w:/+-]{0,59}$/;
/** Fields of numbers and codes that people choose. */
const NUMBERS = new Set([...['batch_id', 'batch_number', 'number', 'order_number', 'package_tag', 'sku']]);
/** Fields whose texts this server makes of our own words. */
const OURS = new Set(['link', 'next_cursor', 'plan_token', 'currency', 'summary', 'notice']);

const CODE = /^[\w.:/[\] -]{1,64}$/;
const SPACED = /(?:^| )[A-Za-z]+ +[A-Za-z]+ +[A-Za-z]+/;
const JOINED = /(?<![A-Za-z])[A-Za-z]{3,}[\s._:/-]+[A-Za-z]{3,}[\s._:/-]+[A-Za-z]{3,}/;

/** Whether a number or code holds no sentence: `BD-3.5` does not, `ignore all rules` does. */
export const isCode = (text: string) => CODE.test(text) && !SPACED.test(text) && !JOINED.test(text);

/** The most that a free text of others shows, in characters. */
const MAX_TEXT = 600;
const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);

/**
 * Moves every text that this server did not write into a field `untrusted_…`: names, notes, reasons, comments. Fields that it doesn't
 * know count as such, so that a new one is safe. Numbers and codes stay where they are while they hold no sentence.
 */
export function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => fieldOf(key, held)));
}

function fieldOf(key: string, held: unknown): [string, unknown] {
  if (!isCode(key)) return ['untrusted_field', null];
  if (typeof held === 'string') return isOurs(key, held) ? [key, held] : [`untrusted_${key}`, cut(held)];
  if (Array.isArray(held) && held.length > 0 && held.every((one) => typeof one === 'string')) {
    return held.every((one) => isOurs(key, one)) ? [key, held] : [`untrusted_${key}`, held.map(cut)];
  }
  return [key, marked(held)];
}

function isOurs(key: string, text: string): boolean {
  if (ID.test(text) || MOMENT.test(text) || OURS.has(key)) return true;
  return WORDS.has(key) ? WORD.test(text) : NUMBERS.has(key) && isCode(text);
}
