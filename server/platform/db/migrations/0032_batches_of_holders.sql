CREATE TABLE "batch_notes" (
	"batch_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"harvested_on" date,
	"packaged_on" date,
	"expires_on" date,
	"test_status" text NOT NULL,
	CONSTRAINT "batch_notes_batch_id_entity_id_pk" PRIMARY KEY("batch_id","entity_id"),
	CONSTRAINT "batch_notes_test_status" CHECK ("batch_notes"."test_status" in ('untested', 'passed', 'failed', 'exempt'))
);
--> statement-breakpoint
CREATE TABLE "merged_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"into_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "batch_notes" ADD CONSTRAINT "batch_notes_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_notes" ADD CONSTRAINT "batch_notes_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_batches" ADD CONSTRAINT "merged_batches_into_id_batches_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_notes_by_expiration" ON "batch_notes" USING btree ("expires_on","batch_id") WHERE "batch_notes"."expires_on" is not null;--> statement-breakpoint
CREATE INDEX "merged_batches_of_batch" ON "merged_batches" USING btree ("into_id");--> statement-breakpoint
-- A number alone reaches no batch of another: lots that never had units, of businesses that never received the product, become
-- lots of a batch of their own.
CREATE TEMPORARY TABLE claimed_lots ON COMMIT DROP AS
SELECT l.id, l.entity_id, b.id AS batch_id, b.product_id, b.batch_id AS number, p.entity_id AS owner_id
FROM lots l JOIN batches b ON b.id = l.batch_id JOIN products p ON p.id = b.product_id
WHERE b.adopted AND l.entity_id <> p.entity_id AND b.entity_id <> l.entity_id
  AND NOT EXISTS (SELECT FROM inventory_lots x WHERE x.lot_id = l.id)
  AND NOT EXISTS (SELECT FROM order_allocations a WHERE a.lot_id = l.id)
  AND NOT EXISTS (SELECT FROM product_variants v JOIN order_items x ON x.variant_id = v.id
    WHERE v.product_id = b.product_id AND x.retailer_id = l.entity_id AND x.received_quantity > 0);
--> statement-breakpoint
INSERT INTO batches (id, product_id, batch_id, entity_id, adopted)
SELECT gen_random_uuid(), product_id, number, entity_id, false FROM claimed_lots GROUP BY product_id, number, entity_id
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE lots l SET batch_id = b.id FROM claimed_lots c JOIN batches b ON b.product_id = c.product_id AND b.batch_id = c.number
    AND b.entity_id = c.entity_id AND NOT b.adopted
  WHERE l.id = c.id;
--> statement-breakpoint
DELETE FROM lot_reach z USING claimed_lots c WHERE z.lot_id = c.id AND z.entity_id = c.owner_id;
--> statement-breakpoint
DELETE FROM batch_reach z USING claimed_lots c
  WHERE z.batch_id = c.batch_id AND z.entity_id = c.entity_id AND NOT EXISTS (
    SELECT FROM lot_reach y JOIN lots l ON l.id = y.lot_id WHERE y.entity_id = z.entity_id AND l.batch_id = z.batch_id);
