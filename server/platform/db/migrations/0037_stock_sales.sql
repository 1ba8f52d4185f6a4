-- old writers: unsafe
-- Sales that haven't ended would leave no variant: the trigger below sees all later ones.
LOCK TABLE "inventory_movements" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "stock_sales" (
	"entity_id" uuid NOT NULL,
	"span" text NOT NULL,
	"start" date NOT NULL,
	"location_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	CONSTRAINT "stock_sales_pk" PRIMARY KEY("entity_id","span","start","location_id","variant_id")
);
--> statement-breakpoint
ALTER TABLE "stock_changes" ADD COLUMN "variant_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_sale_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth, sold_units, sold_worth, moved_at, variant_id)
  SELECT i.entity_id, i.location_id, i.room_type, 0, 0, 0, -NEW.delta, -NEW.delta * i.average_cost, quarter_hour(NEW.created_at), i.variant_id
  FROM inventory_items i WHERE i.id = NEW.item_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TABLE "stock_sales_backfill" ("entity_id" uuid, "month" timestamp with time zone, PRIMARY KEY ("entity_id", "month"));
--> statement-breakpoint
-- in batches
INSERT INTO stock_sales_backfill (entity_id, month)
SELECT DISTINCT entity_id, date_trunc('month', created_at, 'UTC') FROM inventory_movements WHERE reason_code = 'SALE' ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- A month of a business: its sales without what waits to be folded in.
-- in batches
WITH next AS MATERIALIZED (
  SELECT entity_id, month, ((month AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC' AS until
  FROM stock_sales_backfill ORDER BY 1, 2 LIMIT 1
), counted AS MATERIALIZED (
  SELECT i.entity_id, (m.created_at AT TIME ZONE 'UTC')::date AS day, i.location_id, i.variant_id, -m.delta AS units
  FROM next n JOIN inventory_movements m ON m.entity_id = n.entity_id AND m.reason_code = 'SALE' AND m.created_at >= n.month AND m.created_at < n.until
    JOIN inventory_items i ON i.id = m.item_id
  UNION ALL
  SELECT c.entity_id, (c.moved_at AT TIME ZONE 'UTC')::date, c.location_id, c.variant_id, -c.sold_units
  FROM next n JOIN stock_changes c ON c.entity_id = n.entity_id AND c.variant_id IS NOT NULL AND c.moved_at >= n.month AND c.moved_at < n.until
), spanned AS (
  INSERT INTO stock_sales AS t (entity_id, span, start, location_id, variant_id, units)
  SELECT s.entity_id, p.span, p.start, s.location_id, s.variant_id, sum(s.units)
  FROM counted s CROSS JOIN LATERAL (VALUES
    ('day', s.day), ('month', date_trunc('month', s.day::timestamp)::date), ('year', date_trunc('year', s.day::timestamp)::date)
  ) p (span, start)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(s.units) <> 0
  ON CONFLICT (entity_id, span, start, location_id, variant_id) DO UPDATE SET units = t.units + excluded.units
)
DELETE FROM stock_sales_backfill b USING next n WHERE b.entity_id = n.entity_id AND b.month = n.month;
--> statement-breakpoint
DROP TABLE "stock_sales_backfill";
