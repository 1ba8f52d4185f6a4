import { type Changes, PAGE, PARTNERS, STOCK, type Stale } from './stale';

/** What is out of date after a change of this wing. */
export const PARTNERS_STALE = {
  'connection.changed': [...STOCK, 'entity', PAGE],
  'customer.created': ['customers', 'entity.connections'],
  'customer.updated': ['customers', 'priceLists', 'entity.connections', PAGE],
  // The page of the customer is being left: fetching it again would fail with 404.
  'customer.deleted': ['customers.list', 'entity.connections.list'],
  'connection.limited': ['entity.connections'],
  'claim.changed': ['businessInvitations.received', 'claims', PAGE],
  'customer.claimed': ['claims', 'customers', 'entity.connections', PAGE],
  'connection.requested': PARTNERS,
  'connection.accepted': PARTNERS,
  'connection.rejected': PARTNERS,
  // The page of the connection is being left: fetching it again would fail with 404.
  'connection.ended': ['customers.list', 'entity.connections.list', 'market', 'products', 'suppliers.list'],
  'invitation.changed': ['businessInvitations.list'],
  'joining.saved': ['claims.joining'],
  'supplier.changed': ['suppliers'],
} satisfies Stale;

/** What operations on customers, suppliers, connections, invitations and claims change. */
export const PARTNERS_CHANGES: Changes = {
  'businessInvitations.accept': ['connection.accepted', 'claim.changed'],
  'businessInvitations.invite': ['invitation.changed'],
  'businessInvitations.revoke': ['invitation.changed'],
  'claims.confirm': ['claim.changed'],
  'claims.merge': ['claim.changed'],
  'claims.reject': ['claim.changed'],
  'claims.rejectOffers': ['claim.changed'],
  'claims.updateJoining': ['joining.saved'],
  'customers.addLocation': ['customer.updated'],
  'customers.create': ['customer.created'],
  'customers.delete': ['customer.deleted'],
  'customers.drawStatement': [],
  'customers.followUps.create': ['follow-up.changed'],
  'customers.followUps.delete': ['follow-up.changed'],
  'customers.followUps.update': ['follow-up.changed'],
  'customers.sendStatement': ['invoice.told'],
  'customers.update': ['customer.updated'],
  'customers.updateLocation': ['customer.updated'],
  'entity.connections.accept': ['connection.accepted'],
  'entity.connections.end': ['connection.ended'],
  'entity.connections.reject': ['connection.rejected'],
  'entity.connections.request': ['connection.requested', 'connection.accepted'],
  'entity.connections.update': ['connection.limited'],
  'suppliers.drawStatement': [],
  'suppliers.followUps.create': ['follow-up.changed'],
  'suppliers.followUps.delete': ['follow-up.changed'],
  'suppliers.followUps.update': ['follow-up.changed'],
  'suppliers.update': ['supplier.changed'],
};
