import type { EntityType } from '@/server/kernel/permissions';
import type { OrderStatusName, RoomType } from './types';

type OrderWords = {
  /** The list that the numbers lead to, as the navigation calls it. */
  list: string;
  pending: string;
  pendingNote: string;
  due: string;
  dueNote: string;
  value: string;
  /** Whether more of it is good news; buying more is neither. */
  moreIsGood: boolean | undefined;
};

/** What orders are called by each side; a cultivator has none. */
export const ORDER_WORDS: Record<EntityType, OrderWords | null> = {
  wholesaler: {
    list: 'Sales',
    pending: 'Pending orders',
    pendingNote: 'waiting for you',
    due: 'Shipments due',
    dueNote: 'due by tomorrow',
    value: 'Sales',
    moreIsGood: true,
  },
  retailer: {
    list: 'Purchases',
    pending: 'Pending orders',
    pendingNote: 'waiting for the supplier',
    due: 'Deliveries due',
    dueNote: 'due by tomorrow, not shipped',
    value: 'Purchases',
    moreIsGood: undefined,
  },
  cultivator: null,
};

export const STATUS: Record<OrderStatusName, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  preparing: 'Preparing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Canceled',
};

export const ROOM: Record<RoomType, string> = {
  sales_floor: 'Sales floor',
  vault: 'Vault',
  quarantine: 'Quarantine',
  secret_menu: 'Secret menu',
};
