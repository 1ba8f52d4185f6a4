import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { toDollars } from '../../../kernel/money';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { Interrupted, resumeRun } from '../../../platform/lease/resumable-run';
import { INTEGRATION_EVENTS, noteFailure } from '../../integrations/service';
import { VendorError } from '../../integrations/vendor-error';
import { enqueueImport } from '../running/enqueue-import';
import { buildPart } from './build-part';
import { enqueueMigration } from './enqueue';
import { MigrationFailure } from './failure';
import { missingItems } from './items.sql';
import { readMigration } from './queries';
import { type LeasedMigration, type RunContext, readSource } from './read-source';
import {
  abandonedMigrations,
  applyPart,
  caseProducts,
  completeMigration,
  failingCells,
  failMigration,
  makeReady,
  migrationLeases,
  nextStep,
  notCarriedIn,
  type PartRow,
  partsOf,
  recheckPart,
  relationshipsIn,
  releaseMigration,
  startRecheck,
  takeMigrationRow,
  waitForPart,
} from './run.sql';
import { type Found, MAX_MISSING } from './schema';
import { migrationRows } from './tables';
import { isCustomers } from './vendors/distru';
import type { MigrationKind } from './words';

export const MIGRATION_EVENTS = ['migration.completed'] as const;
interface JobContext extends RunContext {
  log: Logger;
  /** Aborted when the process is stopping. */
  stopping: AbortSignal;
}

/** Reads, checks or applies what is next of a migration. Its imports' own jobs check and apply lines, and add this one at their end. */
export async function runMigration(ctx: JobContext, id: string): Promise<void> {
  const leased = await takeMigrationRow(ctx.db, id);
  if (!leased) return;
  await resumeRun(ctx, leased, {
    name: 'migration',
    leases: migrationLeases,
    work: (run, pause) => goOn(ctx, run, pause),
    isFinal: (error) => error instanceof MigrationFailure || (error instanceof VendorError && error.lasting),
    pauseAfter: (error) => {
      const at = error instanceof VendorError ? error.retryAfter : null;
      return at ? Math.max(0, (at.getTime() - Date.now()) / 1000) : 0;
    },
    postpone: async (run, seconds) => {
      await releaseMigration(ctx.db, run, seconds);
      await enqueueMigration(ctx.db, run, { runAt: new Date(Date.now() + seconds * 1000) });
    },
    fail: (run, error) => fail(ctx, run, error),
  });
}

/** Adds jobs for migrations without a process. */
export async function resumeMigrations({ db }: { db: Db }): Promise<void> {
  for (const abandoned of await abandonedMigrations(db)) {
    await enqueueMigration(db, abandoned, { key: `resume_migration:${abandoned.id}` });
  }
}

async function goOn(ctx: JobContext, leased: LeasedMigration, pause: () => void): Promise<void> {
  if (leased.status === 'reading' && !leased.isRead) await readSource(ctx, leased, pause);
  while (leased.step < leased.kinds.length) {
    pause();
    const kind = leased.kinds[leased.step] as MigrationKind;
    const part = (await partsOf(ctx.db, leased.id)).find((one) => one.kind === kind);
    const isThrough =
      leased.status === 'reading' ? await check(ctx, leased, kind, part) : await apply(ctx, leased, part);
    if (!isThrough) return;
    await nextStep(ctx.db, leased, kind, part ? await aboutOf(ctx.db, leased, kind, part.id) : {});
    leased.step += 1;
  }
  if (leased.status === 'reading') await makeReady(ctx.db, leased, await foundIn(ctx.db, leased));
  else await complete(ctx.db, leased);
}

/** @returns whether the kind is through; else its import's job goes on */
async function check(
  ctx: JobContext,
  leased: LeasedMigration,
  kind: MigrationKind,
  part: PartRow | undefined,
): Promise<boolean> {
  if (!part) {
    const made = await buildPart(ctx, leased, kind, async (tx) => {
      await migrationLeases.hold(tx, leased);
      await startRecheck(tx, leased);
    });
    if (!made) return true;
    return waitFor(ctx.db, leased, kind);
  }
  if (part.status === 'checking') return waitFor(ctx.db, leased, kind);
  if (part.status === 'mapping') return true;
  if (leased.rechecked < leased.step) return recheck(ctx.db, leased, part);
  if (part.status === 'failed') throw failureOf(part);
  return true;
}

/** @returns whether the kind was applied; else its import's job goes on */
async function apply(
  { db }: JobContext,
  leased: LeasedMigration,
  part: PartRow | undefined,
): Promise<boolean> {
  if (!part || part.status === 'completed') return true;
  if (part.status === 'mapping') {
    throw new MigrationFailure(
      'mapping_required',
      `Say what the columns of the file of ${part.kind} mean first.`,
    );
  }
  if (part.status === 'checking' || part.status === 'applying') return waitFor(db, leased, part.kind);
  // What its lines refer to was created meanwhile.
  if (leased.rechecked < leased.step) return recheck(db, leased, part);
  if (part.status === 'failed') throw failureOf(part);
  await db.transaction(async (tx) => {
    await migrationLeases.hold(tx, leased);
    await applyPart(tx, part.id, leased.memberId, leased.keyId, leased.requestId);
    await enqueueImport(tx, { id: part.id, entityId: leased.entityId });
  });
  return waitFor(db, leased, part.kind);
}

