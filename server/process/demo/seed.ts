import { eq, inArray, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { hashPassword } from '../../features/auth/password/passwords';
import { users } from '../../features/auth/tables';
import { refreshPending } from '../../features/billing/credits/service';
import { businessInvitations } from '../../features/entities/business-invitations/tables';
import { claimants, claims } from '../../features/entities/claims/tables';
import { accounts } from '../../features/entities/customers/tables';
import { externalIds } from '../../features/entities/external-ids/tables';
import { lockFounding } from '../../features/entities/founding';
import { connections, entities, locations } from '../../features/entities/tables';
import { stockCountLines, stockCounts } from '../../features/inventory/counts/tables';
import {
  goodsReceiptLines,
  goodsReceipts,
  goodsSuppliers,
} from '../../features/inventory/goods-receipts/tables';
import { recountLevelsOfBatches } from '../../features/inventory/levels/recount';
import {
  inventoryItems,
  inventoryLots,
  inventoryMovements,
  inventoryTransfers,
  stockLevels,
} from '../../features/inventory/tables';
import { batches, lots } from '../../features/lots/tables';
import { notifications } from '../../features/notifications/tables';
import { backorderFills, backorders } from '../../features/orders/backorders/tables';
import { orderComments } from '../../features/orders/comments/tables';
import { drafts } from '../../features/orders/drafts/tables';
import { drivers, vehicles } from '../../features/orders/fleet/tables';
import { orderHistory, receipts } from '../../features/orders/parts/tables';
import { receiptLines, returnLines, returns } from '../../features/orders/receipts/tables';
import { orderAllocations, orderItems, orders } from '../../features/orders/tables';
import { posConnections, syncRuns } from '../../features/pos/tables';
import { taxRules } from '../../features/pricing/taxes/tables';
import {
  listings,
  productCoas,
  productImages,
  products,
  productVariants,
} from '../../features/products/tables';
import { recallResponses, recalls } from '../../features/recalls/tables';
import type { Cipher } from '../../kernel/cipher';
import { RECEIPT_HOURS } from '../../kernel/receipt-hours';
import type { Storage } from '../../kernel/storage';
import { auditLog } from '../../platform/audit-log/tables';
import type { Db } from '../../platform/db/client';
import { writeStatement } from './bank';
import { bulkInsert } from './bulk-insert';
import { connect, connectRegisters, openBusinesses } from './businesses';
import { certify, storeCertificates } from './certificates';
import {
  type Customer,
  connectCustomers,
  enterCustomers,
  numberCustomers,
  tellClaim,
  tellOffer,
} from './customers';
import { tellDrafts } from './drafts';
import { Fleets } from './fleet';
import { tellPast } from './history/past';
import { issueInvoices } from './invoices';
import { writeMenu } from './menus';
import { tellMessages, tellRecalls, tellSeller } from './messages';
import { writeOffer } from './offers';
import { writePayRun } from './pay-run';
import { DEMO_EMAILS, DEMO_PASSWORD } from './people';
import { picture, pictureAddress, storePictures } from './pictures/picture';
import { writeBulkPrices, writePriceLists } from './price-lists';
import { representativesOf, writeRelationships } from './relationships';
import { taxRulesOf } from './taxes';

interface DemoParts {
  db: Db;
  storage: Storage;
  cipher: Cipher;
  /** Where the dashboard is, for the addresses of pictures. */
  publicUrl: string;
}

/** Seeds a database without entities with the demo; of several processes one does it and the others wait. */
export async function seedDemoOnce({ log, ...parts }: DemoParts & { log: Logger }): Promise<void> {
  const began = Date.now();
  if (await seedUnless(parts, hasBusinesses)) log.info({ ms: Date.now() - began }, 'the demo was seeded');
}

/** Adds the demo to an existing database. @returns false when demo accounts already exist: nothing was changed */
export function seedDemo(parts: DemoParts): Promise<boolean> {
  return seedUnless(parts, hasDemoAccounts);
}

async function seedUnless(
  { db, ...parts }: DemoParts,
  isPresent: (db: Db) => Promise<boolean>,
): Promise<boolean> {
  if (await isPresent(db)) return false;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return db.transaction(async (tx) => {
    await lockFounding(tx);
    if (await isPresent(tx)) return false;
    await write({ db: tx, ...parts }, Date.now(), passwordHash);
    return true;
  });
}

async function write(
  { db: tx, storage, cipher, publicUrl }: DemoParts,
  now: number,
  passwordHash: string,
): Promise<void> {
  const byKey = openBusinesses(now, passwordHash);
  const businesses = Object.values(byKey);
  const customers = enterCustomers(byKey, now);
  const { world, orders: book, recalls: past, resale, shortages } = tellPast(byKey, customers, now);
  await bulkInsert(
    tx,
    entities,
    [...businesses, ...customers].map(({ entity }) => entity),
  );
  await bulkInsert(
    tx,
    locations,
    [...businesses, ...customers].flatMap((business) => business.locations),
  );
  await bulkInsert(
    tx,
    taxRules,
    businesses.flatMap((business) => taxRulesOf(business, now)),
  );
  const registers = businesses.flatMap((business) => connectRegisters(business, world.syncs));
  await bulkInsert(tx, posConnections, registers);
  await bulkInsert(
    tx,
    users,
    businesses.flatMap((business) => business.members),
  );
  await bulkInsert(tx, connections, [...connect(byKey, now), ...connectCustomers(customers)]);
  await dateAccounts(tx, customers);
  const parties = new Map([...businesses, ...customers].map((business) => [business.key, business]));
  await writeRelationships(tx, parties, now);
  const representativeOf = representativesOf(parties);
  await bulkInsert(tx, externalIds, numberCustomers(customers));
  const pictures = businesses.flatMap(picture);
  const addresses = new Map(pictures.map(({ row }) => [row.productId, [pictureAddress(publicUrl, row)]]));
  await bulkInsert(
    tx,
    products,
    businesses.flatMap((business) =>
      business.products.map((product) => ({ ...product, images: addresses.get(product.id) })),
    ),
  );
  await storePictures(storage, pictures);
  await bulkInsert(
    tx,
    productImages,
    pictures.map(({ row }) => row),
  );
  await bulkInsert(
    tx,
    productVariants,
    businesses.flatMap((business) => business.variants),
  );
  const [, second, third] = customers.filter(({ seller }) => seller === byKey.wholesaler);
  const lists = {
    gold: [byKey.free, second].filter((one) => one !== undefined),
    independents: [third].filter((one) => one !== undefined),
  };
  await writePriceLists(tx, byKey.wholesaler, lists, now);
  await writeBulkPrices(tx, byKey.cultivator, byKey.wholesaler, now);
  await writeOffer(tx, byKey.wholesaler, byKey.retailer, now);
  await bulkInsert(tx, batches, world.batches.batches);
  await bulkInsert(
    tx,
    lots,
    world.batches.lots.map(({ row }) => row),
  );
  const certificates = businesses.flatMap((business) =>
    certify(business, { batches: world.batches.batches, now }),
  );
  // While the lock is held, so that only one of several processes writes the files.
  await storeCertificates(storage, certificates);
  await bulkInsert(
    tx,
    productCoas,
    certificates.map(({ row }) => row),
  );
  await bulkInsert(
    tx,
    inventoryItems,
    world.book.rows((stock) => world.syncs.syncedAt(stock)),
  );
  await bulkInsert(tx, inventoryLots, world.book.lots());
  await bulkInsert(tx, goodsSuppliers, world.goods.suppliers);
  await bulkInsert(tx, goodsReceipts, world.goods.receipts);
  await bulkInsert(tx, goodsReceiptLines, world.goods.lines);
  await bulkInsert(tx, inventoryMovements, world.book.movements);
  await bulkInsert(tx, inventoryTransfers, world.acts.transfers);
  await bulkInsert(tx, stockCounts, world.acts.counts);
  await bulkInsert(tx, stockCountLines, world.acts.countLines);
  await bulkInsert(tx, syncRuns, world.syncs.rows(registers));
  const fleets = new Fleets(byKey, now);
  await bulkInsert(tx, drivers, fleets.drivers);
  await bulkInsert(tx, vehicles, fleets.vehicles);
  await bulkInsert(
    tx,
    orders,
    book.orders.map((order) => ({
      ...order.row,
      ...fleets.shipmentOf(order),
      representativeId: representativeOf(order.row.wholesalerId, order.row.retailerId),
    })),
  );
  await bulkInsert(
    tx,
    orderItems,
    book.orders.flatMap(({ lines }) => lines.map(({ row }) => row)),
  );
  await bulkInsert(tx, orderAllocations, book.allocations());
  await bulkInsert(tx, orderHistory, book.history);
  const received = book.receipts.rows();
  await bulkInsert(tx, receipts, received.receipts);
  await bulkInsert(tx, receiptLines, received.lines);
  await bulkInsert(tx, returns, received.returns);
  await bulkInsert(tx, returnLines, received.returnLines);
  await issueInvoices(tx, byKey.wholesaler, book.orders, now);
  for (const { orderId } of received.receipts) await refreshPending(tx, orderId, RECEIPT_HOURS);
  await writeStatement(tx, byKey.wholesaler, now);
  await writePayRun(tx, cipher, { buyer: byKey.retailer, seller: byKey.wholesaler }, now);
  await bulkInsert(tx, listings, resale.rows);
  await bulkInsert(
    tx,
    backorders,
    shortages.backorders.map(({ row }) => row),
  );
  await bulkInsert(
    tx,
    backorderFills,
    shortages.backorders.flatMap(({ fills }) => fills),
  );
  const [entered] = customers;
  const drafted = { onBoard: byKey.retailer, entered: entered ?? byKey.free };
  await bulkInsert(tx, drafts, tellDrafts(byKey.wholesaler, drafted, now));
  await writeMenu(tx, { seller: byKey.wholesaler, cipher }, now);
  const claimed = tellClaim(customers, now, passwordHash);
  await bulkInsert(tx, businessInvitations, claimed.invitations);
  await bulkInsert(tx, entities, [claimed.business.entity]);
  await bulkInsert(tx, locations, [claimed.business.location]);
  await bulkInsert(tx, users, [claimed.business.owner]);
  const offered = tellOffer(customers, byKey.retailer, now);
  await bulkInsert(tx, claimants, [claimed.claimant, offered.claimant]);
  // Their columns differ, and those of the first row are written.
  await bulkInsert(tx, claims, [claimed.claim]);
  await bulkInsert(tx, claims, [offered.claim]);
  const messages = tellMessages(book.orders, now);
  await bulkInsert(tx, orderComments, messages.comments);
  await bulkInsert(tx, notifications, [
    ...messages.notifications,
    ...tellRecalls(past, byKey.wholesaler),
    ...tellSeller(claimed, shortages.backorders),
  ]);
  await bulkInsert(
    tx,
    recalls,
    past.map(({ recall }) => recall),
  );
  for (const { recall, batch } of past) {
    // A batch names its open recall, which names the batch.
    if (!recall.closedAt)
      await tx.update(batches).set({ recallId: recall.id }).where(eq(batches.id, batch.id));
  }
  await bulkInsert(
    tx,
    recallResponses,
    past.flatMap(({ responses }) => responses),
  );
  await bulkInsert(tx, auditLog, world.audit);
  await recountLevelsOfBatches(
    tx,
    world.batches.batches.map(({ id }) => id),
  );
  // Without statistics the first minute's queries would be planned for empty tables.
  await tx.execute(sql`analyze ${products}, ${productVariants}, ${productCoas}, ${inventoryItems}, ${stockLevels}, ${inventoryMovements}, ${batches},
    ${lots}, ${inventoryLots}, ${accounts}, ${backorders}, ${orders}, ${orderItems}, ${orderAllocations}, ${orderHistory}, ${auditLog}`);
}

/** Dates the accounts, which triggers have just opened, and adds what sellers call their customers. */
async function dateAccounts(tx: Db, customers: readonly Customer[]): Promise<void> {
  await tx.execute(sql`
    update ${accounts} a set created_at = c.responded_at from ${connections} c
    where c.status = 'accepted' and a.seller_id in (c.requester_id, c.target_id) and a.buyer_id in (c.requester_id, c.target_id)`);
  for (const { entity, demo } of customers) {
    await tx.update(accounts).set({ nickname: demo.nickname }).where(eq(accounts.buyerId, entity.id));
  }
}

/** Returns true when an entity exists or existed. */
export async function hasBusinesses(db: Db): Promise<boolean> {
  const found = await db.select({ id: entities.id }).from(entities).limit(1);
  return found.length > 0;
}

async function hasDemoAccounts(db: Db): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.email, DEMO_EMAILS))
    .limit(1);
  return found.length > 0;
}
