-- old writers: unsafe
-- Folds that haven't ended would be counted in part.
LOCK TABLE "variant_sales", "sales_spans", "stock_sales" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
SET LOCAL work_mem = '64MB';
--> statement-breakpoint
-- `sum` of bigint is numeric, which costs several times as much; this one fails when a sum is too large.
CREATE AGGREGATE exact_sum(bigint) (SFUNC = int8pl, STYPE = bigint, INITCOND = '0', COMBINEFUNC = int8pl, PARALLEL = SAFE);
--> statement-breakpoint
CREATE TABLE "buyer_sales" (
	"seller_id" uuid NOT NULL,
	"day" date NOT NULL,
	"buyer_id" uuid NOT NULL,
	"representative_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "buyer_sales_pk" PRIMARY KEY("seller_id","day","buyer_id","representative_id")
);
--> statement-breakpoint
CREATE TABLE "sales_years" (
	"seller_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"year" integer NOT NULL,
	"subject_id" uuid NOT NULL,
	"representative_id" uuid NOT NULL,
	"units_to_0110" bigint NOT NULL,
	"units_to_0120" bigint NOT NULL,
	"units_to_0131" bigint NOT NULL,
	"units_to_0210" bigint NOT NULL,
	"units_to_0220" bigint NOT NULL,
	"units_to_0231" bigint NOT NULL,
	"units_to_0310" bigint NOT NULL,
	"units_to_0320" bigint NOT NULL,
	"units_to_0331" bigint NOT NULL,
	"units_to_0410" bigint NOT NULL,
	"units_to_0420" bigint NOT NULL,
	"units_to_0431" bigint NOT NULL,
	"units_to_0510" bigint NOT NULL,
	"units_to_0520" bigint NOT NULL,
	"units_to_0531" bigint NOT NULL,
	"units_to_0610" bigint NOT NULL,
	"units_to_0620" bigint NOT NULL,
	"units_to_0631" bigint NOT NULL,
	"units_to_0710" bigint NOT NULL,
	"units_to_0720" bigint NOT NULL,
	"units_to_0731" bigint NOT NULL,
	"units_to_0810" bigint NOT NULL,
	"units_to_0820" bigint NOT NULL,
	"units_to_0831" bigint NOT NULL,
	"units_to_0910" bigint NOT NULL,
	"units_to_0920" bigint NOT NULL,
	"units_to_0931" bigint NOT NULL,
	"units_to_1010" bigint NOT NULL,
	"units_to_1020" bigint NOT NULL,
	"units_to_1031" bigint NOT NULL,
	"units_to_1110" bigint NOT NULL,
	"units_to_1120" bigint NOT NULL,
	"units_to_1131" bigint NOT NULL,
	"units_to_1210" bigint NOT NULL,
	"units_to_1220" bigint NOT NULL,
	"units_to_1231" bigint NOT NULL,
	"cents_to_0110" bigint NOT NULL,
	"cents_to_0120" bigint NOT NULL,
	"cents_to_0131" bigint NOT NULL,
	"cents_to_0210" bigint NOT NULL,
	"cents_to_0220" bigint NOT NULL,
	"cents_to_0231" bigint NOT NULL,
	"cents_to_0310" bigint NOT NULL,
	"cents_to_0320" bigint NOT NULL,
	"cents_to_0331" bigint NOT NULL,
	"cents_to_0410" bigint NOT NULL,
	"cents_to_0420" bigint NOT NULL,
	"cents_to_0431" bigint NOT NULL,
	"cents_to_0510" bigint NOT NULL,
	"cents_to_0520" bigint NOT NULL,
	"cents_to_0531" bigint NOT NULL,
	"cents_to_0610" bigint NOT NULL,
	"cents_to_0620" bigint NOT NULL,
	"cents_to_0631" bigint NOT NULL,
	"cents_to_0710" bigint NOT NULL,
	"cents_to_0720" bigint NOT NULL,
	"cents_to_0731" bigint NOT NULL,
	"cents_to_0810" bigint NOT NULL,
	"cents_to_0820" bigint NOT NULL,
	"cents_to_0831" bigint NOT NULL,
	"cents_to_0910" bigint NOT NULL,
	"cents_to_0920" bigint NOT NULL,
	"cents_to_0931" bigint NOT NULL,
	"cents_to_1010" bigint NOT NULL,
	"cents_to_1020" bigint NOT NULL,
	"cents_to_1031" bigint NOT NULL,
	"cents_to_1110" bigint NOT NULL,
	"cents_to_1120" bigint NOT NULL,
	"cents_to_1131" bigint NOT NULL,
	"cents_to_1210" bigint NOT NULL,
	"cents_to_1220" bigint NOT NULL,
	"cents_to_1231" bigint NOT NULL,
	CONSTRAINT "sales_years_pk" PRIMARY KEY("seller_id","subject","year","subject_id","representative_id")
);
--> statement-breakpoint
CREATE TABLE "purchase_years" (
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"variant_id" uuid NOT NULL,
	"units_to_0131" bigint NOT NULL,
	"units_to_0231" bigint NOT NULL,
	"units_to_0331" bigint NOT NULL,
	"units_to_0431" bigint NOT NULL,
	"units_to_0531" bigint NOT NULL,
	"units_to_0631" bigint NOT NULL,
	"units_to_0731" bigint NOT NULL,
	"units_to_0831" bigint NOT NULL,
	"units_to_0931" bigint NOT NULL,
	"units_to_1031" bigint NOT NULL,
	"units_to_1131" bigint NOT NULL,
	"units_to_1231" bigint NOT NULL,
	"cents_to_0131" bigint NOT NULL,
	"cents_to_0231" bigint NOT NULL,
	"cents_to_0331" bigint NOT NULL,
	"cents_to_0431" bigint NOT NULL,
	"cents_to_0531" bigint NOT NULL,
	"cents_to_0631" bigint NOT NULL,
	"cents_to_0731" bigint NOT NULL,
	"cents_to_0831" bigint NOT NULL,
	"cents_to_0931" bigint NOT NULL,
	"cents_to_1031" bigint NOT NULL,
	"cents_to_1131" bigint NOT NULL,
	"cents_to_1231" bigint NOT NULL,
	CONSTRAINT "purchase_years_pk" PRIMARY KEY("buyer_id","seller_id","year","variant_id")
);
--> statement-breakpoint
CREATE TABLE "stock_sale_years" (
	"entity_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"variant_id" uuid NOT NULL,
	"units_to_0110" bigint NOT NULL,
	"units_to_0120" bigint NOT NULL,
	"units_to_0131" bigint NOT NULL,
	"units_to_0210" bigint NOT NULL,
	"units_to_0220" bigint NOT NULL,
	"units_to_0231" bigint NOT NULL,
	"units_to_0310" bigint NOT NULL,
	"units_to_0320" bigint NOT NULL,
	"units_to_0331" bigint NOT NULL,
	"units_to_0410" bigint NOT NULL,
	"units_to_0420" bigint NOT NULL,
	"units_to_0431" bigint NOT NULL,
	"units_to_0510" bigint NOT NULL,
	"units_to_0520" bigint NOT NULL,
	"units_to_0531" bigint NOT NULL,
	"units_to_0610" bigint NOT NULL,
	"units_to_0620" bigint NOT NULL,
	"units_to_0631" bigint NOT NULL,
	"units_to_0710" bigint NOT NULL,
	"units_to_0720" bigint NOT NULL,
	"units_to_0731" bigint NOT NULL,
	"units_to_0810" bigint NOT NULL,
	"units_to_0820" bigint NOT NULL,
	"units_to_0831" bigint NOT NULL,
	"units_to_0910" bigint NOT NULL,
	"units_to_0920" bigint NOT NULL,
	"units_to_0931" bigint NOT NULL,
	"units_to_1010" bigint NOT NULL,
	"units_to_1020" bigint NOT NULL,
	"units_to_1031" bigint NOT NULL,
	"units_to_1110" bigint NOT NULL,
	"units_to_1120" bigint NOT NULL,
	"units_to_1131" bigint NOT NULL,
	"units_to_1210" bigint NOT NULL,
	"units_to_1220" bigint NOT NULL,
	"units_to_1231" bigint NOT NULL,
	CONSTRAINT "stock_sale_years_pk" PRIMARY KEY("entity_id","year","variant_id")
);
--> statement-breakpoint
CREATE TABLE "location_sale_years" (
	"entity_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"location_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"units_to_0110" bigint NOT NULL,
	"units_to_0120" bigint NOT NULL,
	"units_to_0131" bigint NOT NULL,
	"units_to_0210" bigint NOT NULL,
	"units_to_0220" bigint NOT NULL,
	"units_to_0231" bigint NOT NULL,
	"units_to_0310" bigint NOT NULL,
	"units_to_0320" bigint NOT NULL,
	"units_to_0331" bigint NOT NULL,
	"units_to_0410" bigint NOT NULL,
	"units_to_0420" bigint NOT NULL,
	"units_to_0431" bigint NOT NULL,
	"units_to_0510" bigint NOT NULL,
	"units_to_0520" bigint NOT NULL,
	"units_to_0531" bigint NOT NULL,
	"units_to_0610" bigint NOT NULL,
	"units_to_0620" bigint NOT NULL,
	"units_to_0631" bigint NOT NULL,
	"units_to_0710" bigint NOT NULL,
	"units_to_0720" bigint NOT NULL,
	"units_to_0731" bigint NOT NULL,
	"units_to_0810" bigint NOT NULL,
	"units_to_0820" bigint NOT NULL,
	"units_to_0831" bigint NOT NULL,
	"units_to_0910" bigint NOT NULL,
	"units_to_0920" bigint NOT NULL,
	"units_to_0931" bigint NOT NULL,
	"units_to_1010" bigint NOT NULL,
	"units_to_1020" bigint NOT NULL,
	"units_to_1031" bigint NOT NULL,
	"units_to_1110" bigint NOT NULL,
	"units_to_1120" bigint NOT NULL,
	"units_to_1131" bigint NOT NULL,
	"units_to_1210" bigint NOT NULL,
	"units_to_1220" bigint NOT NULL,
	"units_to_1231" bigint NOT NULL,
	CONSTRAINT "location_sale_years_pk" PRIMARY KEY("entity_id","year","location_id","variant_id")
);
--> statement-breakpoint
-- Rows are updated again and again where they are.
ALTER TABLE "sales_years" SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "stock_sale_years" SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "purchase_years" SET (fillfactor = 90);
--> statement-breakpoint
-- Adds up the sales of a seller, which have no sums yet.
CREATE FUNCTION sum_variant_sales(seller uuid) RETURNS void
    LANGUAGE sql
    AS $$
  INSERT INTO buyer_sales (seller_id, day, buyer_id, representative_id, units, cents)
  SELECT seller, day, buyer_id, representative_id, exact_sum(units), exact_sum(cents) FROM variant_sales WHERE seller_id = seller GROUP BY 2, 3, 4;
  INSERT INTO sales_years (seller_id, subject, year, subject_id, representative_id,
    units_to_0110, units_to_0120, units_to_0131, units_to_0210, units_to_0220, units_to_0231, units_to_0310, units_to_0320, units_to_0331, units_to_0410,
    units_to_0420, units_to_0431, units_to_0510, units_to_0520, units_to_0531, units_to_0610, units_to_0620, units_to_0631, units_to_0710, units_to_0720,
    units_to_0731, units_to_0810, units_to_0820, units_to_0831, units_to_0910, units_to_0920, units_to_0931, units_to_1010, units_to_1020, units_to_1031,
    units_to_1110, units_to_1120, units_to_1131, units_to_1210, units_to_1220, units_to_1231, cents_to_0110, cents_to_0120, cents_to_0131, cents_to_0210,
    cents_to_0220, cents_to_0231, cents_to_0310, cents_to_0320, cents_to_0331, cents_to_0410, cents_to_0420, cents_to_0431, cents_to_0510, cents_to_0520,
    cents_to_0531, cents_to_0610, cents_to_0620, cents_to_0631, cents_to_0710, cents_to_0720, cents_to_0731, cents_to_0810, cents_to_0820, cents_to_0831,
    cents_to_0910, cents_to_0920, cents_to_0931, cents_to_1010, cents_to_1020, cents_to_1031, cents_to_1110, cents_to_1120, cents_to_1131, cents_to_1210,
    cents_to_1220, cents_to_1231)
  SELECT seller, 'buyer', year, s.buyer_id, s.representative_id,
    exact_sum(s.units) FILTER (WHERE mark <= 1), exact_sum(s.units) FILTER (WHERE mark <= 2), exact_sum(s.units) FILTER (WHERE mark <= 3), exact_sum(s.units) FILTER (WHERE mark <= 4), exact_sum(s.units) FILTER (WHERE mark <= 5), exact_sum(s.units) FILTER (WHERE mark <= 6),
    exact_sum(s.units) FILTER (WHERE mark <= 7), exact_sum(s.units) FILTER (WHERE mark <= 8), exact_sum(s.units) FILTER (WHERE mark <= 9), exact_sum(s.units) FILTER (WHERE mark <= 10), exact_sum(s.units) FILTER (WHERE mark <= 11), exact_sum(s.units) FILTER (WHERE mark <= 12),
    exact_sum(s.units) FILTER (WHERE mark <= 13), exact_sum(s.units) FILTER (WHERE mark <= 14), exact_sum(s.units) FILTER (WHERE mark <= 15), exact_sum(s.units) FILTER (WHERE mark <= 16), exact_sum(s.units) FILTER (WHERE mark <= 17), exact_sum(s.units) FILTER (WHERE mark <= 18),
    exact_sum(s.units) FILTER (WHERE mark <= 19), exact_sum(s.units) FILTER (WHERE mark <= 20), exact_sum(s.units) FILTER (WHERE mark <= 21), exact_sum(s.units) FILTER (WHERE mark <= 22), exact_sum(s.units) FILTER (WHERE mark <= 23), exact_sum(s.units) FILTER (WHERE mark <= 24),
    exact_sum(s.units) FILTER (WHERE mark <= 25), exact_sum(s.units) FILTER (WHERE mark <= 26), exact_sum(s.units) FILTER (WHERE mark <= 27), exact_sum(s.units) FILTER (WHERE mark <= 28), exact_sum(s.units) FILTER (WHERE mark <= 29), exact_sum(s.units) FILTER (WHERE mark <= 30),
    exact_sum(s.units) FILTER (WHERE mark <= 31), exact_sum(s.units) FILTER (WHERE mark <= 32), exact_sum(s.units) FILTER (WHERE mark <= 33), exact_sum(s.units) FILTER (WHERE mark <= 34), exact_sum(s.units) FILTER (WHERE mark <= 35), exact_sum(s.units) FILTER (WHERE mark <= 36),
    exact_sum(s.cents) FILTER (WHERE mark <= 1), exact_sum(s.cents) FILTER (WHERE mark <= 2), exact_sum(s.cents) FILTER (WHERE mark <= 3), exact_sum(s.cents) FILTER (WHERE mark <= 4), exact_sum(s.cents) FILTER (WHERE mark <= 5), exact_sum(s.cents) FILTER (WHERE mark <= 6),
    exact_sum(s.cents) FILTER (WHERE mark <= 7), exact_sum(s.cents) FILTER (WHERE mark <= 8), exact_sum(s.cents) FILTER (WHERE mark <= 9), exact_sum(s.cents) FILTER (WHERE mark <= 10), exact_sum(s.cents) FILTER (WHERE mark <= 11), exact_sum(s.cents) FILTER (WHERE mark <= 12),
    exact_sum(s.cents) FILTER (WHERE mark <= 13), exact_sum(s.cents) FILTER (WHERE mark <= 14), exact_sum(s.cents) FILTER (WHERE mark <= 15), exact_sum(s.cents) FILTER (WHERE mark <= 16), exact_sum(s.cents) FILTER (WHERE mark <= 17), exact_sum(s.cents) FILTER (WHERE mark <= 18),
    exact_sum(s.cents) FILTER (WHERE mark <= 19), exact_sum(s.cents) FILTER (WHERE mark <= 20), exact_sum(s.cents) FILTER (WHERE mark <= 21), exact_sum(s.cents) FILTER (WHERE mark <= 22), exact_sum(s.cents) FILTER (WHERE mark <= 23), exact_sum(s.cents) FILTER (WHERE mark <= 24),
    exact_sum(s.cents) FILTER (WHERE mark <= 25), exact_sum(s.cents) FILTER (WHERE mark <= 26), exact_sum(s.cents) FILTER (WHERE mark <= 27), exact_sum(s.cents) FILTER (WHERE mark <= 28), exact_sum(s.cents) FILTER (WHERE mark <= 29), exact_sum(s.cents) FILTER (WHERE mark <= 30),
    exact_sum(s.cents) FILTER (WHERE mark <= 31), exact_sum(s.cents) FILTER (WHERE mark <= 32), exact_sum(s.cents) FILTER (WHERE mark <= 33), exact_sum(s.cents) FILTER (WHERE mark <= 34), exact_sum(s.cents) FILTER (WHERE mark <= 35), exact_sum(s.cents) FILTER (WHERE mark <= 36)
  FROM buyer_sales s CROSS JOIN LATERAL (SELECT date_part('year', s.day)::int AS year, 3 * (date_part('month', s.day)::int - 1) + 1 + (date_part('day', s.day) > 10)::int + (date_part('day', s.day) > 20)::int AS mark OFFSET 0) p
  WHERE s.seller_id = seller GROUP BY 3, 4, 5
  UNION ALL
  SELECT seller, 'variant', year, s.variant_id, '00000000-0000-0000-0000-000000000000'::uuid,
    exact_sum(s.units) FILTER (WHERE mark <= 1), exact_sum(s.units) FILTER (WHERE mark <= 2), exact_sum(s.units) FILTER (WHERE mark <= 3), exact_sum(s.units) FILTER (WHERE mark <= 4), exact_sum(s.units) FILTER (WHERE mark <= 5), exact_sum(s.units) FILTER (WHERE mark <= 6),
    exact_sum(s.units) FILTER (WHERE mark <= 7), exact_sum(s.units) FILTER (WHERE mark <= 8), exact_sum(s.units) FILTER (WHERE mark <= 9), exact_sum(s.units) FILTER (WHERE mark <= 10), exact_sum(s.units) FILTER (WHERE mark <= 11), exact_sum(s.units) FILTER (WHERE mark <= 12),
    exact_sum(s.units) FILTER (WHERE mark <= 13), exact_sum(s.units) FILTER (WHERE mark <= 14), exact_sum(s.units) FILTER (WHERE mark <= 15), exact_sum(s.units) FILTER (WHERE mark <= 16), exact_sum(s.units) FILTER (WHERE mark <= 17), exact_sum(s.units) FILTER (WHERE mark <= 18),
    exact_sum(s.units) FILTER (WHERE mark <= 19), exact_sum(s.units) FILTER (WHERE mark <= 20), exact_sum(s.units) FILTER (WHERE mark <= 21), exact_sum(s.units) FILTER (WHERE mark <= 22), exact_sum(s.units) FILTER (WHERE mark <= 23), exact_sum(s.units) FILTER (WHERE mark <= 24),
    exact_sum(s.units) FILTER (WHERE mark <= 25), exact_sum(s.units) FILTER (WHERE mark <= 26), exact_sum(s.units) FILTER (WHERE mark <= 27), exact_sum(s.units) FILTER (WHERE mark <= 28), exact_sum(s.units) FILTER (WHERE mark <= 29), exact_sum(s.units) FILTER (WHERE mark <= 30),
    exact_sum(s.units) FILTER (WHERE mark <= 31), exact_sum(s.units) FILTER (WHERE mark <= 32), exact_sum(s.units) FILTER (WHERE mark <= 33), exact_sum(s.units) FILTER (WHERE mark <= 34), exact_sum(s.units) FILTER (WHERE mark <= 35), exact_sum(s.units) FILTER (WHERE mark <= 36),
    exact_sum(s.cents) FILTER (WHERE mark <= 1), exact_sum(s.cents) FILTER (WHERE mark <= 2), exact_sum(s.cents) FILTER (WHERE mark <= 3), exact_sum(s.cents) FILTER (WHERE mark <= 4), exact_sum(s.cents) FILTER (WHERE mark <= 5), exact_sum(s.cents) FILTER (WHERE mark <= 6),
    exact_sum(s.cents) FILTER (WHERE mark <= 7), exact_sum(s.cents) FILTER (WHERE mark <= 8), exact_sum(s.cents) FILTER (WHERE mark <= 9), exact_sum(s.cents) FILTER (WHERE mark <= 10), exact_sum(s.cents) FILTER (WHERE mark <= 11), exact_sum(s.cents) FILTER (WHERE mark <= 12),
    exact_sum(s.cents) FILTER (WHERE mark <= 13), exact_sum(s.cents) FILTER (WHERE mark <= 14), exact_sum(s.cents) FILTER (WHERE mark <= 15), exact_sum(s.cents) FILTER (WHERE mark <= 16), exact_sum(s.cents) FILTER (WHERE mark <= 17), exact_sum(s.cents) FILTER (WHERE mark <= 18),
    exact_sum(s.cents) FILTER (WHERE mark <= 19), exact_sum(s.cents) FILTER (WHERE mark <= 20), exact_sum(s.cents) FILTER (WHERE mark <= 21), exact_sum(s.cents) FILTER (WHERE mark <= 22), exact_sum(s.cents) FILTER (WHERE mark <= 23), exact_sum(s.cents) FILTER (WHERE mark <= 24),
    exact_sum(s.cents) FILTER (WHERE mark <= 25), exact_sum(s.cents) FILTER (WHERE mark <= 26), exact_sum(s.cents) FILTER (WHERE mark <= 27), exact_sum(s.cents) FILTER (WHERE mark <= 28), exact_sum(s.cents) FILTER (WHERE mark <= 29), exact_sum(s.cents) FILTER (WHERE mark <= 30),
    exact_sum(s.cents) FILTER (WHERE mark <= 31), exact_sum(s.cents) FILTER (WHERE mark <= 32), exact_sum(s.cents) FILTER (WHERE mark <= 33), exact_sum(s.cents) FILTER (WHERE mark <= 34), exact_sum(s.cents) FILTER (WHERE mark <= 35), exact_sum(s.cents) FILTER (WHERE mark <= 36)
  FROM variant_sales s CROSS JOIN LATERAL (SELECT date_part('year', s.day)::int AS year, 3 * (date_part('month', s.day)::int - 1) + 1 + (date_part('day', s.day) > 10)::int + (date_part('day', s.day) > 20)::int AS mark OFFSET 0) p
  WHERE s.seller_id = seller GROUP BY 3, 4;
  INSERT INTO purchase_years (buyer_id, seller_id, year, variant_id,
    units_to_0131, units_to_0231, units_to_0331, units_to_0431, units_to_0531, units_to_0631, units_to_0731, units_to_0831, units_to_0931, units_to_1031,
    units_to_1131, units_to_1231, cents_to_0131, cents_to_0231, cents_to_0331, cents_to_0431, cents_to_0531, cents_to_0631, cents_to_0731, cents_to_0831,
    cents_to_0931, cents_to_1031, cents_to_1131, cents_to_1231)
  SELECT s.buyer_id, seller, year, s.variant_id,
    exact_sum(s.units) FILTER (WHERE mark <= 1), exact_sum(s.units) FILTER (WHERE mark <= 2), exact_sum(s.units) FILTER (WHERE mark <= 3), exact_sum(s.units) FILTER (WHERE mark <= 4), exact_sum(s.units) FILTER (WHERE mark <= 5), exact_sum(s.units) FILTER (WHERE mark <= 6),
    exact_sum(s.units) FILTER (WHERE mark <= 7), exact_sum(s.units) FILTER (WHERE mark <= 8), exact_sum(s.units) FILTER (WHERE mark <= 9), exact_sum(s.units) FILTER (WHERE mark <= 10), exact_sum(s.units) FILTER (WHERE mark <= 11), exact_sum(s.units) FILTER (WHERE mark <= 12),
    exact_sum(s.cents) FILTER (WHERE mark <= 1), exact_sum(s.cents) FILTER (WHERE mark <= 2), exact_sum(s.cents) FILTER (WHERE mark <= 3), exact_sum(s.cents) FILTER (WHERE mark <= 4), exact_sum(s.cents) FILTER (WHERE mark <= 5), exact_sum(s.cents) FILTER (WHERE mark <= 6),
    exact_sum(s.cents) FILTER (WHERE mark <= 7), exact_sum(s.cents) FILTER (WHERE mark <= 8), exact_sum(s.cents) FILTER (WHERE mark <= 9), exact_sum(s.cents) FILTER (WHERE mark <= 10), exact_sum(s.cents) FILTER (WHERE mark <= 11), exact_sum(s.cents) FILTER (WHERE mark <= 12)
  FROM variant_sales s CROSS JOIN LATERAL (SELECT date_part('year', s.day)::int AS year, 1 * (date_part('month', s.day)::int - 1) + 1 AS mark OFFSET 0) p
  WHERE s.seller_id = seller GROUP BY 1, 3, 4;
