/** The pages of the guide by group, in order: `docs/guide/{slug}.md`, whose first line is the title. */
export const GUIDE_GROUPS = [
  { title: 'Begin', pages: ['start', 'team', 'sign-in', 'import', 'moving-in'] },
  { title: 'Buy', pages: ['buy', 'compare', 'receive', 'pay'] },
  {
    title: 'Sell',
    pages: ['order-by-phone', 'orders', 'quotes-and-backorders', 'customers', 'prices', 'offers', 'menus'],
  },
  { title: 'Stock', pages: ['goods', 'thresholds', 'count', 'transfer', 'batches', 'recall'] },
  { title: 'Money', pages: ['get-paid', 'taxes', 'books', 'reports'] },
  { title: 'Connect', pages: ['metrc', 'pos', 'webhooks'] },
] as const;

export type GuidePage = (typeof GUIDE_GROUPS)[number]['pages'][number];

/** Every page of the guide, in order. */
export const GUIDE: readonly GuidePage[] = GUIDE_GROUPS.flatMap<GuidePage>(({ pages }) => pages);

/** What the palette searches. */
export interface GuideEntry {
  page: GuidePage;
  href: string;
  title: string;
  /** Its headings and bold words, in lower case. */
  words: string;
}
