const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Who may import whom: the wings of server/ in their order, and the features in theirs (ARCHITECTURE.md). */
const WINGS = ['kernel', 'platform', 'operation', 'features', 'transport', 'process'];

/** The wings of components/, of the helpers of pages and of tests. */
const COMPONENT_WINGS = ['orders', 'catalog', 'stock', 'money', 'partners', 'business', 'home', 'ui'];

/** A feature imports the features before it in this list. */
const FEATURES = [
  'auth',
  'entities',
  'api-keys',
  'oauth',
  'sso',
  'assistants',
  'pricing',
  'products',
  'lots',
  'inventory',
  'pos',
  'billing',
  'orders',
  'recalls',
  'integrations',
  'compliance',
  'imports',
  'market',
  'menus',
  'search',
  'overview',
  'reports',
  'views',
  'notifications',
  'usage',
  'audit',
  'webhooks',
  'tenants',
];

/** The rooms of the orders wing: each imports those before it, types included. */
const ROOMS_OF_ORDERS = [
  'shapes',
  'fleet',
  'tables.ts',
  'schema.ts',
  'parts',
  'resource.ts',
  'queries.sql.ts',
  'figures',
  'queries.ts',
  'stock',
  'money',
  'backorders',
  'flow',
  'placing',
  'lines',
  'carts',
  'comments',
  'receipts',
  'drafts',
  'documents',
  'service.ts',
  'moves.ts',
  'merging.sql.ts',
  'router.ts',
];

/** Data without imports, of which the reasons of errors are made: a condition of sale is one place. */
const CONDITIONS_OF_SALE = '^server/features/orders/placing/conditions\\.schema\\.ts$';

const wingOrder = WINGS.slice(0, -1).map((wing, index) => ({
  name: `${wing}-imports-downward`,
  comment: `A wing imports only from those before it: ${WINGS.join(', ')}.`,
  severity: 'error',
  from: { path: `^server/${wing}/` },
  to: { path: `^server/(${WINGS.slice(index + 1).join('|')})/`, pathNot: CONDITIONS_OF_SALE },
}));

/** Tables, conditions on the status of an order and the list of categories are free: foreign keys point both ways, and no-circles still holds (decision 107). */
const featureOrder = FEATURES.slice(0, -1).map((feature, index) => ({
  name: `${feature}-imports-earlier-features`,
  severity: 'error',
  from: { path: `^server/features/${feature}/`, pathNot: '/tables\\.ts$' },
  to: {
    path: `^server/features/(${FEATURES.slice(index + 1).join('|')})/`,
    pathNot: '/(tables|flow\\.sql|categories)\\.ts$',
    dependencyTypesNot: ['type-only'],
  },
}));

const pathOf = (rooms) => `^server/features/orders/(${rooms.join('|').replaceAll('.', '\\.')})(/|$)`;
const roomOrder = ROOMS_OF_ORDERS.slice(0, -1).map((room, index) => ({
  name: `orders-${room.replaceAll('.', '-')}-imports-earlier-rooms`,
  severity: 'error',
  from: { path: pathOf([room]) },
  to: { path: pathOf(ROOMS_OF_ORDERS.slice(index + 1)), pathNot: CONDITIONS_OF_SALE },
}));

/** Shapes without code of the server. */
const SCHEMAS = '[/.]schema\\.ts$';

/** The files below a folder whose first line says who may import them, where their name doesn't. */
const saying = (folder, line) =>
  readdirSync(join(__dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => line.test(readFileSync(join(__dirname, folder, file), 'utf8').split('\n', 1)[0]))
    .map((file) => `^${folder}/${file.replaceAll('.', '\\.')}$`);

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Nor by types alone: a type that two files share is declared in the lower one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-file-has-a-wing',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/(${WINGS.join('|')})/` },
      to: {},
    },
    ...wingOrder,
    {
      name: 'every-feature-has-its-place',
      comment: 'A new feature is listed in FEATURES, which decides what it may import.',
      severity: 'error',
      from: { path: '^server/features/', pathNot: `^server/features/(${FEATURES.join('|')})/` },
      to: {},
    },
    ...featureOrder,
    {
      name: 'every-room-of-orders-has-its-place',
      comment: 'A new room is listed in ROOMS_OF_ORDERS, which decides what it may import.',
      severity: 'error',
      from: { path: '^server/features/orders/', pathNot: pathOf(ROOMS_OF_ORDERS) },
      to: {},
    },
    ...roomOrder,
    {
      name: 'other-features-by-service-queries-schema',
      comment: "Another feature's writes, reads and shapes, and the tables that foreign keys name.",
      severity: 'error',
      from: { path: '^server/features/([^/]+)/' },
      to: {
        path: '^server/features/[^/]+/',
        pathNot: [
          '^server/features/$1/',
          '/(service|service\\.sql|queries|queries\\.sql|resource|tables)\\.ts$',
          SCHEMAS,
          ...saying('server/features', /^\/\/ (Pages and other|Other) features import this file\.$/),
        ],
      },
    },
    {
      name: 'queries-write-nothing',
      severity: 'error',
      from: { path: '^server/.*/queries\\.ts$' },
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
        "Next's bundle has its own copy of every module: at run time the handle on globalThis is the only way.",
      severity: 'error',
      from: { path: '^(app|components)/' },
      to: {
        path: '^server/',
        pathNot: [
          `^server/features/.*${SCHEMAS}`,
          ...saying('server', /^\/\/ Pages( and other features)? import this file\.$/),
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'every-component-has-a-wing',
      severity: 'error',
      from: { path: '^components/', pathNot: `^components/(${COMPONENT_WINGS.join('|')})/` },
      to: {},
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^components/ui/base/' },
      to: { path: '^(server|app|components)/', pathNot: '^components/ui/base/' },
    },
    {
      name: 'forms-take-zod-mini',
      comment: 'One import of the whole library adds 11 KB to the first load of every page.',
      severity: 'error',
      from: { path: '^(app|components)/' },
      to: {
        path: 'node_modules/zod/',
        pathNot: 'node_modules/zod/(v4/)?mini/',
        dependencyTypesNot: ['type-only'],
      },
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
