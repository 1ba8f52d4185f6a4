CREATE TABLE "stock_flows" (
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"room_type" text NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	"worth" numeric(30, 4) NOT NULL,
	"sold_units" bigint NOT NULL,
	"sold_worth" numeric(30, 4) NOT NULL,
	CONSTRAINT "stock_flows_entity_id_moved_at_location_id_room_type_pk" PRIMARY KEY("entity_id","moved_at","location_id","room_type")
);
--> statement-breakpoint
DROP INDEX "stock_levels_of_entity";--> statement-breakpoint
DROP INDEX "orders_of_parties";--> statement-breakpoint
DROP INDEX "audit_log_of_entity";--> statement-breakpoint
DROP INDEX "audit_log_of_object";--> statement-breakpoint
CREATE INDEX "audit_log_of_entity" ON "audit_log" USING btree ("entity_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_of_object" ON "audit_log" USING btree ("object_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
DELETE FROM "audit_totals";--> statement-breakpoint
ALTER TABLE "audit_totals" DROP CONSTRAINT "audit_totals_pkey";--> statement-breakpoint
ALTER TABLE "audit_totals" ADD COLUMN "action" text NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_totals" ADD CONSTRAINT "audit_totals_entity_id_action_pk" PRIMARY KEY("entity_id","action");--> statement-breakpoint
INSERT INTO "audit_totals" ("entity_id", "action", "rows")
SELECT "entity_id", "action", count(*) FROM "audit_log"
WHERE "position" <= (SELECT max("through") FROM "audit_seals" WHERE "sealed_at" IS NOT NULL) GROUP BY 1, 2;
--> statement-breakpoint
ALTER TABLE "stock_changes" ADD COLUMN "sold_units" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_changes" ADD COLUMN "sold_worth" numeric(30, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_changes" ADD COLUMN "moved_at" timestamp (3) with time zone DEFAULT quarter_hour(now()) NOT NULL;--> statement-breakpoint
-- Its rows are in the ledger already: folded in, they don't become flows a second time.
WITH taken AS (DELETE FROM "stock_changes" RETURNING *)
INSERT INTO "stock_totals" AS t ("entity_id", "location_id", "room_type", "items", "units", "worth")
SELECT "entity_id", "location_id", "room_type", sum("items"), sum("units"), sum("worth") FROM taken GROUP BY 1, 2, 3
ON CONFLICT ("entity_id", "location_id", "room_type") DO UPDATE
SET "items" = t."items" + excluded."items", "units" = t."units" + excluded."units", "worth" = t."worth" + excluded."worth";
--> statement-breakpoint
INSERT INTO "stock_flows" ("entity_id", "location_id", "room_type", "moved_at", "worth", "sold_units", "sold_worth")
SELECT * FROM (
  SELECT i."entity_id", i."location_id", i."room_type", quarter_hour(m."created_at"), sum(m."delta" * i."average_cost") AS worth,
    coalesce(-sum(m."delta") FILTER (WHERE m."reason_code" = 'SALE'), 0) AS sold,
    coalesce(-sum(m."delta" * i."average_cost") FILTER (WHERE m."reason_code" = 'SALE'), 0)
  FROM "inventory_movements" m JOIN "inventory_items" i ON i."id" = m."item_id" GROUP BY 1, 2, 3, 4
) f WHERE f.worth <> 0 OR f.sold <> 0;
--> statement-breakpoint
-- What the ledger doesn't explain was there before: the flows of a room add up to its worth.
INSERT INTO "stock_flows" ("entity_id", "location_id", "room_type", "moved_at", "worth", "sold_units", "sold_worth")
SELECT i."entity_id", i."location_id", i."room_type", '2000-01-01T00:00:00Z', i.worth - coalesce(f.worth, 0), 0, 0
FROM (
  SELECT "entity_id", "location_id", "room_type", sum("quantity" * "average_cost") AS worth FROM "inventory_items" GROUP BY 1, 2, 3
) i LEFT JOIN (
  SELECT "entity_id", "location_id", "room_type", sum("worth") AS worth FROM "stock_flows" GROUP BY 1, 2, 3
) f USING ("entity_id", "location_id", "room_type")
WHERE i.worth <> coalesce(f.worth, 0);
--> statement-breakpoint
CREATE FUNCTION add_sale_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth, sold_units, sold_worth, moved_at)
  SELECT i.entity_id, i.location_id, i.room_type, 0, 0, 0, -NEW.delta, -NEW.delta * i.average_cost, quarter_hour(NEW.created_at)
  FROM inventory_items i WHERE i.id = NEW.item_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inventory_movements_add_sale AFTER INSERT ON inventory_movements
  FOR EACH ROW WHEN (NEW.reason_code = 'SALE' AND NEW.delta <> 0) EXECUTE FUNCTION add_sale_change();
