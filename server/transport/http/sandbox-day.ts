import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { AppError, invalidRequest } from '../../kernel/errors';
import { fieldErrors } from '../../kernel/field-errors';
import { CalendarDate } from '../../kernel/params';
import { sendJson } from '../rest/envelope';
import { methodNotAllowed } from '../rest/routes';

export const SANDBOX_DAY = '/sandbox/day';
/** Runs the jobs of a day. @returns what they found */
export type RunDay = (date: string) => Promise<object>;

const Day = z.strictObject({ date: CalendarDate });
const MAX_BYTES = 1024;

/**
 * Runs the jobs of a day in a sandbox; it doesn't exist elsewhere. JSON alone: other sites' pages can't send it unasked.
 * @throws AppError NOT_FOUND without a sandbox, INVALID_REQUEST
 */
export async function serveSandboxDay(
  req: IncomingMessage,
  res: ServerResponse,
  runDay: RunDay | null,
): Promise<void> {
  if (!runDay) throw new AppError('NOT_FOUND', 'Resource not found.');
  if (req.method !== 'POST') throw methodNotAllowed(['POST']);
  const isJson = /^application\/json\b/i.test(req.headers['content-type'] ?? '');
  const given = isJson ? await readJson(req) : undefined;
  const parsed = Day.safeParse(given);
  if (!parsed.success) throw invalidRequest(fieldErrors(parsed.error.issues, given));
  const { date } = parsed.data;
  sendJson(res, 200, { date, ...(await runDay(date)) }, false);
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req) {
    length += (chunk as Buffer).length;
    if (length > MAX_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
