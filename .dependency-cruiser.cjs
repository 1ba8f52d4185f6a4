/** Who may import whom; docs/decisions.md says where and why this differs from one room per layer. */
const SLICES = [
  'auth',
  'entities',
  'products',
  'inventory',
  'orders',
  'imports',
  'market',
  'overview',
  'usage',
  'webhooks',
];
const FOUNDATION = 'kernel|db|outbox|audit|idempotency|rate-limit|outgoing|trpc';

/** A slice imports the slices before it in SLICES, never those after it; tables alone are free, as long as no circle arises. */
const upward = SLICES.slice(0, -1).map((slice, index) => ({
  name: `${slice}-imports-downward`,
  severity: 'error',
  from: { path: `^server/${slice}/`, pathNot: '/tables\\.ts$' },
  to: {
    path: `^server/(${SLICES.slice(index + 1).join('|')})/`,
    pathNot: '/tables\\.ts$',
    dependencyTypesNot: ['type-only'],
  },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'kernel-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^server/kernel/' },
      to: { path: '^(server|app|components)/', pathNot: '^server/kernel/' },
    },
    {
      name: 'db-lies-on-the-kernel',
      severity: 'error',
      from: { path: '^server/db/' },
      to: { path: '^(server|app|components)/', pathNot: '^server/(kernel|db)/' },
    },
    {
      name: 'records-lie-on-the-db',
      severity: 'error',
      comment: 'The log of changes is also read, by an operation like any other.',
      from: {
        path: '^server/(outbox|audit|idempotency|rate-limit)/',
        pathNot: '^server/audit/(router|queries)\\.ts$',
      },
      to: {
        path: '^(server|app|components)/',
        pathNot: '^server/(kernel|db|outbox|audit|idempotency|rate-limit)/',
      },
    },
    {
      name: 'outgoing-lies-on-the-kernel',
      severity: 'error',
      from: { path: '^server/outgoing/' },
      to: { path: '^(server|app|components)/', pathNot: '^server/(kernel|outgoing)/' },
    },
    {
      name: 'trpc-knows-no-slice',
      severity: 'error',
      from: { path: '^server/trpc/' },
      to: { path: '^(server|app|components)/', pathNot: `^server/(${FOUNDATION})/` },
    },
    {
      name: 'slices-know-no-transport',
      severity: 'error',
      from: { path: `^server/(${SLICES.join('|')})/` },
      to: { path: '^(server|app|components)/', pathNot: `^server/(${FOUNDATION}|${SLICES.join('|')})/` },
    },
    ...upward,
    {
      name: 'other-slices-by-service-queries-schema',
      comment: 'Of another slice: what it does, reads and means, and the tables that foreign keys name.',
      severity: 'error',
      from: { path: `^server/(${SLICES.join('|')})/` },
      to: {
        path: `^server/(${SLICES.join('|')})/`,
        pathNot: [
          '^server/$1/',
          '/(service|queries|schema|tables|categories|ledger|passwords|confirm-password)\\.ts$',
        ],
      },
    },
    {
      name: 'queries-write-nothing',
      severity: 'error',
      from: { path: '^server/[^/]+/queries\\.ts$' },
      to: { path: '^server/.*/(service|router)\\.ts$' },
    },
    {
      name: 'services-declare-nothing',
      severity: 'error',
      from: { path: '^server/.*/service\\.ts$' },
      to: { path: '^server/.*/router\\.ts$' },
    },
    {
      name: 'server-never-imports-pages',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(app|components)/' },
    },
    {
      name: 'pages-reach-the-server-by-types',
      comment:
        "Next's bundle has copies of its own of every module: at run time the handle on globalThis is the only way.",
      severity: 'error',
      from: { path: '^(app|components)/' },
      to: {
        path: '^server/',
        pathNot:
          '^server/(kernel/(permissions|money)|[^/]+/schema|entities/[a-z]+/schema|auth/password-length|products/categories|imports/fields)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(server|app|components)/', pathNot: '^components/ui/' },
    },
    {
      name: 'components-know-no-page',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^app/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'] },
  },
};
