import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { invalidRequest, lacking } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { postalState } from '../../../kernel/states';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { uuids } from '../../../platform/db/listing';
import {
  type CustomerView,
  customersInFile,
  priceListsOf,
  readCustomers,
} from '../../entities/customers/queries.sql';
import { createCustomer, updateCustomer } from '../../entities/customers/service';
import type { LineError } from '../lines/codes';
import {
  type CheckContext,
  type CheckedLine,
  emptyLine,
  FirstLines,
  fail,
  failEverywhere,
  type LineKind,
  type Values,
} from '../lines/line';
import type { Item } from '../migrations/items.sql';
import {
  DELETED_NOTE,
  itemsOf,
  joinNotes,
  keepLocal,
  keptNote,
  sameNote,
  sourced,
} from '../migrations/keeping';
import type { OpenLine } from '../queries';
import { applyEach } from '../running/apply-line';
import type { CustomerEntry, ReadCustomer } from './read';

const joined = (...notes: Array<string | null>) => notes.filter(Boolean).join(' ') || null;

const CLAIMED =
  'This customer is on board and manages its own profile: only the nickname, the terms, the price list and the external id are taken.';

export const CUSTOMER_LINES: LineKind = {
  openCheck: openCustomerCheck,
  apply: applyEach(writeEntry),
};

/** What is written of a line. */
interface CustomerData {
  entry: CustomerEntry;
  /** What the source's id led to before. */
  object?: string | null;
  /** An earlier line has its license. */
  isSame?: true;
}

/** An entry without fields that were changed here: what is absent keeps its value. */
function withoutKept(entry: CustomerEntry, kept: readonly string[]): CustomerEntry {
  const rest = Object.entries(entry).filter(([name]) => !kept.includes(name));
  return Object.fromEntries(rest) as unknown as CustomerEntry;
}

/** A license as its key has it: upper case, letters and digits only. */
const licenseKey = (number: string) =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Finds the caller's customers alone: no line tells whether others know a business. */
function openCustomerCheck({ actor, leased: { migration } }: CheckContext) {
  const licenses = new FirstLines();
  return async (db: Db, lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadCustomer[];
    const items = await itemsOf(db, migration, 'customers', read);
    const known = await findKnown(
      { db, actor },
      read.flatMap(({ line, entry, source }) => {
        const object = items.get(source?.id ?? '')?.object_id ?? null;
        return entry ? [{ line, entry, object }] : [];
      }),
    );
    const lists = await priceListsOf(db, actor.entity.id);
    const check = ({ line, errors, customerName, note: read, entry, source }: ReadCustomer) => {
      const checked: CheckedLine = { ...emptyLine(line), customerName, note: read, errors };
      if (!entry || (source?.closed && errors.length === 0)) return checked;
      const item = items.get(source?.id ?? '');
      const key = `${licenseKey(entry.license_number)} ${postalState(entry.address.state)}`;
      const earlier = licenses.earlier(key, line);
      if (earlier !== undefined && migration) {
        const data: CustomerData = { entry, isSame: true };
        return { ...checked, outcome: 'unchanged' as const, note: sameNote(earlier, source?.id), data };
      }
      if (earlier !== undefined) fail(errors, '', 'duplicate', `repeats the license of line ${earlier}`);
      const isDeleted = item?.object_id != null && !known.has(line);
      if (isDeleted && !migration?.settings.restore && errors.length === 0) {
        return { ...checked, outcome: 'unchanged' as const, note: joinNotes(read, DELETED_NOTE) };
      }
      checkPriceList(errors, entry, known.get(line), lists, actor);
      checkTerms(errors, entry, known.get(line), actor);
      const plan = planOf(entry, known.get(line), lists, item?.imported);
      const { outcome, before, after, note } = plan;
      if (known.get(line)?.status === 'unclaimed' && known.get(line)?.type !== entry.type) {
        fail(errors, 'type', 'rejected', 'cannot be changed');
      }
      if (outcome === 'update' && !actor.permissions.includes('update:customers')) {
        fail(errors, '', 'forbidden', 'needs the permission update:customers');
      }
      if (errors.length > 0) return checked;
      const data: CustomerData = { entry: withoutKept(entry, plan.kept), object: item?.object_id ?? null };
      const imported = migration && plan.imported;
      return { ...checked, outcome, before, after, note: joined(read, note), data, imported };
    };
    return read.map((one) => sourced(check(one), one.source));
  };
}

