import { type Answer, pageOf, refusedFor } from './answer';
import { adjust, adjustmentsOf, finish, packageOf, packagesIn } from './packages';
import { deleteTemplate, writeTemplates } from './templates';
import { deliveriesOf, deliveryPackages, templatesIn, transfersIn } from './transfers';
import { type Facility, REASONS, type State, TYPES, type World } from './world';

export interface Call {
  world: World;
  method: string;
  path: string;
  query: URLSearchParams;
  license: string;
  rows: unknown[];
}

type Handler = (call: Call, id: string) => Answer;

const list =
  (state: State): Handler =>
  ({ world, license, query }) =>
    packagesIn(world, license, state, query);
const READS: ReadonlyArray<readonly [RegExp, Handler]> = [
  [/^\/packages\/v2\/active$/, list('active')],
  [/^\/packages\/v2\/onhold$/, list('onhold')],
  [/^\/packages\/v2\/inactive$/, list('inactive')],
  [/^\/packages\/v2\/intransit$/, list('intransit')],
  [/^\/packages\/v2\/adjust\/reasons$/, ({ query }) => pageOf(REASONS, query, (one) => one)],
  [/^\/packages\/v2\/adjustments$/, ({ world, license, query }) => adjustmentsOf(world, license, query)],
  [/^\/packages\/v2\/([^/]+)$/, ({ world, license }, name) => packageOf(world, license, name)],
  [/^\/transfers\/v2\/types$/, ({ query }) => pageOf(TYPES, query, (one) => one)],
  [
    /^\/transfers\/v2\/templates\/outgoing$/,
    ({ world, license, query }) => templatesIn(world, license, query),
  ],
  [
    /^\/transfers\/v2\/templates\/outgoing\/(\d+)\/deliveries$/,
    ({ world, query }, id) => deliveriesOf(world, Number(id), true, query),
  ],
  [
    /^\/transfers\/v2\/templates\/outgoing\/deliveries\/(\d+)\/packages$/,
    ({ world, query }, id) => deliveryPackages(world, Number(id), true, query),
  ],
  [
    /^\/transfers\/v2\/incoming$/,
    ({ world, license, query }) => transfersIn(world, license, 'incoming', query),
  ],
  [
    /^\/transfers\/v2\/outgoing$/,
    ({ world, license, query }) => transfersIn(world, license, 'outgoing', query),
  ],
  [
    /^\/transfers\/v2\/rejected$/,
    ({ world, license, query }) => transfersIn(world, license, 'rejected', query),
  ],
  [
    /^\/transfers\/v2\/(\d+)\/deliveries$/,
    ({ world, query }, id) => deliveriesOf(world, Number(id), false, query),
  ],
  [
    /^\/transfers\/v2\/deliveries\/(\d+)\/packages(?:\/wholesale)?$/,
    ({ world, query }, id) => deliveryPackages(world, Number(id), false, query),
  ],
];
const WRITES: Record<string, Handler> = {
  'POST /packages/v2/adjust': ({ world, license, rows }) => adjust(world, license, rows, false),
  'PUT /packages/v2/adjust': ({ world, license, rows }) => adjust(world, license, rows, true),
  'PUT /packages/v2/finish': ({ world, license, rows }) => finish(world, license, rows),
  'POST /transfers/v2/templates/outgoing': ({ world, license, rows }) =>
    writeTemplates(world, license, rows, false),
  'PUT /transfers/v2/templates/outgoing': ({ world, license, rows }) =>
    writeTemplates(world, license, rows, true),
};
const ONE_TEMPLATE = /^\/transfers\/v2\/templates\/outgoing\/(\d+)$/;
/** Asked by id alone, as the published contract has them. */
export const NEEDS_NO_LICENSE =
  /^\/(?:facilities\/v2|transfers\/v2\/(?:\d+\/deliveries|(?:templates\/outgoing\/)?(?:\d+\/deliveries|deliveries\/\d+\/packages)(?:\/wholesale)?))$/;

/** How the state responds to a call with valid keys. */
export function route(call: Call): Answer {
  const { world, method, path, license } = call;
  const one = ONE_TEMPLATE.exec(path);
  if (method === 'DELETE' && one) return deleteTemplate(world, license, Number(one[1]));
  if (method !== 'GET') return WRITES[`${method} ${path}`]?.(call, '') ?? refusedFor('Not found.', 404);
  for (const [pattern, handler] of READS) {
    const match = pattern.exec(path);
    if (match) return handler(call, decodeURIComponent(match[1] ?? ''));
  }
  return refusedFor('Not found.', 404);
}

export const shownFacility = ({ license, name }: Facility) => ({
  Name: name,
  Alias: null,
  DisplayName: name,
  IsOwner: true,
  IsManager: true,
  IsFinancialContact: false,
  Occupations: [],
  CredentialedDate: '2026-01-01',
  HireDate: '2026-01-01',
  Email: null,
  FacilityType: { CanAdjustPackages: true, CanTransfer: true },
  License: { Number: license, StartDate: '2026-01-01', EndDate: null, LicenseType: 'Cannabis' },
});
