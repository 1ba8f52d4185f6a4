import { sql } from 'drizzle-orm';
import { IMPORT_USAGE, importProductsCommand } from '../../features/imports/listing/command';
import { inventoryItems } from '../../features/inventory/tables';
import { products, productVariants } from '../../features/products/tables';
import type { Command } from './command';

export const importProducts: Command = {
  usage: IMPORT_USAGE,
  summary: 'bring a product file into the business of that member, by email or id; safe to run again',

  run(args, { withDb, json, out, err }) {
    return withDb(async (db) => {
      const exitCode = await importProductsCommand(args, { db, json, out, err });
      // A catalog may have grown a hundredfold: until autovacuum analyzes it, plans would assume the old size.
      if (exitCode === 0) await db.execute(sql`analyze ${products}, ${productVariants}, ${inventoryItems}`);
      return exitCode;
    });
  },
};