async function findKnown(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  lines: ReadonlyArray<{ line: number; entry: CustomerEntry; object?: string | null }>,
): Promise<Map<number, CustomerView>> {
  const asked = lines.map(({ line, entry: { type, license_number, address, external_id } }) => ({
    ...{ line, type, licenseNumber: license_number, state: address.state },
    ...{ system: external_id?.system ?? null, value: external_id?.value ?? null },
  }));
  const objects = new Map(lines.map(({ line, object }) => [line, object ?? null]));
  const listed = await customersInFile(db, actor.entity.id, asked);
  const found = listed.flatMap(({ line, id }) => {
    const known = objects.get(line) ?? id;
    return known === null ? [] : [{ line, id: known }];
  });
  if (found.length === 0) return new Map();
  const views = await readCustomers(db, sql`e.id = any(${uuids(found.map(({ id }) => id))})`, actor);
  const byId = new Map(views.map((view) => [view.id, view]));
  return new Map(
    found.flatMap(({ line, id }) => {
      const view = byId.get(id);
      return view ? [[line, view] as const] : [];
    }),
  );
}

type Lists = ReadonlyArray<{ id: string; name: string }>;

/** A list by its name, regardless of case where no other case matches. */
function listNamed(lists: Lists, name: string | undefined) {
  if (name === undefined) return undefined;
  const folded = name.toLowerCase();
  return lists.find((one) => one.name === name) ?? lists.find((one) => one.name.toLowerCase() === folded);
}

function checkPriceList(
  errors: LineError[],
  { price_list }: CustomerEntry,
  known: CustomerView | undefined,
  lists: Lists,
  actor: Actor,
): void {
  if (price_list === undefined) return;
  const list = listNamed(lists, price_list);
  if (!list) fail(errors, 'price_list', 'rejected', 'is not a price list of yours', price_list);
  else if (list.id !== known?.price_list_id) {
    if (actor.permissions.includes('update:prices')) failEverywhere(errors, actor, ['price_list']);
    else fail(errors, 'price_list', 'forbidden', 'needs the permission update:prices', price_list);
  }
}

function checkTerms(
  errors: LineError[],
  entry: CustomerEntry,
  known: CustomerView | undefined,
  actor: Actor,
): void {
  const terms = termsIn(entry);
  for (const name of ['terms_days', 'credit_limit'] as const) {
    if (terms[name] === undefined || terms[name] === known?.[name]) continue;
    if (actor.permissions.includes('update:terms')) failEverywhere(errors, actor, [name]);
    else fail(errors, name, 'forbidden', 'needs the permission update:terms', String(terms[name]));
  }
}

/** The limit in dollars. */
const termsIn = ({ terms_days, credit_limit }: CustomerEntry) => ({
  terms_days,
  credit_limit: credit_limit === undefined ? undefined : toDollars(credit_limit),
});

interface Plan {
  outcome: 'create' | 'update' | 'unchanged';
  before: Values | null;
  after: Values | null;
  note: string | null;
  /** What is taken from a source. */
  imported: Values;
  /** Fields that were changed here since. */
  kept: string[];
}

/**
 * What a line changes: blank cells keep the value.
 * @param imported values that an earlier migration took, by field
 */
