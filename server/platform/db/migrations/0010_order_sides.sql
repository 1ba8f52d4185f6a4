-- old writers: unsafe
ALTER TABLE "order_changes" ADD COLUMN "side" text DEFAULT 'selling' NOT NULL;
--> statement-breakpoint
ALTER TABLE "order_days" ADD COLUMN "side" text DEFAULT 'selling' NOT NULL;
--> statement-breakpoint
ALTER TABLE "order_totals" ADD COLUMN "side" text DEFAULT 'selling' NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_sales" ADD COLUMN "side" text DEFAULT 'selling' NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_windows" ADD COLUMN "side" text DEFAULT 'selling' NOT NULL;
--> statement-breakpoint
ALTER TABLE "sales_changes" ADD COLUMN "side" text DEFAULT 'selling' NOT NULL;
--> statement-breakpoint
UPDATE order_changes c SET side = 'buying' FROM entities e WHERE e.id = c.entity_id AND e.type = 'retailer';
--> statement-breakpoint
ALTER TABLE "order_changes" ALTER COLUMN "side" DROP DEFAULT;
--> statement-breakpoint
UPDATE sales_changes c SET side = 'buying' FROM entities e WHERE e.id = c.entity_id AND e.type = 'retailer';
--> statement-breakpoint
ALTER TABLE "sales_changes" ALTER COLUMN "side" DROP DEFAULT;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_order_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_changes (entity_id, side, placed_at, status, orders, units, cents)
  SELECT p.entity_id, p.side, quarter_hour(o.created_at), o.status, 1, o.units, o.total_cents
  FROM added o CROSS JOIN LATERAL (VALUES (o.wholesaler_id, 'selling'), (o.retailer_id, 'buying')) p (entity_id, side);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_order_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_changes (entity_id, side, placed_at, status, orders, units, cents)
  SELECT p.entity_id, p.side, quarter_hour(p.created_at), p.status, p.orders, p.units, p.cents
  FROM was o JOIN now_is n ON n.id = o.id
    AND (n.status, n.units, n.total_cents, n.created_at) IS DISTINCT FROM (o.status, o.units, o.total_cents, o.created_at)
    CROSS JOIN LATERAL (VALUES
      (o.wholesaler_id, 'selling', o.created_at, o.status, -1, -o.units, -o.total_cents),
      (o.retailer_id, 'buying', o.created_at, o.status, -1, -o.units, -o.total_cents),
      (n.wholesaler_id, 'selling', n.created_at, n.status, 1, n.units, n.total_cents),
      (n.retailer_id, 'buying', n.created_at, n.status, 1, n.units, n.total_cents)
    ) p (entity_id, side, created_at, status, orders, units, cents);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_order_days() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Days begin at another hour. A fold waits for this row, or this row for it.
  DELETE FROM order_days WHERE entity_id = NEW.id;
  INSERT INTO order_days (entity_id, day, status, side, orders, units, cents)
  SELECT NEW.id, (placed_at AT TIME ZONE NEW.timezone)::date, status, side, sum(orders), sum(units), sum(cents)
  FROM order_totals WHERE entity_id = NEW.id GROUP BY 2, 3, 4;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, side, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.side, o.created_at, x.product_id, x.quantity, x.total_cents, x.variant_id, p.lines
  FROM added x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
    CROSS JOIN LATERAL (VALUES (o.wholesaler_id, 'selling', 0), (o.retailer_id, 'buying', 1)) p (entity_id, side, lines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION change_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, side, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.side, o.created_at, x.product_id, x.units, x.cents, x.variant_id, x.lines * p.lines
  FROM (
    SELECT OLD.order_id AS order_id, OLD.product_id AS product_id, OLD.variant_id AS variant_id, -OLD.quantity AS units,
      -OLD.total_cents AS cents, -1 AS lines
    UNION ALL
    SELECT NEW.order_id, NEW.product_id, NEW.variant_id, NEW.quantity, NEW.total_cents, 1 WHERE TG_OP = 'UPDATE'
  ) x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
    CROSS JOIN LATERAL (VALUES (o.wholesaler_id, 'selling', 0), (o.retailer_id, 'buying', 1)) p (entity_id, side, lines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, side, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.side, p.placed_at, x.product_id, p.sign * x.quantity, p.sign * x.total_cents, x.variant_id, p.sign * p.lines
  FROM order_items x CROSS JOIN (VALUES
    (OLD.wholesaler_id, 'selling', OLD.created_at, OLD.status, -1, 0), (OLD.retailer_id, 'buying', OLD.created_at, OLD.status, -1, 1),
    (NEW.wholesaler_id, 'selling', NEW.created_at, NEW.status, 1, 0), (NEW.retailer_id, 'buying', NEW.created_at, NEW.status, 1, 1)
  ) p (entity_id, side, placed_at, status, sign, lines)
  WHERE x.order_id = NEW.id AND p.status <> 'cancelled';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION requeue_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
    SELECT o.id, o.created_at, 'selling' AS side FROM orders o WHERE o.wholesaler_id = NEW.id AND o.status <> 'cancelled'
    UNION ALL SELECT o.id, o.created_at, 'buying' FROM orders o WHERE o.retailer_id = NEW.id AND o.status <> 'cancelled'
  )
  INSERT INTO product_sales (entity_id, day, product_id, side, units, cents)
  SELECT NEW.id, (o.created_at AT TIME ZONE NEW.timezone)::date, x.product_id, o.side, sum(x.quantity), sum(x.total_cents)
  FROM placed o JOIN order_items x ON x.order_id = o.id GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- in batches
UPDATE order_days SET side = 'buying' WHERE ctid = ANY(ARRAY(
  SELECT t.ctid FROM order_days t JOIN entities e ON e.id = t.entity_id WHERE e.type = 'retailer' AND t.side = 'selling' LIMIT 10000));
--> statement-breakpoint
-- in batches
UPDATE order_totals SET side = 'buying' WHERE ctid = ANY(ARRAY(
  SELECT t.ctid FROM order_totals t JOIN entities e ON e.id = t.entity_id WHERE e.type = 'retailer' AND t.side = 'selling' LIMIT 10000));
--> statement-breakpoint
-- in batches
UPDATE product_sales SET side = 'buying' WHERE ctid = ANY(ARRAY(
  SELECT t.ctid FROM product_sales t JOIN entities e ON e.id = t.entity_id WHERE e.type = 'retailer' AND t.side = 'selling' LIMIT 10000));
--> statement-breakpoint
-- in batches
UPDATE product_windows SET side = 'buying' WHERE ctid = ANY(ARRAY(
  SELECT t.ctid FROM product_windows t JOIN entities e ON e.id = t.entity_id WHERE e.type = 'retailer' AND t.side = 'selling' LIMIT 10000));
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "order_days_entity_id_day_status_side_pk" ON "order_days" ("entity_id", "day", "status", "side");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "order_totals_entity_id_placed_at_status_side_pk" ON "order_totals" ("entity_id", "placed_at", "status", "side");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "product_sales_entity_id_day_product_id_side_pk" ON "product_sales" ("entity_id", "day", "product_id", "side");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "product_windows_entity_id_days_product_id_side_pk" ON "product_windows" ("entity_id", "days", "product_id", "side");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_windows_of_side" ON "product_windows" USING btree ("entity_id","days","side","cents" DESC NULLS LAST,"product_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY "product_windows_best";
--> statement-breakpoint
-- What an old process has folded in meanwhile.
UPDATE order_days t SET side = 'buying' FROM entities e WHERE e.id = t.entity_id AND e.type = 'retailer' AND t.side = 'selling';
--> statement-breakpoint
ALTER TABLE "order_days" DROP CONSTRAINT "order_days_entity_id_day_status_pk";
--> statement-breakpoint
ALTER TABLE "order_days" ADD CONSTRAINT "order_days_entity_id_day_status_side_pk" PRIMARY KEY USING INDEX "order_days_entity_id_day_status_side_pk";
--> statement-breakpoint
ALTER TABLE "order_days" ALTER COLUMN "side" DROP DEFAULT;
--> statement-breakpoint
-- What an old process has folded in meanwhile.
UPDATE order_totals t SET side = 'buying' FROM entities e WHERE e.id = t.entity_id AND e.type = 'retailer' AND t.side = 'selling';
--> statement-breakpoint
ALTER TABLE "order_totals" DROP CONSTRAINT "order_totals_entity_id_placed_at_status_pk";
--> statement-breakpoint
ALTER TABLE "order_totals" ADD CONSTRAINT "order_totals_entity_id_placed_at_status_side_pk" PRIMARY KEY USING INDEX "order_totals_entity_id_placed_at_status_side_pk";
--> statement-breakpoint
ALTER TABLE "order_totals" ALTER COLUMN "side" DROP DEFAULT;
--> statement-breakpoint
-- What an old process has folded in meanwhile.
UPDATE product_sales t SET side = 'buying' FROM entities e WHERE e.id = t.entity_id AND e.type = 'retailer' AND t.side = 'selling';
--> statement-breakpoint
ALTER TABLE "product_sales" DROP CONSTRAINT "product_sales_entity_id_day_product_id_pk";
--> statement-breakpoint
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_entity_id_day_product_id_side_pk" PRIMARY KEY USING INDEX "product_sales_entity_id_day_product_id_side_pk";
--> statement-breakpoint
ALTER TABLE "product_sales" ALTER COLUMN "side" DROP DEFAULT;
--> statement-breakpoint
-- What an old process has folded in meanwhile.
UPDATE product_windows t SET side = 'buying' FROM entities e WHERE e.id = t.entity_id AND e.type = 'retailer' AND t.side = 'selling';
--> statement-breakpoint
ALTER TABLE "product_windows" DROP CONSTRAINT "product_windows_entity_id_days_product_id_pk";
--> statement-breakpoint
ALTER TABLE "product_windows" ADD CONSTRAINT "product_windows_entity_id_days_product_id_side_pk" PRIMARY KEY USING INDEX "product_windows_entity_id_days_product_id_side_pk";
--> statement-breakpoint
ALTER TABLE "product_windows" ALTER COLUMN "side" DROP DEFAULT;