$$;
--> statement-breakpoint
SELECT sum_variant_sales(seller_id) FROM (SELECT DISTINCT seller_id FROM variant_sales) s;
--> statement-breakpoint
CREATE INDEX "buyer_sales_of_buyer" ON "buyer_sales" USING btree ("buyer_id","day");
--> statement-breakpoint
DROP TABLE "sales_spans";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION requeue_variant_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Days begin at another hour. A fold waits for this row, or this row for it.
  DELETE FROM purchase_years WHERE (buyer_id, seller_id) IN (
    SELECT DISTINCT buyer_id, seller_id FROM buyer_sales WHERE seller_id = NEW.id);
  DELETE FROM variant_sales WHERE seller_id = NEW.id;
  DELETE FROM buyer_sales WHERE seller_id = NEW.id;
  DELETE FROM sales_years WHERE seller_id = NEW.id;
  -- One statement, so that a line is in its orders or among the changes that stay.
  WITH gone AS (
    DELETE FROM variant_sale_changes WHERE seller_id = NEW.id
  )
  INSERT INTO variant_sales (seller_id, day, buyer_id, variant_id, representative_id, units, cents)
  SELECT NEW.id, (o.created_at AT TIME ZONE NEW.timezone)::date, o.retailer_id, x.variant_id,
    coalesce(o.representative_id, '00000000-0000-0000-0000-000000000000'::uuid), sum(x.quantity), sum(x.total_cents)
  FROM orders o JOIN order_items x ON x.order_id = o.id
  WHERE o.wholesaler_id = NEW.id AND o.status <> 'cancelled' GROUP BY 1, 2, 3, 4, 5;
  PERFORM sum_variant_sales(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
DELETE FROM "stock_sales" WHERE "span" <> 'day';
--> statement-breakpoint
ALTER TABLE "stock_sales" DROP CONSTRAINT "stock_sales_pk";
--> statement-breakpoint
ALTER TABLE "stock_sales" DROP COLUMN "span";
--> statement-breakpoint
ALTER TABLE "stock_sales" RENAME COLUMN "start" TO "day";
--> statement-breakpoint
ALTER TABLE "stock_sales" ADD CONSTRAINT "stock_sales_pk" PRIMARY KEY("entity_id","day","location_id","variant_id");
--> statement-breakpoint
INSERT INTO stock_sale_years (entity_id, year, variant_id,
    units_to_0110, units_to_0120, units_to_0131, units_to_0210, units_to_0220, units_to_0231, units_to_0310, units_to_0320, units_to_0331, units_to_0410,
    units_to_0420, units_to_0431, units_to_0510, units_to_0520, units_to_0531, units_to_0610, units_to_0620, units_to_0631, units_to_0710, units_to_0720,
    units_to_0731, units_to_0810, units_to_0820, units_to_0831, units_to_0910, units_to_0920, units_to_0931, units_to_1010, units_to_1020, units_to_1031,
    units_to_1110, units_to_1120, units_to_1131, units_to_1210, units_to_1220, units_to_1231)
  SELECT entity_id, year, variant_id,
    exact_sum(s.units) FILTER (WHERE mark <= 1), exact_sum(s.units) FILTER (WHERE mark <= 2), exact_sum(s.units) FILTER (WHERE mark <= 3), exact_sum(s.units) FILTER (WHERE mark <= 4), exact_sum(s.units) FILTER (WHERE mark <= 5), exact_sum(s.units) FILTER (WHERE mark <= 6),
    exact_sum(s.units) FILTER (WHERE mark <= 7), exact_sum(s.units) FILTER (WHERE mark <= 8), exact_sum(s.units) FILTER (WHERE mark <= 9), exact_sum(s.units) FILTER (WHERE mark <= 10), exact_sum(s.units) FILTER (WHERE mark <= 11), exact_sum(s.units) FILTER (WHERE mark <= 12),
    exact_sum(s.units) FILTER (WHERE mark <= 13), exact_sum(s.units) FILTER (WHERE mark <= 14), exact_sum(s.units) FILTER (WHERE mark <= 15), exact_sum(s.units) FILTER (WHERE mark <= 16), exact_sum(s.units) FILTER (WHERE mark <= 17), exact_sum(s.units) FILTER (WHERE mark <= 18),
    exact_sum(s.units) FILTER (WHERE mark <= 19), exact_sum(s.units) FILTER (WHERE mark <= 20), exact_sum(s.units) FILTER (WHERE mark <= 21), exact_sum(s.units) FILTER (WHERE mark <= 22), exact_sum(s.units) FILTER (WHERE mark <= 23), exact_sum(s.units) FILTER (WHERE mark <= 24),
    exact_sum(s.units) FILTER (WHERE mark <= 25), exact_sum(s.units) FILTER (WHERE mark <= 26), exact_sum(s.units) FILTER (WHERE mark <= 27), exact_sum(s.units) FILTER (WHERE mark <= 28), exact_sum(s.units) FILTER (WHERE mark <= 29), exact_sum(s.units) FILTER (WHERE mark <= 30),
    exact_sum(s.units) FILTER (WHERE mark <= 31), exact_sum(s.units) FILTER (WHERE mark <= 32), exact_sum(s.units) FILTER (WHERE mark <= 33), exact_sum(s.units) FILTER (WHERE mark <= 34), exact_sum(s.units) FILTER (WHERE mark <= 35), exact_sum(s.units) FILTER (WHERE mark <= 36)
  FROM stock_sales s CROSS JOIN LATERAL (SELECT date_part('year', s.day)::int AS year, 3 * (date_part('month', s.day)::int - 1) + 1 + (date_part('day', s.day) > 10)::int + (date_part('day', s.day) > 20)::int AS mark OFFSET 0) p GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO location_sale_years (entity_id, year, location_id, variant_id,
    units_to_0110, units_to_0120, units_to_0131, units_to_0210, units_to_0220, units_to_0231, units_to_0310, units_to_0320, units_to_0331, units_to_0410,
    units_to_0420, units_to_0431, units_to_0510, units_to_0520, units_to_0531, units_to_0610, units_to_0620, units_to_0631, units_to_0710, units_to_0720,
    units_to_0731, units_to_0810, units_to_0820, units_to_0831, units_to_0910, units_to_0920, units_to_0931, units_to_1010, units_to_1020, units_to_1031,
    units_to_1110, units_to_1120, units_to_1131, units_to_1210, units_to_1220, units_to_1231)
  SELECT entity_id, year, location_id, variant_id,
    exact_sum(s.units) FILTER (WHERE mark <= 1), exact_sum(s.units) FILTER (WHERE mark <= 2), exact_sum(s.units) FILTER (WHERE mark <= 3), exact_sum(s.units) FILTER (WHERE mark <= 4), exact_sum(s.units) FILTER (WHERE mark <= 5), exact_sum(s.units) FILTER (WHERE mark <= 6),
    exact_sum(s.units) FILTER (WHERE mark <= 7), exact_sum(s.units) FILTER (WHERE mark <= 8), exact_sum(s.units) FILTER (WHERE mark <= 9), exact_sum(s.units) FILTER (WHERE mark <= 10), exact_sum(s.units) FILTER (WHERE mark <= 11), exact_sum(s.units) FILTER (WHERE mark <= 12),
    exact_sum(s.units) FILTER (WHERE mark <= 13), exact_sum(s.units) FILTER (WHERE mark <= 14), exact_sum(s.units) FILTER (WHERE mark <= 15), exact_sum(s.units) FILTER (WHERE mark <= 16), exact_sum(s.units) FILTER (WHERE mark <= 17), exact_sum(s.units) FILTER (WHERE mark <= 18),
    exact_sum(s.units) FILTER (WHERE mark <= 19), exact_sum(s.units) FILTER (WHERE mark <= 20), exact_sum(s.units) FILTER (WHERE mark <= 21), exact_sum(s.units) FILTER (WHERE mark <= 22), exact_sum(s.units) FILTER (WHERE mark <= 23), exact_sum(s.units) FILTER (WHERE mark <= 24),
    exact_sum(s.units) FILTER (WHERE mark <= 25), exact_sum(s.units) FILTER (WHERE mark <= 26), exact_sum(s.units) FILTER (WHERE mark <= 27), exact_sum(s.units) FILTER (WHERE mark <= 28), exact_sum(s.units) FILTER (WHERE mark <= 29), exact_sum(s.units) FILTER (WHERE mark <= 30),
    exact_sum(s.units) FILTER (WHERE mark <= 31), exact_sum(s.units) FILTER (WHERE mark <= 32), exact_sum(s.units) FILTER (WHERE mark <= 33), exact_sum(s.units) FILTER (WHERE mark <= 34), exact_sum(s.units) FILTER (WHERE mark <= 35), exact_sum(s.units) FILTER (WHERE mark <= 36)
  FROM stock_sales s CROSS JOIN LATERAL (SELECT date_part('year', s.day)::int AS year, 3 * (date_part('month', s.day)::int - 1) + 1 + (date_part('day', s.day) > 10)::int + (date_part('day', s.day) > 20)::int AS mark OFFSET 0) p GROUP BY 1, 2, 3, 4;
