import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { z } from 'zod';
import type { ErrorCode } from '../kernel/errors';
import type { EventType } from '../kernel/events';
import type { Permission } from '../kernel/permissions';
import type { Reason } from '../kernel/reasons';
import type { Access, WhileRestricted } from './authorize';
import type { Recent } from './confirmation';
import type { Context, MemberContext } from './context';
import { toAppError } from './failure';
import type { Everywhere } from './limited';
import type { ObjectRow } from './object-row';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The declaration as the transports and tests read it. */
export interface Operation {
  method: Method;
  path: string;
  tag: string;
  summary: string;
  description: string | undefined;
  access: Access;
  status: 200 | 201 | 202 | 204;
  location: string | null;
  /** Its own errors, beyond those of every operation. */
  errors: readonly ErrorCode[];
  /** Every `details.reason` of its 403 and 409. */
  reasons: readonly Reason[];
  emits: readonly EventType[];
  body: 'json' | 'pdf' | 'csv' | 'image' | 'logo' | 'statement';
  /** Whether the body of a public operation may be longer than others'. */
  longBody: boolean;
  /** The list of the body that may be long, or CSV. */
  table: string | null;
  /** The list that may be the whole body. */
  list: string | null;
  /** Columns of its CSV, where these aren't all fields. */
  columns: readonly string[] | null;
  csvFields: Readonly<Record<string, string>>;
  /** The rows of a response that is no list. */
  csvRows: ((output: unknown) => Array<Record<string, unknown>>) | null;
  response: 'json' | 'file';
  /** Types of a file. */
  media: readonly string[];
  input: z.ZodObject;
  documented: z.ZodType | undefined;
  nulls: 'absent' | 'clears';
  /** Whether a replica may serve it, and whether in one snapshot. */
  replica: boolean | 'repeatable read';
  output: z.ZodType;
  /** Whether the output has a `version`, which is its `ETag`; a PUT or PATCH then compares `If-Match` itself. */
  versioned: boolean;
  /** Whether a PUT makes what isn't there. */
  upserts: boolean;
  /** Another permission that opens it alone. */
  orPermission: Permission | null;
  /** Whether its JSON may be long. */
  large: boolean;
  /** The row of the object that a GET reads; null for any other operation. */
  object: ObjectRow | null;
  /** Whether a suspended business may call it. */
  whileSuspended: boolean;
  whileRestricted: WhileRestricted | undefined;
  /** What of it concerns every location; null for nothing (decision 904). */
  everywhere: Everywhere | null;
  /** When it needs a recent sign-in; null for never. */
  recent: Recent | null;
  /**
   * Authorizes and runs a call, over either transport.
   * @param raw the input as it was sent
   * @param asText true for a response that may be JSON text (decision 260)
   * @throws TRPCError with an AppError as its cause
   */
  run(ctx: Context, raw: unknown, signal: AbortSignal | undefined, asText?: boolean): Promise<unknown>;
  /**
   * What it responds with, within other work of a caller who may do that: without a slot, and without asking what the caller may.
   * @throws AppError and what the handler throws
   */
  show(ctx: Context, raw: unknown): Promise<unknown>;
}

export interface Meta extends OpenApiMeta {
  operation: Operation;
}

export const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const failure = toAppError(error);
      return {
        message: failure.message,
        code: shape.code,
        data: {
          code: failure.code,
          httpStatus: failure.status,
          details: failure.details,
          requestId: ctx?.request.id ?? null,
        },
      };
    },
  });

/** What the handlers of members' operations get; routers take these procedures like others. */
export const memberProcedure = initTRPC.context<MemberContext>().meta<Meta>().create().procedure;

export const router = t.router;
