import type { Logger } from 'pino';
import type { Cipher } from '../../../kernel/cipher';
import type { EventType } from '../../../kernel/events';
import { newId } from '../../../kernel/ids';
import { runUnitOfWork, type Unit } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import type { Leased } from '../../../platform/lease/lease';
import { INTEGRATION_EVENTS } from '../../integrations/service';
import type { License, MetrcEnvironment } from '../metrc/call';
import { JOB_UPDATED, TRANSFER_UPDATED } from '../words';
import type { SiteRow } from './site.sql';

export interface TellContext extends MetrcEnvironment {
  log: Logger;
  cipher: Cipher;
  /** Aborted when the process is stopping. */
  stopping: AbortSignal;
}

/** A license that one process works on. */
export interface Site extends SiteRow, Leased {
  opened: License;
}

export const TELLING_EVENTS = [JOB_UPDATED, TRANSFER_UPDATED, ...INTEGRATION_EVENTS] as const;

/** Runs work of the platform's own in one transaction with its events. */
export function inUnit<T>(db: Db, work: (unit: Unit) => Promise<T>): Promise<T> {
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  return runUnitOfWork({ db, actor: null, request }, TELLING_EVENTS as readonly EventType[], work);
}
