-- old writers: unsafe
CREATE TABLE "shared_events" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "shared_events_of_entity" ON "shared_events" USING btree ("entity_id","event_id");--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_count_lines" ALTER COLUMN "counted_at" SET DEFAULT change_time();--> statement-breakpoint
ALTER TABLE "stock_counts" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stock_counts" ALTER COLUMN "updated_at" SET DEFAULT change_time();--> statement-breakpoint
ALTER TABLE "batch_reach" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "batch_reach" ALTER COLUMN "updated_at" SET DEFAULT change_time();--> statement-breakpoint
ALTER TABLE "lot_reach" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lot_reach" ALTER COLUMN "updated_at" SET DEFAULT change_time();--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE TRIGGER "stock_counts_updated_at" BEFORE UPDATE ON "stock_counts"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();--> statement-breakpoint
CREATE TRIGGER "lots_updated_at" BEFORE UPDATE ON "lots"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();--> statement-breakpoint
-- A copy of the order's seller: by it alone its receipts are found. It is no change of the receipt.
ALTER TABLE "receipts" ADD COLUMN "wholesaler_id" uuid;--> statement-breakpoint
DROP TRIGGER "receipts_updated_at" ON "receipts";--> statement-breakpoint
CREATE TRIGGER "receipts_updated_at" BEFORE UPDATE OF "notes", "credit_cents", "actor_id", "actor_name", "corrected_at", "updated_at" ON "receipts"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();--> statement-breakpoint
-- in batches
UPDATE "receipts" r SET "wholesaler_id" = o."wholesaler_id" FROM "orders" o
WHERE o."id" = r."order_id" AND r."id" IN (SELECT x."id" FROM "receipts" x WHERE x."wholesaler_id" IS NULL LIMIT 5000);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "stock_counts_newest" ON "stock_counts" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "batch_reach_by_change" ON "batch_reach" USING btree ("entity_id","updated_at","batch_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "batches_by_change" ON "batches" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lot_reach_by_change" ON "lot_reach" USING btree ("entity_id","updated_at","lot_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lots_by_change" ON "lots" USING btree ("updated_at") WHERE "lots"."updated_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "receipts_of_wholesaler" ON "receipts" USING btree ("wholesaler_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "receipts_of_entity_by_change" ON "receipts" USING btree ("entity_id","updated_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "receipts_of_wholesaler_by_change" ON "receipts" USING btree ("wholesaler_id","updated_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "returns_by_change" ON "returns" USING btree ("updated_at","entity_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY "stock_counts_of_entity";
--> statement-breakpoint
-- Those of old writers meanwhile.
UPDATE "receipts" r SET "wholesaler_id" = o."wholesaler_id" FROM "orders" o
WHERE o."id" = r."order_id" AND r."wholesaler_id" IS NULL;
