/** The pages of the guide, in order: `docs/guide/{slug}.md`, whose first line is the title. */
export const GUIDE = [
  'start',
  'order-by-phone',
  'orders',
  'buy',
  'receive',
  'goods',
  'quotes-and-backorders',
  'customers',
  'prices',
  'offers',
  'taxes',
  'get-paid',
  'books',
  'count',
  'transfer',
  'batches',
  'recall',
  'import',
  'moving-in',
  'reports',
  'team',
  'sign-in',
  'pos',
  'webhooks',
] as const;

export type GuidePage = (typeof GUIDE)[number];

/** What the palette searches. */
export interface GuideEntry {
  href: string;
  title: string;
  /** Its headings and bold words, in lower case. */
  words: string;
}
