-- Changes that wait know no variant: they are folded in here. The job builds the windows again.
LOCK TABLE "sales_changes", "orders", "order_items" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
WITH taken AS (DELETE FROM "sales_changes" RETURNING *)
INSERT INTO "product_sales" AS t ("entity_id", "day", "product_id", "units", "cents")
SELECT c."entity_id", (c."placed_at" AT TIME ZONE e."timezone")::date, c."product_id", sum(c."units"), sum(c."cents")
FROM taken c JOIN "entities" e ON e."id" = c."entity_id" GROUP BY 1, 2, 3
ON CONFLICT ("entity_id", "day", "product_id") DO UPDATE SET "units" = t."units" + excluded."units", "cents" = t."cents" + excluded."cents";
--> statement-breakpoint
DELETE FROM "product_windows";--> statement-breakpoint
DELETE FROM "sales_windows";--> statement-breakpoint
ALTER TABLE "sales_changes" ADD COLUMN "variant_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_changes" ADD COLUMN "lines" bigint NOT NULL;--> statement-breakpoint
CREATE TABLE "purchases" (
	"entity_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"lines" bigint NOT NULL,
	CONSTRAINT "purchases_entity_id_variant_id_pk" PRIMARY KEY("entity_id","variant_id")
);
--> statement-breakpoint
INSERT INTO "purchases" ("entity_id", "variant_id", "lines")
SELECT o."retailer_id", x."variant_id", count(*) FROM "order_items" x JOIN "orders" o ON o."id" = x."order_id"
WHERE o."status" <> 'cancelled' GROUP BY 1, 2;
--> statement-breakpoint
DROP INDEX "stock_levels_of_variant";--> statement-breakpoint
CREATE INDEX "stock_levels_of_variant" ON "stock_levels" USING btree ("variant_id","entity_id","band");--> statement-breakpoint
CREATE INDEX "inventory_lots_counted" ON "inventory_lots" USING btree ("entity_id","inventory_item_id") WHERE "inventory_lots"."quantity" > 0;--> statement-breakpoint
CREATE INDEX "inventory_items_all_in_lots" ON "inventory_items" USING btree ("entity_id","location_id","room_type") WHERE "inventory_items"."lot_quantity" > 0 and "inventory_items"."lot_quantity" = "inventory_items"."quantity";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, o.created_at, x.product_id, x.quantity, x.total_cents, x.variant_id, p.lines
  FROM added x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
    CROSS JOIN LATERAL (VALUES (o.wholesaler_id, 0), (o.retailer_id, 1)) p (entity_id, lines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION change_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, o.created_at, x.product_id, x.units, x.cents, x.variant_id, x.lines * p.lines
  FROM (
    SELECT OLD.order_id AS order_id, OLD.product_id AS product_id, OLD.variant_id AS variant_id, -OLD.quantity AS units,
      -OLD.total_cents AS cents, -1 AS lines
    UNION ALL
    SELECT NEW.order_id, NEW.product_id, NEW.variant_id, NEW.quantity, NEW.total_cents, 1 WHERE TG_OP = 'UPDATE'
  ) x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
    CROSS JOIN LATERAL (VALUES (o.wholesaler_id, 0), (o.retailer_id, 1)) p (entity_id, lines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.placed_at, x.product_id, p.sign * x.quantity, p.sign * x.total_cents, x.variant_id, p.sign * p.lines
  FROM order_items x CROSS JOIN (VALUES
    (OLD.wholesaler_id, OLD.created_at, OLD.status, -1, 0), (OLD.retailer_id, OLD.created_at, OLD.status, -1, 1),
    (NEW.wholesaler_id, NEW.created_at, NEW.status, 1, 0), (NEW.retailer_id, NEW.created_at, NEW.status, 1, 1)
  ) p (entity_id, placed_at, status, sign, lines)
  WHERE x.order_id = NEW.id AND p.status <> 'cancelled';
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER order_items_change_sales ON order_items;
--> statement-breakpoint
CREATE TRIGGER order_items_change_sales AFTER UPDATE ON order_items FOR EACH ROW
  WHEN ((NEW.order_id, NEW.product_id, NEW.variant_id, NEW.quantity, NEW.total_cents)
    IS DISTINCT FROM (OLD.order_id, OLD.product_id, OLD.variant_id, OLD.quantity, OLD.total_cents)) EXECUTE FUNCTION change_sales();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION requeue_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Days begin at another hour: all sales are added again. A fold waits for this row, or this row for it.
  DELETE FROM product_sales WHERE entity_id = NEW.id;
  DELETE FROM product_windows WHERE entity_id = NEW.id;
  DELETE FROM sales_windows WHERE entity_id = NEW.id;
  -- One statement, so that a line is in its orders or among the changes that stay.
  WITH gone AS (
    DELETE FROM sales_changes WHERE entity_id = NEW.id RETURNING variant_id, lines
  ), bought AS (
    INSERT INTO purchases AS t (entity_id, variant_id, lines)
    SELECT NEW.id, variant_id, sum(lines) FROM gone GROUP BY 2 HAVING sum(lines) <> 0 ORDER BY 2
    ON CONFLICT (entity_id, variant_id) DO UPDATE SET lines = t.lines + excluded.lines
  ), placed AS (
    SELECT o.id, o.created_at FROM orders o WHERE o.wholesaler_id = NEW.id AND o.status <> 'cancelled'
    UNION ALL SELECT o.id, o.created_at FROM orders o WHERE o.retailer_id = NEW.id AND o.status <> 'cancelled'
  )
  INSERT INTO product_sales (entity_id, day, product_id, units, cents)
  SELECT NEW.id, (o.created_at AT TIME ZONE NEW.timezone)::date, x.product_id, sum(x.quantity), sum(x.total_cents)
  FROM placed o JOIN order_items x ON x.order_id = o.id GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