async function recheck(db: Db, leased: LeasedMigration, { id, kind }: PartRow): Promise<false> {
  await db.transaction(async (tx) => {
    await startRecheck(tx, leased);
    await recheckPart(tx, id);
    await enqueueImport(tx, { id, entityId: leased.entityId });
  });
  return waitFor(db, leased, kind);
}

/** Leaves the migration to the job of its import, whose end adds this job again; it may have ended before the migration was free. */
async function waitFor(db: Db, leased: LeasedMigration, kind: MigrationKind): Promise<false> {
  await waitForPart(db, leased);
  const part = (await partsOf(db, leased.id)).find((one) => one.kind === kind);
  if (part?.status !== 'checking' && part?.status !== 'applying') await enqueueMigration(db, leased);
  return false;
}

const failureOf = ({ error, kind }: PartRow) =>
  new MigrationFailure(error?.code ?? 'failed', `${kind}: ${error?.message ?? 'The import failed.'}`);

async function aboutOf(
  db: Db,
  leased: LeasedMigration,
  kind: MigrationKind,
  importId: string,
): Promise<object> {
  const missing = await missingItems(db, leased.entityId, leased.system, kind, importId, MAX_MISSING);
  const fields = await notCarriedIn(db, importId);
  return {
    not_carried: Object.fromEntries(fields.map(({ field, lines }) => [field, lines])),
    missing: missing.map(({ external_id, name }) => ({ external_id, name })),
    missing_count: missing[0]?.total ?? 0,
  };
}

async function foundIn(db: Db, { id, settings }: LeasedMigration): Promise<Found> {
  const parts = new Map((await partsOf(db, id)).map((part) => [part.kind, part.id]));
  const [inventory, products] = [parts.get('inventory'), parts.get('products')];
  const locations = inventory
    ? await failingCells(db, inventory, 'location', ['unknown_location', 'ambiguous', 'required'])
    : [];
  const categories = products ? await failingCells(db, products, 'category', ['unknown_value']) : [];
  const cased = products ? await caseProducts(db, products) : [];
  const relationships = await relationshipsIn(db, id);
  return {
    locations: locations.map(({ name, lines }) => ({ id: name, name, lines })),
    categories: categories.map((one) => ({ ...one, known: false })),
    relationships: relationships.map((one) => ({
      ...one,
      taken: settings.relationships ? settings.relationships.includes(one.name) : isCustomers(one.name),
    })),
    case_prices:
      cased.length === 0
        ? null
        : {
            proposed: cased.some(({ sold_in_cases }) => sold_in_cases) ? 'per_case' : 'per_unit',
            products: cased.map(({ sku, name, case_size, price_cents }) => ({
              ...{ sku, name, case_size, price: toDollars(price_cents).toFixed(2) },
              per_case: price_cents % case_size === 0 ? toDollars(price_cents / case_size).toFixed(2) : null,
              per_unit: toDollars(price_cents).toFixed(2),
            })),
          },
  };
}

async function complete(db: Db, leased: LeasedMigration): Promise<void> {
  const request = { id: leased.requestId, address: '', userAgent: null, transport: 'job' as const };
  await runUnitOfWork({ db, actor: null, request }, MIGRATION_EVENTS, async (unit) => {
    await completeMigration(unit.db, leased);
    // What was read has become lines.
    await unit.db.delete(migrationRows).where(eq(migrationRows.migrationId, leased.id));
    unit.emit(
      'migration.completed',
      leased.entityId,
      await readMigration(unit.db, leased.id, leased.entityId),
    );
  });
}

async function fail(
  { db, log, vendorHosts }: JobContext,
  leased: LeasedMigration,
  error: unknown,
): Promise<void> {
  const { connectionId } = leased;
  if (error instanceof VendorError && connectionId !== null) {
    const request = { id: leased.requestId, address: '', userAgent: null, transport: 'job' as const };
    await runUnitOfWork({ db, actor: null, request }, INTEGRATION_EVENTS, (unit) =>
      noteFailure(unit, vendorHosts, connectionId, error),
    );
  }
  const isKnown =
    error instanceof MigrationFailure || error instanceof VendorError || error instanceof Interrupted;
  if (!isKnown) log.error({ err: error, migration: leased.id }, 'a migration failed');
  await failMigration(db, leased, errorOf(error));
}

function errorOf(error: unknown): { code: string; message: string } {
  if (error instanceof MigrationFailure || error instanceof VendorError)
    return { code: error.code, message: error.message };
  if (error instanceof Interrupted) {
    return {
      code: 'interrupted',
      message: 'The migration was interrupted too often. Read or apply it again.',
    };
  }
  return { code: 'internal', message: 'Something went wrong on our side. Try again.' };
}
