-- Nothing moves while the levels take what their rooms and lots have.
LOCK TABLE "products", "batches", "lots", "inventory_items", "inventory_lots", "stock_levels" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_id_category" UNIQUE("id","category");--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "worth" numeric(30, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "expires_on" date;--> statement-breakpoint
UPDATE "stock_levels" s SET "category" = p."category", "worth" = n."worth", "expires_on" = n."expires_on"
FROM "products" p, (
  SELECT i."location_id", i."variant_id", sum(i."quantity" * i."average_cost") AS "worth", min(l."expires_on") AS "expires_on"
  FROM "inventory_items" i LEFT JOIN (
    SELECT x."inventory_item_id", min(b."expires_on") AS "expires_on" FROM "inventory_lots" x
      JOIN "lots" l ON l."id" = x."lot_id" JOIN "batches" b ON b."id" = l."batch_id"
    WHERE x."quantity" > 0 GROUP BY x."inventory_item_id"
  ) l ON l."inventory_item_id" = i."id"
  GROUP BY i."location_id", i."variant_id"
) n
WHERE p."id" = s."product_id" AND n."location_id" = s."location_id" AND n."variant_id" = s."variant_id";--> statement-breakpoint
ALTER TABLE "stock_levels" ALTER COLUMN "category" SET NOT NULL;--> statement-breakpoint
-- Room for the next version of a row beside it: only then does an update leave the indexes alone. The new column rewrites the table.
ALTER TABLE "stock_levels" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "average_cost" numeric(14, 4) GENERATED ALWAYS AS (coalesce(round(worth / nullif(quantity, 0), 4), 0)) STORED;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_product_id_category_products_id_category_fk" FOREIGN KEY ("product_id","category") REFERENCES "public"."products"("id","category") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "stock_levels_by_category" ON "stock_levels" USING btree ("entity_id","category","product_name" collate names,"id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_cost" ON "stock_levels" USING btree ("entity_id","average_cost","id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_expiration" ON "stock_levels" USING btree ("entity_id","expires_on") WHERE "stock_levels"."expires_on" is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_stock_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Empty rows, which is how stock is opened, must not lock a level that exists: locks go from items to levels.
  WITH added AS (
    INSERT INTO stock_levels (entity_id, location_id, variant_id, product_id, product_name, category, sku)
    SELECT DISTINCT o.entity_id, o.location_id, o.variant_id, o.product_id, o.product_name, p.category, o.sku
    FROM opened o JOIN products p ON p.id = o.product_id ORDER BY o.location_id, o.variant_id
    ON CONFLICT (location_id, variant_id) DO NOTHING
    RETURNING entity_id, location_id
  )
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth)
  SELECT entity_id, location_id, 'any', count(*), 0, 0 FROM added GROUP BY 1, 2
  UNION ALL
  SELECT entity_id, location_id, room_type, count(*), sum(quantity), sum(quantity * average_cost) FROM opened GROUP BY 1, 2, 3;
  UPDATE stock_levels l SET quantity = l.quantity + o.quantity, reserved_quantity = l.reserved_quantity + o.reserved,
    available = l.available + o.available, worth = l.worth + o.worth
  FROM (
    SELECT location_id, variant_id, sum(quantity) AS quantity, sum(reserved_quantity) AS reserved,
      coalesce(sum(quantity - reserved_quantity) FILTER (WHERE room_type IN ('vault', 'sales_floor')), 0) AS available,
      sum(quantity * average_cost) AS worth
    FROM opened WHERE quantity > 0 GROUP BY location_id, variant_id
  ) o
  WHERE l.location_id = o.location_id AND l.variant_id = o.variant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reprice_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The ledger's statement adds units that come and go at the new average: this is what the ones before are worth more.
  UPDATE stock_levels SET worth = worth + OLD.quantity * (NEW.average_cost - OLD.average_cost)
  WHERE location_id = NEW.location_id AND variant_id = NEW.variant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inventory_items_reprice_level AFTER UPDATE ON inventory_items FOR EACH ROW
  WHEN (NEW.average_cost <> OLD.average_cost AND OLD.quantity > 0) EXECUTE FUNCTION reprice_level();
--> statement-breakpoint
CREATE FUNCTION expire_levels_of(items uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two statements: once the levels are locked, the second one sees all lots of others.
  PERFORM FROM stock_levels s WHERE (s.location_id, s.variant_id) IN (
    SELECT i.location_id, i.variant_id FROM inventory_items i WHERE i.id = ANY (items))
  ORDER BY s.location_id, s.variant_id FOR NO KEY UPDATE;
  UPDATE stock_levels s SET expires_on = n.expires_on
  FROM (
    SELECT k.location_id, k.variant_id, (
      SELECT min(b.expires_on) FROM inventory_items i JOIN inventory_lots x ON x.inventory_item_id = i.id AND x.quantity > 0
        JOIN lots l ON l.id = x.lot_id JOIN batches b ON b.id = l.batch_id
      WHERE i.location_id = k.location_id AND i.variant_id = k.variant_id) AS expires_on
    FROM (SELECT DISTINCT location_id, variant_id FROM inventory_items WHERE id = ANY (items)) k
  ) n
  WHERE s.location_id = n.location_id AND s.variant_id = n.variant_id AND s.expires_on IS DISTINCT FROM n.expires_on;
END $$;
--> statement-breakpoint
CREATE FUNCTION expire_level_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY[NEW.inventory_item_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inventory_lots_expire_level_opened AFTER INSERT ON inventory_lots FOR EACH ROW
  WHEN (NEW.quantity > 0) EXECUTE FUNCTION expire_level_of_lot();
--> statement-breakpoint
CREATE TRIGGER inventory_lots_expire_level AFTER UPDATE ON inventory_lots FOR EACH ROW
  WHEN ((NEW.quantity > 0) <> (OLD.quantity > 0)) EXECUTE FUNCTION expire_level_of_lot();
--> statement-breakpoint
CREATE FUNCTION expire_levels_of_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY(
    SELECT x.inventory_item_id FROM lots l JOIN inventory_lots x ON x.lot_id = l.id AND x.quantity > 0
    WHERE l.batch_id = NEW.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER batches_expire_levels AFTER UPDATE ON batches FOR EACH ROW
  WHEN (NEW.expires_on IS DISTINCT FROM OLD.expires_on) EXECUTE FUNCTION expire_levels_of_batch();
--> statement-breakpoint
CREATE FUNCTION expire_levels_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY(SELECT inventory_item_id FROM inventory_lots WHERE lot_id = NEW.id AND quantity > 0));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER lots_expire_levels AFTER UPDATE OF batch_id ON lots FOR EACH ROW
  WHEN (NEW.batch_id <> OLD.batch_id) EXECUTE FUNCTION expire_levels_of_lot();
