/** The documents for developers that `/developers/guide` shows: `docs/{slug}.md`. */
export const DOCUMENTS = [
  {
    slug: 'integrators',
    title: 'Integrating with Tallyleaf',
    summary: 'Keys, errors, paging, inventory, orders and selling to anyone, step by step with curl',
  },
  { slug: 'webhooks', title: 'Webhooks', summary: 'What your endpoints receive, and how to verify it' },
  { slug: 'pos', title: 'Connecting a POS', summary: 'Syncs, and the contract for POS vendors' },
  { slug: 'traceability', title: 'Traceability', summary: 'Batches, lots and a recall, step by step' },
] as const;
