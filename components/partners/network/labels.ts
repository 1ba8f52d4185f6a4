import type { EntityType } from '@/server/kernel/permissions';
import type { Connection, ConnectionStatus } from './types';

export const TYPE: Record<EntityType, string> = {
  retailer: 'Retailer',
  wholesaler: 'Wholesaler',
  cultivator: 'Cultivator',
};

export const STATUS: Record<ConnectionStatus, string> = {
  accepted: 'Connected',
  pending: 'Pending',
  rejected: 'Rejected',
};

/** Who waits for whom, or who decided: "Awaiting your response". */
export function situationOf({ status, direction }: Pick<Connection, 'status' | 'direction'>): string {
  const incoming = direction === 'incoming';
  if (status === 'pending') return incoming ? 'Awaiting your response' : 'Awaiting their response';
  if (status === 'rejected') return incoming ? 'You rejected it' : 'They rejected it';
  return incoming ? 'Requested by them' : 'Requested by you';
}