function planOf(
  entry: CustomerEntry,
  known: CustomerView | undefined,
  lists: Lists,
  imported?: Item['imported'],
): Plan {
  const {
    address,
    external_id,
    location_name,
    type,
    price_list,
    terms_days: _,
    credit_limit: __,
    erp_id,
    quickbooks_id,
    ...fields
  } = entry;
  const terms = termsIn(entry);
  const own = {
    terms_days: terms.terms_days?.toString(),
    credit_limit: terms.credit_limit?.toString(),
    nickname: entry.nickname,
    price_list: listNamed(lists, price_list)?.name,
    external_id: external_id && `${external_id.system}:${external_id.value}`,
    erp_id,
    quickbooks_id,
  };
  if (!known) {
    const after = told({ ...fields, type, ...address, location_name, ...own });
    return { outcome: 'create', before: null, after, note: null, imported: after, kept: [] };
  }
  const isClaimed = known.status === 'claimed';
  const given = told(isClaimed ? own : { ...fields, ...address, ...own });
  // A state that is written in another way is the same one.
  if (known.address && postalState(known.address.state) === postalState(address.state)) {
    if (given.state !== undefined) given.state = known.address.state;
  }
  const present = presentOf(known, external_id?.system, lists);
  const { taken, kept } = keepLocal(given, present, imported);
  const changed = Object.keys(taken).filter((name) => taken[name] !== present[name]);
  const pick = (from: Values): Values =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const note = joined(isClaimed ? CLAIMED : null, keptNote(kept));
  const rest = { note, imported: taken, kept };
  if (changed.length === 0) return { outcome: 'unchanged', before: null, after: null, ...rest };
  return { outcome: 'update', before: pick(present), after: pick(taken), ...rest };
}

function presentOf(known: CustomerView, system: string | undefined, lists: Lists): Values {
  const { name, license_number, license_type, license_expiry, nickname, contact, address } = known;
  const value = system === undefined ? undefined : known.external_ids[system];
  return {
    ...{ name, license_number, license_type, license_expiry, nickname, ...address },
    ...{ email: contact?.email ?? null, phone: contact?.phone ?? null },
    terms_days: known.terms_days?.toString() ?? null,
    credit_limit: known.credit_limit?.toString() ?? null,
    price_list: lists.find(({ id }) => id === known.price_list_id)?.name ?? null,
    external_id: value === undefined ? null : `${system}:${value}`,
    legal_name: known.legal_name,
    erp_id: known.external_ids.erp ?? null,
    quickbooks_id: known.external_ids.quickbooks ?? null,
  };
}

function told(values: Record<string, string | undefined>): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

/** @throws AppError INVALID_REQUEST for a list that is gone since the check */
function namedList(lists: Lists, name: string | undefined): string | undefined {
  const list = listNamed(lists, name);
  if (name === undefined || list) return list?.id;
  throw invalidRequest([{ path: 'price_list', code: 'not_found', message: 'is not a price list of yours' }]);
}

async function writeEntry(ctx: WriteContext, { line, data, note }: OpenLine) {
  if (data === null) return { outcome: 'unchanged' as const, before: null, after: null, note };
  const { entry, object = null, isSame } = data as CustomerData;
  const known = (await findKnown(ctx, [{ line, entry, object }])).get(line);
  if (isSame) {
    return { outcome: 'unchanged' as const, before: null, after: null, note, objectId: known?.id ?? null };
  }
  const lists = await priceListsOf(ctx.db, ctx.actor.entity.id);
  const plan = planOf(entry, known, lists);
  const {
    email,
    phone,
    location_name,
    external_id,
    type,
    nickname,
    price_list,
    terms_days: _,
    credit_limit: __,
    erp_id,
    quickbooks_id,
    ...profile
  } = entry;
  const own = {
    nickname,
    ...termsIn(entry),
    price_list_id: namedList(lists, price_list),
    external_ids: idsOf({
      ...(external_id && { [external_id.system]: external_id.value }),
      erp: erp_id,
      quickbooks: quickbooks_id,
    }),
  };
  const contact = { email, phone };
  if (!known) {
    const location = location_name === undefined ? undefined : { name: location_name };
    const created = await createCustomer(ctx, { type, ...profile, contact, location, ...own });
    return { ...shownOf(plan, note), objectId: created.id };
  }
  if (plan.outcome === 'update') {
    // Entered since the check, which took the line for a new customer.
    if (!ctx.actor.permissions.includes('update:customers')) throw lacking('update:customers');
    await updateCustomer(ctx, {
      id: known.id,
      ...(known.status === 'unclaimed' && { ...profile, contact }),
      ...own,
    });
  }
  return { ...shownOf(plan, note), objectId: known.id };
}

/** Its remarks are those of the check, beside what writing it said. */
const shownOf = ({ outcome, before, after, note }: Plan, checked: string | null) => ({
  ...{ outcome, before, after, note: checked ?? note },
});

function idsOf(ids: Record<string, string | undefined>): Record<string, string> | undefined {
  const given = Object.entries(ids).filter((one): one is [string, string] => one[1] !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
