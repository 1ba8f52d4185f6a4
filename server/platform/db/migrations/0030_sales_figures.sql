-- old writers: unsafe
-- Writes that haven't ended would leave no changes: the triggers below see all later ones.
LOCK TABLE "orders", "order_items" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "sales_spans" (
	"seller_id" uuid NOT NULL,
	"span" text NOT NULL,
	"start" date NOT NULL,
	"subject_id" uuid NOT NULL,
	"representative_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "sales_spans_pk" PRIMARY KEY("seller_id","span","start","subject_id","representative_id")
);
--> statement-breakpoint
CREATE TABLE "variant_sale_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "variant_sale_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"representative_id" uuid NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "variant_sales" (
	"seller_id" uuid NOT NULL,
	"day" date NOT NULL,
	"buyer_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"representative_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "variant_sales_pk" PRIMARY KEY("seller_id","day","buyer_id","variant_id","representative_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "representative_id" uuid;--> statement-breakpoint
CREATE INDEX "variant_sales_of_buyer" ON "variant_sales" USING btree ("buyer_id","day");
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH sold AS (
    SELECT o.wholesaler_id, o.retailer_id, o.representative_id, o.created_at, x.product_id, x.variant_id, x.quantity, x.total_cents
    FROM added x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
  ), once AS (
    INSERT INTO variant_sale_changes (seller_id, buyer_id, variant_id, representative_id, placed_at, units, cents)
    SELECT wholesaler_id, retailer_id, variant_id, coalesce(representative_id, '00000000-0000-0000-0000-000000000000'::uuid), created_at, quantity, total_cents FROM sold
  )
  INSERT INTO sales_changes (entity_id, side, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.side, s.created_at, s.product_id, s.quantity, s.total_cents, s.variant_id, p.lines
  FROM sold s CROSS JOIN LATERAL (VALUES (s.wholesaler_id, 'selling', 0), (s.retailer_id, 'buying', 1)) p (entity_id, side, lines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION change_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH changed AS (
    SELECT o.wholesaler_id, o.retailer_id, o.representative_id, o.created_at, x.*
    FROM (
      SELECT OLD.order_id AS order_id, OLD.product_id AS product_id, OLD.variant_id AS variant_id, -OLD.quantity AS units,
        -OLD.total_cents AS cents, -1 AS lines
      UNION ALL
      SELECT NEW.order_id, NEW.product_id, NEW.variant_id, NEW.quantity, NEW.total_cents, 1 WHERE TG_OP = 'UPDATE'
    ) x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
  ), once AS (
    INSERT INTO variant_sale_changes (seller_id, buyer_id, variant_id, representative_id, placed_at, units, cents)
    SELECT wholesaler_id, retailer_id, variant_id, coalesce(representative_id, '00000000-0000-0000-0000-000000000000'::uuid), created_at, sum(units), sum(cents)
    FROM changed GROUP BY order_id, 1, 2, 3, 4, 5
  )
  INSERT INTO sales_changes (entity_id, side, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.side, c.created_at, c.product_id, c.units, c.cents, c.variant_id, c.lines * p.lines
  FROM changed c CROSS JOIN LATERAL (VALUES (c.wholesaler_id, 'selling', 0), (c.retailer_id, 'buying', 1)) p (entity_id, side, lines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO variant_sale_changes (seller_id, buyer_id, variant_id, representative_id, placed_at, units, cents)
  SELECT p.seller_id, p.buyer_id, x.variant_id, coalesce(p.representative_id, '00000000-0000-0000-0000-000000000000'::uuid), p.placed_at, p.sign * x.quantity, p.sign * x.total_cents
  FROM order_items x CROSS JOIN (VALUES
    (OLD.wholesaler_id, OLD.retailer_id, OLD.representative_id, OLD.created_at, OLD.status, -1),
    (NEW.wholesaler_id, NEW.retailer_id, NEW.representative_id, NEW.created_at, NEW.status, 1)
  ) p (seller_id, buyer_id, representative_id, placed_at, status, sign)
  WHERE x.order_id = NEW.id AND p.status <> 'cancelled';
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
CREATE FUNCTION requeue_variant_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Days begin at another hour. A fold waits for this row, or this row for it.
  DELETE FROM variant_sales WHERE seller_id = NEW.id;
  DELETE FROM sales_spans WHERE seller_id = NEW.id;
  -- One statement, so that a line is in its orders or among the changes that stay.
  WITH gone AS (
    DELETE FROM variant_sale_changes WHERE seller_id = NEW.id
  ), counted AS (
    INSERT INTO variant_sales (seller_id, day, buyer_id, variant_id, representative_id, units, cents)
    SELECT NEW.id, (o.created_at AT TIME ZONE NEW.timezone)::date, o.retailer_id, x.variant_id,
      coalesce(o.representative_id, '00000000-0000-0000-0000-000000000000'::uuid), sum(x.quantity), sum(x.total_cents)
    FROM orders o JOIN order_items x ON x.order_id = o.id
    WHERE o.wholesaler_id = NEW.id AND o.status <> 'cancelled' GROUP BY 1, 2, 3, 4, 5
    RETURNING *
  )
  INSERT INTO sales_spans (seller_id, span, start, subject_id, representative_id, units, cents)
  SELECT s.seller_id, p.span, p.start, p.subject_id, p.representative_id, sum(s.units), sum(s.cents)
  FROM counted s CROSS JOIN LATERAL (VALUES
    ('buyer_day', s.day, s.buyer_id, s.representative_id),
    ('buyer_month', date_trunc('month', s.day::timestamp)::date, s.buyer_id, s.representative_id),
    ('variant_month', date_trunc('month', s.day::timestamp)::date, s.variant_id, '00000000-0000-0000-0000-000000000000'::uuid),
    ('variant_year', date_trunc('year', s.day::timestamp)::date, s.variant_id, '00000000-0000-0000-0000-000000000000'::uuid)
  ) p (span, start, subject_id, representative_id) GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER entities_requeue_variant_sales AFTER UPDATE OF timezone ON entities
  FOR EACH ROW WHEN (new.timezone <> old.timezone) EXECUTE FUNCTION requeue_variant_sales();
--> statement-breakpoint
CREATE TABLE "sales_backfill" ("seller_id" uuid, "month" timestamp with time zone, PRIMARY KEY ("seller_id", "month"));
--> statement-breakpoint
-- in batches
INSERT INTO sales_backfill (seller_id, month)
SELECT DISTINCT wholesaler_id, date_trunc('month', created_at, 'UTC') FROM orders ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- A month of a seller: its lines without what waits to be folded in.
-- in batches
WITH next AS MATERIALIZED (
  SELECT seller_id, month, ((month AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC' AS until
  FROM sales_backfill ORDER BY 1, 2 LIMIT 1
), counted AS MATERIALIZED (
  SELECT o.wholesaler_id AS seller_id, (o.created_at AT TIME ZONE e.timezone)::date AS day, o.retailer_id AS buyer_id, x.variant_id,
    x.quantity::bigint AS units, x.total_cents AS cents
  FROM next n JOIN orders o ON o.wholesaler_id = n.seller_id AND o.created_at >= n.month AND o.created_at < n.until AND o.status <> 'cancelled'
    JOIN entities e ON e.id = o.wholesaler_id JOIN order_items x ON x.order_id = o.id
  UNION ALL
  SELECT c.seller_id, (c.placed_at AT TIME ZONE e.timezone)::date, c.buyer_id, c.variant_id, -c.units, -c.cents
  FROM next n JOIN variant_sale_changes c ON c.seller_id = n.seller_id AND c.placed_at >= n.month AND c.placed_at < n.until
    JOIN entities e ON e.id = c.seller_id
), added AS (
  INSERT INTO variant_sales AS t (seller_id, day, buyer_id, variant_id, representative_id, units, cents)
  SELECT seller_id, day, buyer_id, variant_id, '00000000-0000-0000-0000-000000000000'::uuid, sum(units), sum(cents) FROM counted
  GROUP BY 1, 2, 3, 4 HAVING sum(units) <> 0 OR sum(cents) <> 0
  ON CONFLICT (seller_id, day, buyer_id, variant_id, representative_id)
    DO UPDATE SET units = t.units + excluded.units, cents = t.cents + excluded.cents
), spanned AS (
  INSERT INTO sales_spans AS t (seller_id, span, start, subject_id, representative_id, units, cents)
  SELECT s.seller_id, p.span, p.start, p.subject_id, '00000000-0000-0000-0000-000000000000'::uuid, sum(s.units), sum(s.cents)
  FROM counted s CROSS JOIN LATERAL (VALUES
    ('buyer_day', s.day, s.buyer_id), ('buyer_month', date_trunc('month', s.day::timestamp)::date, s.buyer_id),
    ('variant_month', date_trunc('month', s.day::timestamp)::date, s.variant_id),
    ('variant_year', date_trunc('year', s.day::timestamp)::date, s.variant_id)
  ) p (span, start, subject_id)
  GROUP BY 1, 2, 3, 4 HAVING sum(s.units) <> 0 OR sum(s.cents) <> 0
  ON CONFLICT (seller_id, span, start, subject_id, representative_id)
    DO UPDATE SET units = t.units + excluded.units, cents = t.cents + excluded.cents
)
DELETE FROM sales_backfill b USING next n WHERE b.seller_id = n.seller_id AND b.month = n.month;
--> statement-breakpoint
DROP TABLE "sales_backfill";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inventory_movements_sold" ON "inventory_movements" USING btree ("entity_id","created_at","item_id","delta") WHERE reason_code = 'SALE';
