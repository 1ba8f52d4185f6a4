import { z } from 'zod';
import { addDays, dateIn } from '../../../kernel/clock';
import { invalidRequest, notFound } from '../../../kernel/errors';
import { Id, isId, text, wholeNumber } from '../../../kernel/params';
import type { Call } from '../call';
import { counted, Rows, tool } from '../tool';

export const BatchName = {
  batch_id: text(100).optional().meta({ description: 'Id of the batch, or its number as printed' }),
  package_tag: text(100).optional().meta({ description: 'Tag of a package of it, in place of `batch_id`' }),
};

/** The id of a batch that is named by id, number or tag. @throws AppError NOT_FOUND, INVALID_REQUEST for a number that several have */
export async function batchOf(
  { caller }: Pick<Call, 'caller'>,
  { batch_id, package_tag }: { batch_id?: string | undefined; package_tag?: string | undefined },
): Promise<string> {
  if (package_tag !== undefined) {
    const { data } = await caller.lots.list({ package_tag, limit: 2 });
    return only(data.map(({ batch }) => batch));
  }
  if (batch_id === undefined)
    throw invalidRequest([{ path: 'batch_id', code: 'required', message: 'or package_tag is required' }]);
  if (isId(batch_id)) return batch_id;
  const { data } = await caller.batches.list({ batch_id, limit: 2 });
  return only(data.map(({ id }) => id));
}

function only(ids: readonly string[]): string {
  const [id, another] = new Set(ids);
  if (id === undefined) throw notFound();
  if (another !== undefined)
    throw invalidRequest([
      { path: 'batch_id', code: 'ambiguous', message: 'is the number of several batches: send the id' },
    ]);
  return id;
}

export const traceABatch = tool({
  name: 'trace_batch',
  title: 'Trace a batch',
  description:
    'Where units of a batch came from and where they are or went, within what you may see, with its certificate.',
  scope: 'mcp:read',
  permissions: ['read:inventory'],
  input: z.strictObject(BatchName),
  output: z.looseObject({ batch: z.looseObject({}), origins: Rows, holders: Rows }),
  async run(call, input, rows) {
    return readTrace(call, await batchOf(call, input), rows);
  },
});

/** A trace as tools and resources show it. @throws AppError NOT_FOUND */
export async function readTrace({ caller }: Call, id: string, rows: number) {
  const [batch, trace] = await Promise.all([
    caller.batches.get({ id }),
    caller.batches.trace({ id, limit: 500 }),
  ]);
  const steps = trace.data.map(({ reference, reference_id, ...step }) => ({
    ...{
      direction: step.direction,
      kind: step.kind,
      state: step.state,
      at: step.at,
      quantity: step.quantity,
    },
    ...{
      lot_id: step.lot_id,
      package_tag: step.package_tag,
      party: step.party,
      location_id: step.location_id,
    },
    ...{ number: reference, object_id: reference_id },
  }));
  const of = (direction: string) => steps.filter((step) => step.direction === direction).slice(0, rows);
  const { certificates } = trace;
  return {
    sentence: `${counted(batch.quantity, 'unit')} of the batch on hand; ${counted(steps.length, 'step')} in its trace.`,
    content: {
      batch: {
        ...{ id, batch_id: batch.batch_id, product_id: batch.product_id, product_name: batch.product_name },
        ...{ expires_on: batch.expires_on, test_status: batch.test_status, held: batch.held },
        ...{ hold_reason: batch.hold_reason, quantity: batch.quantity, has_coa: batch.has_coa },
      },
      certificate: certificates.find(({ withdrawn }) => withdrawn === null) ?? null,
      origins: of('backward'),
      holders: of('forward'),
      complete: !trace.pagination.has_more,
    },
  };
}

export const listExpiring = tool({
  name: 'list_expiring',
  title: 'What expires soon',
  description: 'Batches with units on hand that expire within up to 90 days, or have expired, soonest first.',
  scope: 'mcp:read',
  permissions: ['read:inventory'],
  input: z.strictObject({
    days: wholeNumber().min(0).max(90).default(30).meta({ description: 'Within how many days' }),
    location_id: Id.optional().meta({ description: 'Only this location' }),
  }),
  output: z.looseObject({ lots: Rows, more: z.boolean() }),
  async run({ ctx: { actor }, caller }, { days, location_id }, rows) {
    const expires_before = addDays(dateIn(actor.entity.timezone), days + 1);
    const { data, pagination } = await caller.batches.list({
      ...{ expires_before, location_id, on_hand: true, sort: 'expires_on', limit: rows },
    });
    return {
      sentence: `${counted(data.length, 'batch', 'batches')} with units on hand whose last day is before ${expires_before}.`,
      content: {
        lots: data.map((one) => ({
          ...{
            id: one.id,
            batch_id: one.batch_id,
            product_id: one.product_id,
            product_name: one.product_name,
          },
          ...{
            expires_on: one.expires_on,
            quantity: one.quantity,
            test_status: one.test_status,
            held: one.held,
          },
        })),
        more: pagination.has_more,
      },
    };
  },
});
