import type { Permission } from '@/server/kernel/permissions';
import type { Draft } from './types';

export type DraftAct = 'accept' | 'copy' | 'decline' | 'delete' | 'edit' | 'order' | 'send' | 'withdraw';

/**
 * What a member may do with a draft or quote now.
 * @param reader the member's business; `decides` when the buyer isn't on board, so that its seller accepts and declines
 */
export function actsOf(
  { status, author, wholesaler, retailer }: Draft,
  {
    entityId,
    decides,
    can,
  }: { entityId: string; decides: boolean; can: (permission: Permission) => boolean },
): ReadonlySet<DraftAct> {
  const writes = author.entity_id === entityId;
  const sells = writes && wholesaler.id === entityId;
  const buys = retailer.id === entityId || decides;
  const [places, updates] = [can('create:orders'), can('update:orders')];
  const isDraft = writes && status === 'draft';
  const isSent = status === 'sent';
  const rules: Record<DraftAct, boolean> = {
    order: isDraft && places,
    send: isDraft && sells && updates,
    // The form of a buyer is its cart.
    edit: isDraft && sells && updates && places && can('read:customers'),
    delete: isDraft && updates,
    accept: isSent && buys && places,
    decline: isSent && buys && updates,
    withdraw: isSent && writes && updates,
    copy: sells && places && can('read:customers') && !isSent && status !== 'draft',
  };
  return new Set((Object.keys(rules) as DraftAct[]).filter((act) => rules[act]));
}
