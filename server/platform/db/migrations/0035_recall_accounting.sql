CREATE TABLE "recall_mails" (
	"user_id" uuid NOT NULL,
	"recall_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recall_mails_user_id_recall_id_pk" PRIMARY KEY("user_id","recall_id")
);
--> statement-breakpoint
ALTER TABLE "recall_responses" DROP CONSTRAINT "recall_responses_units";--> statement-breakpoint
ALTER TABLE "recall_responses" DROP CONSTRAINT "recall_responses_complete";--> statement-breakpoint
ALTER TABLE "recall_batches" ADD COLUMN "entity_id" uuid;--> statement-breakpoint
UPDATE "recall_batches" x SET "entity_id" = p."entity_id" FROM "batches" b JOIN "products" p ON p."id" = b."product_id"
  WHERE b."id" = x."batch_id";--> statement-breakpoint
ALTER TABLE "recall_batches" ALTER COLUMN "entity_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "recall_responses" ADD COLUMN "unassigned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recall_responses" ADD COLUMN "found" integer;--> statement-breakpoint
ALTER TABLE "recall_responses" ADD COLUMN "explained" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "recall_responses" ADD COLUMN "supplier_id" uuid;--> statement-breakpoint
ALTER TABLE "recall_responses" ADD COLUMN "closing" jsonb;--> statement-breakpoint
ALTER TABLE "recall_mails" ADD CONSTRAINT "recall_mails_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_batches" ADD CONSTRAINT "recall_batches_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_responses" ADD CONSTRAINT "recall_responses_supplier_id_entities_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recall_batches_of_entity" ON "recall_batches" USING btree ("entity_id","recall_id");--> statement-breakpoint
CREATE INDEX "recall_responses_of_supplier" ON "recall_responses" USING btree ("recall_id","supplier_id") WHERE "recall_responses"."supplier_id" is not null;--> statement-breakpoint
ALTER TABLE "recall_responses" ADD CONSTRAINT "recall_responses_units" CHECK ("recall_responses"."held" >= 0 and "recall_responses"."quarantined" >= 0 and "recall_responses"."destroyed" >= 0 and "recall_responses"."returned" >= 0 and "recall_responses"."already_sold" >= 0
        and "recall_responses"."found" >= 0 and "recall_responses"."explained" >= 0);--> statement-breakpoint
ALTER TABLE "recall_responses" ADD CONSTRAINT "recall_responses_complete" CHECK (num_nulls("recall_responses"."quarantined", "recall_responses"."destroyed", "recall_responses"."returned", "recall_responses"."already_sold") in (0, 4)
        and ("recall_responses"."responded_at" is not null) = ("recall_responses"."quarantined" is not null or "recall_responses"."unassigned" and "recall_responses"."found" is not null));--> statement-breakpoint
-- Nobody holds another's product: what a recall held of other businesses' products becomes a hold of theirs, to release.
UPDATE batches b SET recall_id = null FROM recalls r, products p
  WHERE r.id = b.recall_id AND p.id = b.product_id AND p.entity_id <> r.entity_id;--> statement-breakpoint
-- A lot counts as made from its sources only where its maker owns the product: other claims no longer list a batch.
DELETE FROM recall_batches x USING recalls r
  WHERE r.id = x.recall_id AND x.entity_id <> r.entity_id AND NOT EXISTS (
    SELECT FROM lots y JOIN lot_sources s ON s.lot_id = y.id WHERE y.batch_id = x.batch_id AND y.entity_id = x.entity_id);--> statement-breakpoint
UPDATE recall_batches x SET confirmed_at = null FROM recalls r
  WHERE r.id = x.recall_id AND x.entity_id <> r.entity_id AND x.confirmed_at IS NOT null;--> statement-breakpoint
-- Those who had units of such batches alone are no holders of the recall: its owner no longer reads their names and units.
DELETE FROM recall_responses h USING recalls r
  WHERE r.id = h.recall_id AND h.entity_id <> r.entity_id AND NOT EXISTS (
    SELECT FROM (
      SELECT r.batch_id UNION ALL
      SELECT x.batch_id FROM recall_batches x WHERE x.recall_id = r.id AND x.confirmed_at IS NOT null
    ) n JOIN lots l ON l.batch_id = n.batch_id
    WHERE EXISTS (SELECT FROM inventory_lots i WHERE i.lot_id = l.id AND i.entity_id = h.entity_id)
      OR EXISTS (SELECT FROM inventory_movements m WHERE m.lot_id = l.id AND m.entity_id = h.entity_id)
      OR EXISTS (SELECT FROM order_allocations a JOIN orders o ON o.id = a.order_id
        WHERE a.lot_id = l.id AND a.shipped_at IS NOT null AND o.retailer_id = h.entity_id));--> statement-breakpoint
-- Whom a reseller supplied, and its owner did not.
UPDATE recall_responses h SET supplier_id = s.seller FROM (
    SELECT r.id, o.retailer_id, (array_agg(o.wholesaler_id ORDER BY o.wholesaler_id))[1] AS seller
    FROM recalls r CROSS JOIN LATERAL (
        SELECT r.batch_id UNION ALL
        SELECT x.batch_id FROM recall_batches x WHERE x.recall_id = r.id AND x.confirmed_at IS NOT null
      ) n JOIN lots l ON l.batch_id = n.batch_id
      JOIN order_allocations a ON a.lot_id = l.id AND a.shipped_at IS NOT null JOIN orders o ON o.id = a.order_id
    GROUP BY r.id, o.retailer_id HAVING NOT bool_or(o.wholesaler_id = r.entity_id)
  ) s JOIN recall_responses w ON w.recall_id = s.id AND w.entity_id = s.seller
  WHERE h.recall_id = s.id AND h.entity_id = s.retailer_id;--> statement-breakpoint
-- Processes of the release before, while an upgrade runs, don't name the owner.
CREATE FUNCTION recall_batch_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT p.entity_id INTO NEW.entity_id FROM batches b JOIN products p ON p.id = b.product_id WHERE b.id = NEW.batch_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER recall_batch_owner BEFORE INSERT ON recall_batches FOR EACH ROW WHEN (NEW.entity_id IS null)
  EXECUTE FUNCTION recall_batch_owner();
