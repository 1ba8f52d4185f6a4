import type { Draft } from './types';

/** "Quote from Golden Coast", "Draft for Corner Shop". @param entityId the reader's business */
export function titleOf(
  { sent_at, wholesaler, retailer }: Pick<Draft, 'sent_at' | 'wholesaler' | 'retailer'>,
  entityId: string,
): string {
  if (retailer.id !== entityId) return `${sent_at ? 'Quote' : 'Draft'} for ${retailer.name}`;
  return `${sent_at ? 'Quote' : 'Draft purchase'} from ${wholesaler.name}`;
}
